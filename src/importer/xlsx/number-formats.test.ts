import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormat } from './number-formats.ts';

for (const [id, code, value, want] of [
  [0, undefined, 42, undefined],
  [1, undefined, 42, undefined],
  [9, undefined, 0.25, '25%'],
  [10, undefined, 0.0755, '7.55%'],
  [14, undefined, 46354, '2026-11-28'],
  [14, undefined, 60, undefined],
  [14, undefined, 2_958_466, undefined],
  [20, undefined, 0.604_166_666_666_666_6, '14:30'],
  [21, undefined, 0.604_224_537_037_037, '14:30:05'],
  [22, undefined, 46_354.604_166_666_664, '2026-11-28 14:30'],
  [22, undefined, 46354, '2026-11-28'],
  [164, 'dd/mm/yyyy', 46354, '2026-11-28'],
  [164, '[$-407]d. mmmm yyyy;@', 46354, '2026-11-28'],
  [164, 'mmm', 46354, '2026-11-28'],
  [164, 'hh:mm', 0.5, '12:00'],
  [164, '[h]:mm', 1.5, undefined],
  [164, '0.0%', 0.125, '12.5%'],
  [164, 'General', 5, undefined],
  [164, '#,##0.00', 1234.5, undefined],
  [164, '#,##0.00 "Stück pro Tag"', 1234.5, undefined],
  [164, '[Red]#,##0', 1234, undefined],
  [164, '0.00', 7, undefined],
  [164, '00000000', 1_120_389, '01120389'],
  [164, '0000000\\-0', 1_120_389, '0112038-9'],
  [164, '0000000-0', 1_120_389, '0112038-9'],
  [164, '000\\ 000\\ 000\\ 00000', 73_282_932_000_074, '732 829 320 00074'],
  [164, '### ### 000', 12_345, '12 345'],
  [164, '"FN "000000', 1234, 'FN 001234'],
  [164, '00000000', 1234.5, undefined],
  [164, '0000-0', 1_120_389, undefined],
  [164, '00', 112, '112'],
] as const)
  test(`${value} in the format ${code ?? id} is shown as ${want ?? 'its digits'}`, () => {
    assert.equal(findFormat(id, code)?.(value), want);
  });

test('the calendar of 1904 has day 0 on 1 January 1904', () => {
  assert.equal(findFormat(14, undefined, true)?.(44_892), '2026-11-28');
});
