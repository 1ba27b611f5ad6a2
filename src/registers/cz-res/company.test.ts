import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublishedNumber } from '../../model/index.ts';
import { paddedNumber } from './officers.ts';

for (const [number, want] of [
  // The numbers of the two publishers.
  ['00025593', true],
  ['00006947', true],
  ['00025594', false],
  ['25593', false],
  ['000255930', false],
  ['0002559O', false],
  // Remainders of 0, 1 and 10, whose check digits are 1, 0 and 1.
  ['99000041', true],
  ['99000130', true],
  ['99000091', true],
] as const) {
  test(`isPublishedNumber returns ${want} for ${number}`, () =>
    assert.equal(isPublishedNumber('CZ IČO', number), want));
}

for (const [text, want] of [
  ['1', '00000001'],
  ['25593', '00025593'],
  ['00025593', '00025593'],
  ['123456789', '123456789'],
  ['ARES_00000001', 'ARES_00000001'],
] as const) {
  test(`paddedNumber makes ${want} of ${text}`, () => assert.equal(paddedNumber(text), want));
}
