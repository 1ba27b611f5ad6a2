import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imported } from '../../src/registers/fixture-import.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { compared, formatRow, readFiles } from './independent-readings/compare.ts';
import { NOT_IN_FILES, READERS } from './independent-readings/readers.ts';

/** Registers whose lines are made of one record each: the fixture has the line of each record. */
const ONE_RECORD_A_LINE = new Set([
  'ch-zefix',
  'de-offeneregister',
  'fi-prh',
  'fr-rne',
  'gleif',
  'gr-gemi',
  'md-asp',
  'pl-krs',
  'sk-rpo',
  'ua-edr',
]);

const joined = [...REGISTERS].filter(([id, { mapping }]) => mapping === undefined && !ONE_RECORD_A_LINE.has(id));

for (const [id, register] of joined) {
  for (const { title, inputs } of fixtureCases(id)) {
    test(`${title} imports what an independent reading of its files finds, field by field`, async (t) => {
      const read = READERS.get(id);
      assert.ok(read !== undefined, `a register that joins records needs test/importing/independent-readings/${id}.ts`);
      const { lines } = await imported(t, register, inputs);
      const comparison = compared(lines, readFiles(read, inputs), NOT_IN_FILES.get(id));
      t.diagnostic(formatRow(title, comparison));
      assert.deepEqual(comparison.differences, []);
      assert.ok(comparison.records > 0 && comparison.records === lines.length, 'every line is compared');
      for (const field of ['name', 'identifiers']) assert.ok((comparison.fields.get(field) ?? 0) > 0, field);
    });
  }
}

const LINE = { key: 'a:1', name: 'A', officers: [{ name: 'B', roles: ['x', 'y'], source: { system: 's' } }] };

const CASES: readonly (readonly [claim: string, line: object, reading: object, differing: number])[] = [
  ['the same, whatever the order and the source', LINE, { ...LINE, officers: [{ name: 'B', roles: ['y', 'x'] }] }, 0],
  ['a list that is empty and one that is absent', LINE, { ...LINE, other_names: [] }, 0],
  ['another name', LINE, { ...LINE, name: 'a' }, 1],
  ['a field on only one side', LINE, { ...LINE, country_code: 'FI' }, 1],
  ['a role on only one side', LINE, { ...LINE, officers: [{ name: 'B', roles: ['x'] }] }, 1],
  ['another record', LINE, { ...LINE, key: 'a:2' }, 2],
];
for (const [claim, line, reading, differing] of CASES) {
  test(`a comparison finds ${differing} differences in ${claim}`, () => {
    const found = compared([{ ...line }], [{ ...reading }]);
    assert.equal(found.differing, differing);
    assert.equal(found.differences.length, differing);
  });
}
