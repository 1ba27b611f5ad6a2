import assert from 'node:assert/strict';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { buildSnapshot, type StepProgress } from '../../src/build/index.ts';
import { METADATA_KEY } from '../../src/snapshot/format/format.ts';
import { SnapshotReader, scanNumbers, scanRecords } from '../../src/snapshot/index.ts';
import { rewritten } from '../../src/snapshot/verify/rewritten-fixture.ts';
import { deriveCompanyId, type RegisterLine } from '../../src/model/index.ts';
import { folder } from '../fixtures/folder.ts';
import { checkHistory } from './histories.ts';

/** Writes the lines of one register, all of one day. */
function write(directory: string, lines: readonly RegisterLine[], day: string): string {
  const path = join(directory, 'lines.ndjson');
  writeFileSync(
    path,
    lines.map((line) => `${JSON.stringify({ register: 'fi-test', as_of_date: day, ...line })}\n`).join(''),
  );
  return path;
}

const mill = (number: number, more: Partial<RegisterLine> = {}): RegisterLine => ({
  name: `Mylly ${number} Oy`,
  identifiers: [{ scheme: 'national_registry_number', value: `${1_000_000 + number}`, country_scope: 'FI' }],
  ...more,
});
const LEI = '549300AAAAAAAAAAAA01';
const MILLS = Array.from({ length: 50 }, (_, number) => mill(number));

