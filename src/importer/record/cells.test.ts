import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOf } from './cells.ts';
import { CsvRow } from '../rows.ts';

const row = {
  input: 'in.csv',
  record: 1,
  csv: new CsvRow(
    new Map([
      ['name', 0],
      ['status', 1],
      ['country', 2],
    ]),
    [' A  Ltd ', '', ' \t'],
  ),
};

for (const [claim, column, want] of [
  ['trims a cell and keeps the spaces inside', 'name', 'A  Ltd'],
  ['takes an empty cell for none', 'status', undefined],
  ['takes white space for none', 'country', undefined],
  ['takes a column that the file does not have for none', 'lei', undefined],
] as const) {
  test(`cellOf ${claim}`, () => assert.equal(cellOf(row, column), want));
}

test('cellOf finds nothing in a record of a JSON file', () => {
  assert.equal(cellOf({ input: 'in.json', record: 1, json: { name: 'A' } }, 'name'), undefined);
});
