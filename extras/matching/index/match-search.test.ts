import { MATCH_INDEX } from './name-index.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { FICTION, Random, companyName } from '../../../tools/sample/index.ts';
import { EditDistance } from '../../../src/model/index.ts';
import { NameComparison, UNLIKE, computeLikeness, splitName } from '../names/index.ts';
import { foldName, type CompanyRecord } from '../../../src/model/index.ts';
import { SnapshotReader, verifySnapshot } from '../../../src/snapshot/index.ts';
import { company, id, named, write } from '../../../src/snapshot/record-fixture.ts';

/** Invented companies of all countries, some with former and further names. */
function inventedCompanies(count: number): CompanyRecord[] {
  const random = new Random(20);
  return Array.from({ length: count }, (_, n) => {
    const country = random.pick(FICTION);
    const own = (): string =>
      `${random.pick(country.roots)}${random.pick(country.roots).slice(-3)} ${random.pick(country.trades)}`;
    const name = companyName(country, own(), random.pick(country.forms)[0]);
    return company(n, {
      profile: { name, country_code: country.code },
      identifiers: [{ scheme: 'national_registry_number', value: `N${n}`, country_scope: country.code }],
      details: named(
        n % 10 === 0 ? [{ name: `${own()} ${n}`, kind: 'previous' }] : [],
        n % 15 === 0 ? [{ name: `Qrst${n} ${own()}`, kind: 'trading' }] : [],
      ),
    });
  });
}

suite('Companies are found by messy names', () => {
  const companies = inventedCompanies(800);
  let directory = '';
  let reader: SnapshotReader | undefined;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-match-'));
    const { path } = await write(
      directory,
      'matched',
      [...companies, company(9000, { lifecycle: { status: 'restricted' } })],
      MATCH_INDEX,
    );
    await verifySnapshot(path, { nameIndex: MATCH_INDEX });
    reader = SnapshotReader.open(path);
  });
  after(async () => {
    await reader?.close();
    rmSync(directory, { recursive: true });
  });

  const found = (name: string, country?: string, limit = 10) =>
    ((reader && MATCH_INDEX.search(reader))?.candidates(name, country, limit) ?? []).map(
      ({ json, likeness, furtherName }) => {
        const { id: ofCompany, name: its } = JSON.parse(json) as { id: string; name?: string };
        return { id: ofCompany, name: its, likeness, furtherName };
      },
    );
  const nameOf = (one: CompanyRecord | undefined): string => one?.profile.name ?? '';

  test('by their own names, each first or among those that are as alike', () => {
    for (const one of companies.slice(0, 100)) {
      const results = found(nameOf(one), one.profile.country_code, 32);
      const place = results.findIndex((result) => result.id === one.id);
      assert.notEqual(place, -1, nameOf(one));
      assert.ok(
        results.slice(0, place).every(({ likeness }) => likeness.words === 1),
        nameOf(one),
      );
    }
  });

  test('with a legal form that has a mistake in it, and only then are its words none of the name', () => {
    const words = splitName(foldName(nameOf(companies[0]))).words.join(' ');
    const wordsOf = (name: string): number | undefined =>
      found(name).find((result) => result.id === companies[0]?.id)?.likeness.words;
    assert.equal(wordsOf(`${words} Gesellschaft mit beschraenkter Haftung`), 1);
    assert.equal(wordsOf(`Aktiebolga ${words}`), 1);
    assert.ok(wordsOf(`Aktenberg ${words}`) !== 1);
  });

  test('with one mistake in a word, with words turned, without spaces', () => {
    const random = new Random(5);
    for (const one of companies.slice(0, 60)) {
      const { words } = splitName(foldName(nameOf(one)));
      const long = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
      const at = 1 + random.int(Math.max(1, long.length - 2));
      const changes = [
        words.map((word) => (word === long ? word.slice(0, at) + word.slice(at + 1) : word)).join(' '),
        words.toReversed().join(' '),
        ...(words.length === 2 ? [words.join('')] : []),
      ];
      for (const change of changes)
        assert.ok(
          found(change, one.profile.country_code, 32).some((result) => result.id === one.id),
          `${change} for ${nameOf(one)}`,
        );
    }
  });

  test('in the order of a comparison with every company', () => {
    const distance = new EditDistance();
    const parts = companies.map((one) => splitName(foldName(nameOf(one))));
    for (const one of companies.filter((_, n) => n % 97 === 0)) {
      const asked = splitName(foldName(nameOf(one)));
      const comparison = new NameComparison(asked, () => 1);
      const best = Math.max(...parts.map((other) => comparison.with(other, undefined).letters));
      const [first] = found(nameOf(one));
      const letters = distance.likeness(asked.words.join(''), splitName(foldName(first?.name ?? '')).words.join(''), 0);
      assert.equal(letters, best, nameOf(one));
    }
  });

  test('by former and further names, which are in the result', () => {
    for (const one of companies.filter(({ details }) => details.sources.length > 0).slice(0, 60))
      for (const { name } of [...(one.details.former_names ?? []), ...(one.details.other_names ?? [])]) {
        const result = found(name, undefined, 32).find((other) => other.id === one.id);
        assert.equal(result?.furtherName, name);
      }
  });

  test('by a name with a former one behind it in brackets as by only the name', () => {
    const [one, other] = [nameOf(companies[0]), nameOf(companies[1])];
    assert.deepEqual(found(`${one} (formerly ${other})`), found(one));
  });

  test('in another country if no company of the requested country is alike', () => {
    const one = companies.find(({ profile }) => profile.country_code === 'FI');
    const [first] = found(nameOf(one), 'MT');
    assert.equal(computeLikeness(first?.likeness ?? UNLIKE) > 0.8, true);
  });

  test('and none for a name without letters or digits, nor more than requested', () => {
    assert.deepEqual(found('…'), []);
    assert.equal(found(nameOf(companies[0]), undefined, 3).length, 3);
    assert.ok(found('x'.repeat(100_000)).length <= 10);
    assert.ok(found(companies.map(nameOf).join(' ')).length <= 10);
  });

  test('and never one that is restricted', () => {
    assert.ok(companies.every(({ id: one }) => one !== id(9000)));
    assert.equal(
      found(id(9000)).some((result) => result.id === id(9000)),
      false,
    );
  });
});

