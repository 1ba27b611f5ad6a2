import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RecentAnswers } from './recent.ts';

const RING = 16_384;
const LARGEST = RING / 16;
/** What each takes at least. */
const ROOM_MIN = 512;

test('RecentAnswers never gives another answer than the one that was kept, and never more than fit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: LARGEST + 20 })), {
        maxLength: 400,
      }),
      (steps) => {
        const recent = new RecentAnswers<number>(RING);
        const truth = new Map<string, { bytes: Buffer; fact: number }>();
        for (const [step, [key, length]] of steps.entries()) {
          const found = recent.get(String(key));
          if (found !== undefined)
            assert.deepEqual({ ...found, bytes: Buffer.from(found.bytes) }, truth.get(String(key)));
          else {
            const bytes = Buffer.alloc(length, step);
            recent.keep(String(key), [bytes], step);
            truth.set(String(key), { bytes, fact: step });
            assert.equal(recent.get(String(key)) !== undefined, length <= LARGEST, 'what was just kept is there');
          }
          const kept = [...truth].filter(([one]) => recent.get(one) !== undefined);
          assert.ok(kept.reduce((sum, [, { bytes }]) => sum + Math.max(ROOM_MIN, bytes.length), 0) <= RING);
        }
      },
    ),
  );
});

test('RecentAnswers drives out the oldest first', () => {
  const recent = new RecentAnswers<undefined>(RING);
  for (let i = 0; i < 20; i++) recent.keep(String(i), [Buffer.alloc(LARGEST, i)], undefined);
  const kept = Array.from({ length: 20 }, (_, i) => i).filter((i) => recent.get(String(i)) !== undefined);
  assert.deepEqual(kept, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});
