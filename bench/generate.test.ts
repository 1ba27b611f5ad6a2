import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { COUNTRIES, foldName, foldNumber, type RegisterLine } from '../src/model/index.ts';
import { firstInvalidField } from '../src/model/shapes.ts';
import { generateLines, generatePrefixes } from './generate.ts';

const parsed = (companies: number, seed = 1): RegisterLine[] =>
  Array.from(generateLines({ companies, seed }))
    .join('')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as RegisterLine);

test('generateLines() is decided by the seed, and fewer companies are the first of more', () => {
  const [some, more] = [parsed(1500, 3), parsed(3000, 3)];
  assert.deepEqual(more.slice(0, 1500), some);
  assert.notDeepEqual(parsed(1500, 4), some);
});

suite('generateLines(), asked for many,', () => {
  const COUNT = 20_000;
  let lines: RegisterLine[];
  before(() => {
    lines = parsed(COUNT);
  });

  test('writes as many register lines as asked, each without a fault', () => {
    assert.equal(lines.length, COUNT);
    assert.deepEqual(
      lines.slice(0, 5000).flatMap((line) => firstInvalidField(line) ?? []),
      [],
    );
  });

  test('repeats names but never a registry number', () => {
    const numbers = lines.map(
      ({ identifiers: [first] = [] }) => `${first?.country_scope}/${foldNumber(first?.value ?? '')}`,
    );
    assert.equal(new Set(numbers).size, lines.length);
    assert.ok(new Set(lines.map(({ name }) => name)).size < lines.length * 0.98);
  });

  test('has the skew of real registers', () => {
    const countries = count(lines.map(({ identifiers: [first] = [] }) => (first?.country_scope ?? '').slice(0, 2)));
    assert.deepEqual([...countries.keys()].toSorted(), [...COUNTRIES.keys()]);
    assert.ok((countries.get('GB') ?? 0) > 100 * (countries.get('LI') ?? 0));
    const words = count(lines.map(({ name = '' }) => foldName(name).split(' ')[0] ?? ''));
    assert.ok((words.get('the') ?? 0) > 100, 'a hot first word');
    assert.ok([...words.values()].filter((times) => times === 1).length > 1000, 'many rare first words');
  });

  test('gives most companies two identifiers and half of them two officers', () => {
    const share = (holds: (line: RegisterLine) => boolean): number => lines.filter(holds).length / lines.length;
    assert.ok(share(({ identifiers = [] }) => identifiers.length > 1) > 0.6);
    assert.ok(Math.abs(share(({ officers = [] }) => officers.length === 2) - 0.5) < 0.03);
    assert.ok(Math.abs(share(({ identifiers = [] }) => identifiers.some((i) => i.scheme === 'lei')) - 0.25) < 0.03);
  });
});

test('generatePrefixes() types 3 to 12 characters of names and numbers, and misses', () => {
  const lines = parsed(2000);
  const names = lines.map(({ name = '' }) => foldName(name));
  const numbers = lines.flatMap(({ identifiers = [] }) => identifiers.map(({ value }) => foldNumber(value)));
  const prefixes = [...generatePrefixes({ companies: 2000, seed: 1, count: 1000 })];
  assert.deepEqual(new Set(prefixes.map(({ kind }) => kind)), new Set(['uniform', 'popular', 'number', 'hot', 'miss']));
  for (const { kind, q } of prefixes) {
    assert.ok(Array.from(q).length >= 3 && Array.from(q).length <= 12, q);
    const [folded, digits] = [foldName(q), foldNumber(q)];
    const found = names.some((name) => name.startsWith(folded));
    if (kind === 'miss') assert.ok(!found, q);
    else if (kind === 'number')
      assert.ok(
        numbers.some((number) => number.startsWith(digits)),
        q,
      );
    else if (kind !== 'hot') assert.ok(found, q);
  }
});

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
