import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cells, readCell, readCells, requiredCell, type CsvRow } from '../formats/row.ts';

const row: CsvRow = {
  format: 'csv',
  input: 'in.csv',
  record: 1,
  cells: new Cells(
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
  test(`readCell ${claim}`, () => assert.equal(readCell(row, column), want));
}

test('requiredCell returns a cell, and throws a FieldFault with the column of an empty one', () => {
  assert.equal(requiredCell(row, 'name'), 'A  Ltd');
  assert.throws(() => requiredCell(row, 'status'), { field: 'status', message: 'is missing' });
});

test('readCells returns the cells that are not empty', () => {
  assert.deepEqual(readCells(row, ['name', 'status', 'lei']), { name: 'A  Ltd' });
});
