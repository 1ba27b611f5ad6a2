import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { VARINT_BYTES_MAX, VarintReader, sharedBytes, writeVarint } from './varint.ts';

suite('Numbers in as few bytes as they need', () => {
  test('are read as they were written, one after the other', () => {
    const number = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const bytes = Buffer.alloc(VARINT_BYTES_MAX * numbers.length);
        let end = 0;
        for (const one of numbers) end = writeVarint(bytes, end, one);
        const reader = new VarintReader(bytes, 0);
        assert.deepEqual(
          numbers.map(() => reader.next()),
          numbers,
        );
        assert.equal(reader.at, end);
      }),
    );
  });

  for (const [number, bytes] of [
    [0, 1],
    [127, 1],
    [128, 2],
    [16_383, 2],
    [16_384, 3],
    [2 ** 32 - 1, VARINT_BYTES_MAX],
  ] as const)
    test(`${number} takes ${bytes}`, () => {
      assert.equal(writeVarint(Buffer.alloc(VARINT_BYTES_MAX), 0, number), bytes);
    });
});

test('a number that is not below 2 ** 32 is refused, and so is one that never ends', () => {
  for (const bytes of [[0x80, 0x80, 0x80, 0x80, 0x10], [0xff, 0xff, 0xff, 0xff, 0xff], Array<number>(1000).fill(0x80)])
    assert.throws(() => new VarintReader(Uint8Array.from(bytes)).next(), RangeError);
});

test('sharedBytes returns the length of the common prefix', () => {
  for (const [a, b, shared] of [
    ['', '', 0],
    ['a', '', 0],
    ['abc', 'abd', 2],
    ['ab', 'abc', 2],
    ['abc', 'ab', 2],
  ] as const)
    assert.equal(sharedBytes(Buffer.from(a), Buffer.from(b)), shared);
});