test('companies with fifty names of thirty words are compared up to a bound, the likeliest first', async (t) => {
  const random = new Random(5);
  const letters = Array.from('bdfgklmnprstvz');
  const word = (): string => Array.from({ length: 4 }, () => `${random.pick(letters)}a`).join('');
  const words = Array.from({ length: 28 }, word);
  /** Returns the same words, about half of them with a mistake. */
  const alike = (): string => words.map((one) => (random.chance(0.5) ? one : one.replace('a', 'o'))).join(' ');
  const companies = Array.from({ length: 60 }, (_, n) =>
    company(n, {
      profile: { name: n === 30 ? words.join(' ') : alike(), country_code: 'FI' },
      details: named(
        [],
        Array.from({ length: 50 }, () => ({ name: alike(), kind: 'trading' })),
      ),
    }),
  );
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-match-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const { path } = await write(directory, 'many-names', companies, MATCH_INDEX);
  const reader = SnapshotReader.open(path);
  t.after(() => reader.close());
  const spy = t.mock.method(NameComparison.prototype, 'with');
  const [first] = MATCH_INDEX.search(reader)?.candidates(words.join(' '), 'FI', 10) ?? [];
  const pairs = spy.mock.calls.reduce((sum, { arguments: [found] }) => sum + found.words.length * words.length, 0);
  assert.equal((JSON.parse(first?.json ?? '{}') as { id?: string }).id, id(30));
  // Comparisons of all names would need two million pairs.
  assert.ok(pairs > 0 && pairs <= 30_000, `${pairs} pairs of words`);
});
