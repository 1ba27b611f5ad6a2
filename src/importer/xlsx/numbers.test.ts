import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialDate } from './number-formats.ts';

for (const [serial, want] of [
  ['61', '1900-03-01'],
  ['33606', '1992-01-03'],
  ['42412', '2016-02-12'],
  ['42412.75', '2016-02-12'],
  ['46279', '2026-09-14'],
  ['2958465', '9999-12-31'],
  ['2958466', undefined],
  ['60', undefined],
  ['-1', undefined],
  ['14.09.2026', undefined],
  ['', undefined],
] as const) {
  test(`serialDate returns ${want} for "${serial}"`, () => assert.equal(serialDate(serial), want));
}
