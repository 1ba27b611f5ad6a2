import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDate, isoDate } from './details.ts';

const DAY_FIRST = /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/;

for (const [text, want] of [
  ['05.06.2023', '2023-06-05'],
  ['29.02.2024', '2024-02-29'],
  ['29.02.2023', undefined],
  ['5.6.2023', undefined],
  ['2023-06-05', undefined],
  [undefined, undefined],
] as const) {
  test(`isoDate finds ${want} in ${text}`, () => assert.equal(isoDate(text, DAY_FIRST), want));
}

for (const [text, want] of [
  ['2026-11-30', true],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-1-1', false],
  ['2026-01-01T00:00:00Z', false],
  ['', false],
] as const) {
  test(`isDate returns ${want} for "${text}"`, () => assert.equal(isDate(text), want));
}
