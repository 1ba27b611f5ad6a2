import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { areDigits, digitAt, packDigits, packedBytes, unpackDigits } from './digits.ts';

suite('Digits, two in a byte', () => {
  test('are read as they were written, together and one by one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,30}$/), fc.nat(3), (digits, start) => {
        const packed = Buffer.alloc(start + packedBytes(digits.length));
        assert.equal(packDigits(Buffer.from(digits), packed, start), packed.length);
        assert.equal(unpackDigits(packed, start, digits.length), digits);
        const one = Array.from(digits, (_, place) => String.fromCharCode(digitAt(packed, start, place)));
        assert.equal(one.join(''), digits);
      }),
    );
  });

  for (const [text, are] of [
    ['', true],
    ['0123456789', true],
    ['12a', false],
    ['1-2', false],
    ['١٢', false],
  ] as const)
    test(`"${text}" is ${are ? '' : 'not '}written so`, () => assert.equal(areDigits(Buffer.from(text)), are));
});
