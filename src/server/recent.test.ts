import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { RecentAnswers } from './recent.ts';

const SHELVES = 512;
/** Room for eight of the largest answers on each shelf. */
const LARGEST = 512;
const MEMORY = SHELVES * LARGEST * 8;

/** Asks for a key so often, and offers an answer each time that there is none. */
function ask(recent: RecentAnswers<number>, key: string, times: number, answer: Buffer = Buffer.alloc(LARGEST)): void {
  for (let i = 0; i < times; i++) if (recent.get(key) === undefined) recent.keep(key, [answer], i);
}

suite('Kept answers', () => {
  test('are never others than those that were kept, and never more than fit', () => {
    // Keys that share a shelf with others, so that some drive out others.
    const step = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: LARGEST * 5 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const recent = new RecentAnswers<number>(SHELVES * LARGEST * 8);
        const truth = new Map<string, { bytes: Buffer; fact: number }>();
        for (const [fact, [number, length]] of steps.entries()) {
          const key = ALIKE[number] ?? '';
          const found = recent.get(key);
          if (found !== undefined) assert.deepEqual({ ...found, bytes: Buffer.from(found.bytes) }, truth.get(key));
          const bytes = Buffer.alloc(length, fact);
          recent.keep(key, [bytes.subarray(0, 3), bytes.subarray(3)], fact);
          if (recent.get(key)?.fact === fact) truth.set(key, { bytes, fact });
        }
        const kept = ALIKE.flatMap((key) => recent.get(key)?.bytes.length ?? []);
        assert.ok(kept.reduce((sum, length) => sum + length, 0) <= LARGEST * 8);
      }),
    );
  });

  test('are those that were asked for before', () => {
    const recent = new RecentAnswers<number>(MEMORY);
    ask(recent, 'once', 1);
    assert.equal(recent.get('once'), undefined);
    ask(recent, 'twice', 2);
    assert.notEqual(recent.get('twice'), undefined);
  });

  test('are driven out by what is asked for more often, and by nothing else', () => {
    const recent = new RecentAnswers<number>(MEMORY);
    for (const key of ALIKE.slice(0, 8)) ask(recent, key, 5);
    ask(recent, ALIKE[8] ?? '', 4);
    assert.equal(recent.get(ALIKE[8] ?? ''), undefined, 'rarer than all others');
    ask(recent, ALIKE[8] ?? '', 9);
    assert.notEqual(recent.get(ALIKE[8] ?? ''), undefined);
    assert.equal(ALIKE.slice(0, 8).filter((key) => recent.get(key) !== undefined).length, 7);
  });

  test('give way in time when nobody asks for them any more', () => {
    const recent = new RecentAnswers<number>(MEMORY);
    for (const key of ALIKE.slice(0, 8)) ask(recent, key, 200);
    // Asks for all sorts of things, none of them twice: old counts are halved meanwhile, and halved again.
    for (let i = 0; i < 700_000; i++) recent.get(`other ${i}`);
    ask(recent, ALIKE[8] ?? '', 20);
    assert.notEqual(recent.get(ALIKE[8] ?? ''), undefined);
  });

  test('of none are left when all are forgotten', () => {
    const recent = new RecentAnswers<number>(MEMORY);
    ask(recent, 'a', 3);
    recent.clear();
    assert.equal(recent.get('a'), undefined);
  });
});

/** Keys that lie on one shelf: it is told by the last nine bits of their hash (FNV-1a). */
const ALIKE: readonly string[] = (() => {
  const hashOf = (text: string): number => {
    let hash = 0x811c9dc5;
    for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
    return hash & (SHELVES - 1);
  };
  const wanted = hashOf('key 0');
  return Array.from({ length: 40_000 }, (_, i) => `key ${i}`)
    .filter((key) => hashOf(key) === wanted)
    .slice(0, 41);
})();
