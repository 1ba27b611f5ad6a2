import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLei } from './lei.ts';

for (const [claim, text, want] of [
  ['accepts right check digits', '984500FIXTURE0000179', true],
  ['refuses wrong check digits', '984500FIXTURE0000100', false],
  ['refuses two characters changed for each other', '984500FIXTUER0000179', false],
  ['refuses lower case', '984500fixture0000179', false],
  ['refuses 19 characters', '984500FIXTURE000017', false],
  ['refuses 21 characters', '984500FIXTURE00001790', false],
] as const) {
  test(`isLei ${claim}`, () => assert.equal(isLei(text), want));
}
