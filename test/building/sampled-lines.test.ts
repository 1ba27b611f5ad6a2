/** A build queries the file that it wrote for lines of its inputs, before the file gets its name. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateLines } from '../../tools/sample/lines.ts';
import { buildSnapshot, type BuildOutcome } from '../../src/build/index.ts';
import { InputError, deriveCompanyId, type RegisterLine } from '../../src/model/index.ts';
import { SnapshotWriter } from '../../src/snapshot/index.ts';
import { folder } from '../fixtures/folder.ts';

type Identifier = NonNullable<RegisterLine['identifiers']>[number];
const fi = (value: string): Identifier => ({ scheme: 'national_registry_number', value, country_scope: 'FI' });
const deriveId = (value: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'national_registry_number', scope: 'FI', comparedValue: value });
const mill = (value: string, more: Partial<RegisterLine> = {}): RegisterLine => ({
  name: `Mill ${value} Oy`,
  identifiers: [fi(value)],
  ...more,
});
const LEI: Identifier = { scheme: 'lei', value: '549300AAAAAAAAAAAA01' };
const FUND_LEI: Identifier = { scheme: 'lei', value: '549300CCCCCCCCCCCC03' };
const FUND: RegisterLine = { register: 'gleif', index: true, name: 'Fund' };

/** Builds `a.snapshot` from one file of lines per input, the most trusted first. */
function build(
  directory: string,
  inputs: readonly (readonly RegisterLine[])[],
  more: object = {},
): Promise<BuildOutcome> {
  const files = inputs.map((lines, i) => {
    const file = join(directory, `${i}.ndjson`);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  });
  return buildSnapshot({ inputs: files, out: join(directory, 'a.snapshot'), ...more });
}

test('every kind of line passes, in a first build and in one that continues it', async (t) => {
  const directory = folder(t);
  const decisions: RegisterLine[] = [
    { id: deriveId('1001'), lifecycle: { status: 'restricted' } },
    { id: deriveId('1002'), lifecycle: { status: 'redirected', canonical_id: deriveId('1000') } },
    { id: deriveId('1003'), lifecycle: { status: 'split', successor_ids: [deriveId('1000'), deriveId('1004')] } },
    { id: deriveId('1005'), name: 'Named by hand Oy' },
    { id: 'co_00000000000000000000000001', identifiers: [fi('1006')] },
    { id: 'co_00000000000000000000000002', lifecycle: { status: 'redirected', canonical_id: deriveId('1000') } },
  ];
  const register: RegisterLine[] = [
    ...Array.from({ length: 10 }, (_, i) => mill(String(1000 + i), { country_code: 'SE' })),
    mill('1007', { name: 'Mill of another day Oy', as_of_date: '2026-01-01' }),
    mill('1010', { lifecycle: { status: 'restricted' } }),
    mill('1011', { lifecycle: { status: 'tombstoned' } }),
    mill('1012', { name: '〆' }),
    mill('1013', { name: 'A', identifiers: [fi('1013'), { scheme: 'tin', value: '1'.repeat(256) }] }),
    { key: 'fi-test:1', name: 'Of a key only' },
    // A number that two companies share joins nothing.
    { key: 'fi-test:2', name: 'Half', identifiers: [fi('2000')] },
    { key: 'fi-test:3', name: 'Half', identifiers: [fi('2000')] },
  ];
  const leis: RegisterLine[] = [
    mill('1000', { name: 'MILL 1000', identifiers: [fi('100-0'), { ...LEI, country_scope: 'FI' }] }),
    { name: 'By a LEI only', identifiers: [{ scheme: 'lei', value: '549300BBBBBBBBBBBB02' }] },
    // The number of the fund, and its other form, are those of its manager.
    { ...FUND, company_type: 'FUND', identifiers: [fi('4000'), FUND_LEI], number_forms: ['FI4000'] },
    { ...FUND, name: 'Manager', identifiers: [fi('4000'), { ...FUND_LEI, value: '549300DDDDDDDDDDDD04' }] },
  ];
  const first = await build(directory, [decisions, register, leis]);
  assert.deepEqual(first.metadata.records, { active: 15, redirected: 2, split: 1, tombstoned: 1, restricted: 2 });
  // Now 1000 has another number, 1008 vanishes, and 1009 turns out to be 1007. A restricted company stays restricted without the decision.
  const later = [
    mill('3000', { identifiers: [fi('3000'), LEI] }),
    ...register.filter(({ name }) => !/^Mill 100[089] /.test(name ?? '')),
    { key: 'fi-test:4', identifiers: [fi('1007')] },
    { key: 'fi-test:4', identifiers: [fi('1009')] },
  ];
  const previous = join(directory, 'a.snapshot');
  const second = await build(directory, [decisions.slice(1), later, leis.slice(1)], { previous, acceptLoss: ['FI'] });
  assert.equal(second.report.merged, 1);
  assert.equal(second.report.vanished, 1);
  assert.equal(second.metadata.records.restricted, 2);
});

test('a writer that loses a company stops the build with one line, and the old snapshot stays', async (t) => {
  const directory = folder(t);
  const lines = Array.from({ length: 40 }, (_, i) => mill(String(5000 + i)));
  await build(directory, [lines]);
  const before = readFileSync(join(directory, 'a.snapshot'));
  const names = readdirSync(directory);
  t.mock.method(SnapshotWriter.prototype, 'add', () => undefined, { times: 1 });
  await assert.rejects(build(directory, [lines]), (error) => {
    assert.ok(error instanceof InputError);
    const says = `the company "${deriveId('5000')}" is missing from the snapshot`;
    const where = `Cannot build: the snapshot contradicts line 1 of "${join(directory, '0.ndjson')}"`;
    assert.equal(error.message, `${where}: ${says}`);
    return true;
  });
  assert.deepEqual(readFileSync(join(directory, 'a.snapshot')), before);
  assert.deepEqual(readdirSync(directory), names);
});

test('a thousand companies with the skew of real registers pass', async (t) => {
  const directory = folder(t);
  const input = join(directory, 'lines.ndjson');
  for (const batch of generateLines({ companies: 1000, seed: 11 })) writeFileSync(input, batch, { flag: 'a' });
  const { metadata } = await buildSnapshot({ inputs: [input], out: join(directory, 'a.snapshot') });
  assert.equal(metadata.records.active, 1000);
});
