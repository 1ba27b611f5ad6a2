import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paddedNumber } from './officers.ts';

for (const [text, want] of [
  ['1', '00000001'],
  ['25593', '00025593'],
  ['00025593', '00025593'],
  ['123456789', '123456789'],
  ['ARES_00000001', 'ARES_00000001'],
] as const) {
  test(`paddedNumber makes ${want} of ${text}`, () => assert.equal(paddedNumber(text), want));
}
