import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLei } from './lei.ts';

for (const [claim, text, want] of [
  ['accepts right check digits', '984500FIXTURE0000179', true],
  ['refuses wrong check digits', '984500FIXTURE0000100', false],
  ['refuses two characters changed for each other', '984500FIXTUER0000179', false],
  ['accepts the first check digits, 02', '96950039ABCDEFGHIJ02', true],
  ['accepts the last check digits, 98', '96950008ABCDEFGHIJ98', true],
  ['refuses 99, which leaves the remainder of 02', '96950039ABCDEFGHIJ99', false],
  ['refuses 00, which leaves the remainder of 97', '96950074ABCDEFGHIJ00', false],
  ['refuses 01, which leaves the remainder of 98', '96950008ABCDEFGHIJ01', false],
  ['refuses lower case', '984500fixture0000179', false],
  ['refuses 19 characters', '984500FIXTURE000017', false],
  ['refuses 21 characters', '984500FIXTURE00001790', false],
] as const) {
  test(`isLei ${claim}`, () => assert.equal(isLei(text), want));
}