suite('A build that continues a snapshot', () => {
  test('gives what a full build gives, night after night', async () => {
    let kept = 0;
    for (const seed of [3, 7, 12, 19])
      ({ kept } = await checkHistory(seed, 5).then((sums) => ({ kept: kept + sums.kept })));
    assert.ok(kept > 100, 'companies were taken over');
  });

  test('takes over every company whose line has only a new day', async (t) => {
    const directory = folder(t);
    const out = join(directory, 'a.snapshot');
    await buildSnapshot({ inputs: [write(directory, MILLS, '2026-11-20')], out });
    const changed = MILLS.with(7, mill(7, { name: 'Uusi Mylly Oy' }));
    const built = await buildSnapshot({ inputs: [write(directory, changed, '2026-11-21')], out, previous: out });
    assert.equal(built.kept, 49);
    await using reader = SnapshotReader.open(out);
    for (const name of ['Mylly 8 Oy', 'Uusi Mylly Oy']) {
      const { json } = reader.search(name, undefined, 1, 0);
      assert.match(json.toString('utf8'), /"as_of_date":"2026-11-21"/);
    }
    assert.equal(built.metadata.registers['fi-test']?.as_of_first, '2026-11-21');
  });

  const changes: readonly (readonly [string, Partial<RegisterLine>])[] = [
    ['has another name', { name: 'Uusi Oy' }],
    ['has its head office in another country', { country_code: 'SE' }],
    ['has its head office in its country again', { country_code: 'FI' }],
    ['has a further number', { identifiers: [...(mill(7).identifiers ?? []), { scheme: 'lei', value: LEI }] }],
    ['has another name and head office', { name: 'Uusi Oy', country_code: 'SE' }],
  ];
  for (const [claim, change] of changes)
    test(`has the numbers of a full build where a company ${claim}`, async (t) => {
      const directory = folder(t);
      const [out, full] = [join(directory, 'a.snapshot'), join(directory, 'full.snapshot')];
      // A branch has more than 128 numbers.
      const before = Array.from({ length: 400 }, (_, number) => mill(number, { country_code: 'NO' }));
      await buildSnapshot({ inputs: [write(directory, before, '2026-11-20')], out });
      const lines = write(directory, before.with(7, mill(7, { country_code: 'NO', ...change })), '2026-11-21');
      const continued = await buildSnapshot({ inputs: [lines], out, previous: out });
      const { metadata } = await buildSnapshot({ inputs: [lines], out: full });
      assert.equal(continued.kept, 399);
      assert.equal(continued.metadata.tables['numbers'], metadata.tables['numbers']);
    });

  test('takes over numbers that are the beginning of hundreds of others', async (t) => {
    const directory = folder(t);
    const [out, full] = [join(directory, 'a.snapshot'), join(directory, 'full.snapshot')];
    const company = (number: number, country: string, name: string): RegisterLine => ({
      name: `${name} ${number} ${country}`,
      address: { country_code: number % 7 === 0 ? 'EE' : country },
      identifiers: [{ scheme: 'national_registry_number', value: `${number}`, country_scope: country }],
    });
    const night = (name: (number: number) => string): RegisterLine[] =>
      ['FI', 'SE', 'DK', 'NO'].flatMap((country) =>
        Array.from({ length: 400 }, (_, number) => company(number + 1, country, name(number))),
      );
    const first = night(() => 'Mylly');
    await buildSnapshot({ inputs: [write(directory, first, '2026-11-20')], out });
    const lines = night((number) => (number % 9 === 0 ? 'Akseli' : 'Mylly')).filter((_, i) => i % 50 !== 11);
    const inputs = [write(directory, lines, '2026-11-21')];
    const { kept } = await buildSnapshot({ inputs, out, previous: out });
    assert.ok(kept !== undefined && kept > 1300, `${kept} of ${lines.length}`);
    await buildSnapshot({ inputs, out: full });
    await using continued = SnapshotReader.open(out);
    await using whole = SnapshotReader.open(full);
    const groups = [...scanNumbers(whole)];
    assert.ok(groups.some(({ kind }) => kind === 'branch'));
    assert.deepEqual([...scanNumbers(continued)], groups);
  });

  test('counts the companies of a snapshot that has no counts', async (t) => {
    const directory = folder(t);
    const out = join(directory, 'a.snapshot');
    const founded = MILLS.map((line, n) => ({ ...line, registered_on: `${1990 + (n % 3)}-05-01` }));
    const { metadata } = await buildSnapshot({ inputs: [write(directory, founded, '2026-11-20')], out });
    await rewritten(out, ({ metadata: table }) => {
      const { company_counts: _, ...others } = metadata;
      table.put(METADATA_KEY, Buffer.from(JSON.stringify(others)));
    });
    const inputs = [write(directory, founded.slice(1), '2026-11-20')];
    const { kept, metadata: continued } = await buildSnapshot({ inputs, out, previous: out });
    assert.equal(kept, 49);
    assert.deepEqual(continued.company_counts, {
      FI: { companies: 49, registered: { 1990: 16, 1991: 17, 1992: 16 } },
    });
  });

  const ways: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    ['its line index is missing', (path) => rmSync(path), /a\.snapshot\.lines" is missing$/],
    ['its line index is damaged', (path) => writeFileSync(path, readFileSync(path).fill(7, 30, 40)), /is damaged/],
    ['its line index is cut', (path) => writeFileSync(path, readFileSync(path).subarray(0, 100)), /is damaged/],
    ['its line index is empty', (path) => writeFileSync(path, ''), /is damaged/],
    ['its line index is of another snapshot', (path) => cpSync(path.replace('a.', 'b.'), path), /another snapshot/],
  ];
  for (const [claim, spoil, reason] of ways)
    test(`resolves all companies and says why if ${claim}`, async (t) => {
      const directory = folder(t);
      const [out, other] = [join(directory, 'a.snapshot'), join(directory, 'b.snapshot')];
      await buildSnapshot({ inputs: [write(directory, MILLS.slice(1), '2026-11-20')], out: other });
      const inputs = [write(directory, MILLS, '2026-11-20')];
      await buildSnapshot({ inputs, out });
      spoil(`${out}.lines`);
      const { kept, whyFull, metadata } = await buildSnapshot({ inputs, out, previous: out });
      assert.equal(kept, undefined);
      assert.match(whyFull ?? '', reason);
      assert.equal(metadata.records.active, 50);
    });

  test('resolves all companies if another version of the program built the snapshot', async (t) => {
    const directory = folder(t);
    const out = join(directory, 'a.snapshot');
    const inputs = [write(directory, MILLS, '2026-11-20')];
    await buildSnapshot({ inputs, out, program: '1' });
    const kept: (number | undefined)[] = [];
    for (const program of ['1', '2', '2', undefined])
      kept.push((await buildSnapshot({ inputs, out, previous: out, program })).kept);
    assert.deepEqual(kept, [50, undefined, 50, undefined]);
  });

  test('resolves all companies if most lines have changed, and if it is asked to', async (t) => {
    const directory = folder(t);
    const out = join(directory, 'a.snapshot');
    await buildSnapshot({ inputs: [write(directory, MILLS, '2026-11-20')], out });
    const renamed = MILLS.map((line) => ({ ...line, name: `Uusi ${line.name ?? ''}` }));
    const inputs = [write(directory, renamed, '2026-11-20')];
    assert.equal((await buildSnapshot({ inputs, out, previous: out })).kept, undefined);
    assert.equal((await buildSnapshot({ inputs, out, previous: out, full: true })).kept, undefined);
    assert.equal((await buildSnapshot({ inputs, out, previous: out })).kept, 50);
  });

  // The dictionary has phrases of a text that occurs often.
  const names = ['Ky', 'Tmi', 'Trading', 'Holding'].map((form) => ({
    name: `Salainen Esimerkki ${form}`,
    kind: 'old',
  }));
  const secret = mill(3, { key: 'fi-test:salainen', former_names: names, summary: 'Salainen Esimerkki' });
  const SECRET_ID = deriveCompanyId({ kind: 'key', key: 'fi-test:salainen' });
  const OTHER_ID = deriveCompanyId({ kind: 'key', key: 'fi-test:muu' });
  const restriction = (id: string): RegisterLine => ({ id, lifecycle: { status: 'restricted' } });
  const restrictions: readonly (readonly [string, first: readonly RegisterLine[], more: readonly RegisterLine[]])[] = [
    ['by a decision', [], [restriction(SECRET_ID)]],
    ['by a line without its id', [], [{ identifiers: mill(3).identifiers ?? [], lifecycle: { status: 'restricted' } }]],
    [
      'because it is redirected to a restricted one',
      [restriction(OTHER_ID)],
      [{ id: SECRET_ID, lifecycle: { status: 'redirected', canonical_id: OTHER_ID } }],
    ],
    [
      'because it has the number of a restricted one',
      [restriction(OTHER_ID)],
      [mill(900, { key: 'fi-test:salainen', name: 'Salainen Oy' })],
    ],
  ];
  for (const [claim, first, more] of restrictions)
    test(`keeps nothing of a company that is restricted ${claim}, and is continued again after one night`, async (t) => {
      const directory = folder(t);
      const out = join(directory, 'a.snapshot');
      const decisions = join(directory, 'decisions.ndjson');
      const register = [...MILLS.with(3, secret), mill(900, { key: 'fi-test:muu' })];
      const night = async (decided: readonly RegisterLine[], day: string) => {
        writeFileSync(decisions, ['# none', ...decided.map((line) => JSON.stringify(line)), ''].join('\n'));
        const inputs = [write(directory, register, day), ...(decided.length === 0 ? [] : [decisions])];
        const built = await buildSnapshot({ inputs, out, previous: out, acceptLoss: ['FI'] });
        await using reader = SnapshotReader.open(out);
        const dictionary = Buffer.from(reader.dictionary.bytes).toString();
        const knows = dictionary.includes('Salainen') || /salainen/i.test(readFileSync(out, 'latin1'));
        return { isContinued: built.kept !== undefined, whyFull: built.whyFull, knows };
      };
      await buildSnapshot({ inputs: [write(directory, register, '2026-11-20')], out });
      for (const day of ['2026-11-21', '2026-11-22']) await night(first, day);
      assert.deepEqual(await night(first, '2026-11-23'), { isContinued: true, whyFull: undefined, knows: true });
      const { whyFull, ...restricted } = await night([...first, ...more], '2026-11-24');
      assert.deepEqual(restricted, { isContinued: false, knows: false });
      assert.match(whyFull ?? '', /^a company is restricted that was not/);
      assert.ok(!readFileSync(`${out}.lines`).includes('salainen'));
      await using after = SnapshotReader.open(out);
      assert.ok(after.isRestricted(SECRET_ID));
      // The next build finds the companies with one of its numbers.
      assert.match(
        (await night([...first, ...more], '2026-11-25')).whyFull ?? '',
        /previous build restricted companies/,
      );
      assert.deepEqual(await night([...first, ...more], '2026-11-26'), {
        isContinued: true,
        whyFull: undefined,
        knows: false,
      });
    });

  test('restricts a company that shares a number with one that was restricted after it had gone', async (t) => {
    const directory = folder(t);
    const out = join(directory, 'a.snapshot');
    const shared = { identifiers: mill(900).identifiers ?? [] };
    const [stays, goes] = ['x', 'y'].map((key) => mill(900, { ...shared, key: `fi-test:${key}`, name: `Oy ${key}` }));
    const lines = (...more: (RegisterLine | undefined)[]): RegisterLine[] => [
      ...MILLS.map((line, n) => ({ ...line, key: `fi-test:${n}` })),
      ...more.filter((line) => line !== undefined),
    ];
    await buildSnapshot({ inputs: [write(directory, lines(stays, goes), '2026-11-20')], out });
    await using first = SnapshotReader.open(out);
    const { id } = JSON.parse(first.search('Oy y', undefined, 1, 0).json.toString()) as { id: string };
    const decisions = join(directory, 'decisions.ndjson');
    writeFileSync(decisions, `${JSON.stringify({ id, lifecycle: { status: 'restricted' } })}\n`);
    for (const [day, ...decided] of [['2026-11-21'], ['2026-11-22', decisions], ['2026-11-23', decisions]] as const) {
      const inputs = [...decided, write(directory, lines(stays), day)];
      const full = `${out}.full`;
      await buildSnapshot({ inputs, out: full, previous: out, full: true, acceptLoss: ['FI'] });
      await buildSnapshot({ inputs, out, previous: out, acceptLoss: ['FI'] });
      await using a = SnapshotReader.open(out);
      await using b = SnapshotReader.open(full);
      assert.deepEqual([...scanRecords(a)].map((one) => one.decode()), [...scanRecords(b)].map((one) => one.decode())); // prettier-ignore
    }
    await using last = SnapshotReader.open(out);
    assert.equal(last.metadata.records.restricted, 2);
  });

  test('merges two lines of one file and day as a full build does, though their texts are in another order', async (t) => {
    const directory = folder(t);
    const [out, full] = [join(directory, 'a.snapshot'), join(directory, 'full.snapshot')];
    // The officers come first in the text, which decides where input and day are the same.
    const observed = (name: string, day: string): RegisterLine => ({
      ...mill(900, { key: 'fi-test:x' }),
      officers: [{ source: { system: 'S', observed_at: `${day}T00:00:00Z` }, name, roles: ['Board'] }],
    });
    const night = (day: string): string => {
      const lines = [...MILLS, observed('Alma Esimerkki', day), observed('Bertta Esimerkki', '2026-11-05')];
      return write(directory, lines, day);
    };
    await buildSnapshot({ inputs: [night('2026-11-03')], out });
    const inputs = [night('2026-11-07')];
    await buildSnapshot({ inputs, out, previous: out });
    await buildSnapshot({ inputs, out: full });
    await using a = SnapshotReader.open(out);
    await using b = SnapshotReader.open(full);
    assert.deepEqual([...scanRecords(a)].map((one) => one.decode()), [...scanRecords(b)].map((one) => one.decode())); // prettier-ignore
  });

  test('is refused if an input is replaced between its two readings', async (t) => {
    const directory = folder(t);
    const out = join(directory, 'a.snapshot');
    const path = write(directory, MILLS, '2026-11-20');
    await buildSnapshot({ inputs: [path], out });
    write(directory, MILLS.with(7, mill(7, { name: 'Uusi Mylly Oy' })), '2026-11-21');
    const replaced = `${path}.next`;
    cpSync(path, replaced);
    writeFileSync(replaced, readFileSync(path, 'utf8').replace('Uusi Mylly Oy', 'Väärä Mylly Oy'));
    const startProgress = (step: string): StepProgress => ({
      update: () => undefined,
      finish: () => (step === 'compare lines' ? renameSync(replaced, path) : undefined),
    });
    const built = buildSnapshot({ inputs: [path], out, previous: out, startProgress });
    await assert.rejects(built, { name: 'InputError', message: /lines\.ndjson": it was changed while it was read/ });
    await using reader = SnapshotReader.open(out);
    assert.match(reader.search('1000007', undefined, 1, 0).json.toString(), /"Mylly 7 Oy"/);
  });
});
