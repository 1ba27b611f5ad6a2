import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoDate } from './dates.ts';

const DAY_FIRST = /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/;

for (const [text, want] of [
  ['05.06.2023', '2023-06-05'],
  ['29.02.2024', '2024-02-29'],
  ['29.02.2023', undefined],
  ['5.6.2023', undefined],
  ['2023-06-05', undefined],
  [undefined, undefined],
] as const) {
  test(`isoDate makes ${want} of ${text}`, () => assert.equal(isoDate(text, DAY_FIRST), want));
}
