import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { RecentPages } from './response-cache.ts';
import { textsOnOneShelf } from './byte-cache-fixture.ts';
import { keyOf } from './byte-cache.ts';

const SHELVES = 512;
/** Room for a few of the largest pages on each shelf: less than eight, for their keys lie there, too. */
const LARGEST = 512;
const SHELF_BYTES = LARGEST * 8;
const MEMORY = SHELVES * SHELF_BYTES;
const FIT = 7;
const NOW = 1_795_000_000;

/** Keys that lie on one shelf. */
const ALIKE = textsOnOneShelf(SHELVES, 41);

/** Asks for a key so often, and offers a page each time that there is none. */
function ask(recent: RecentPages, key: string, times: number, page: Buffer = Buffer.alloc(LARGEST)): void {
  for (let i = 0; i < times; i++) if (recent.get(keyOf(key), NOW) === undefined) recent.keep(keyOf(key), [page]);
}

suite('Kept pages', () => {
  test('are never others than those that were kept, and never more than fit', () => {
    // Keys that share a shelf with others, so that some drive out others.
    const step = fc.tuple(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: LARGEST * 5 }),
      fc.option(fc.integer({ min: 0, max: NOW }), { nil: undefined }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const recent = new RecentPages(MEMORY);
        const truth = new Map<string, { body: Buffer; issuedSecond: number | undefined }>();
        for (const [i, [number, length, issuedSecond]] of steps.entries()) {
          const key = ALIKE[number] ?? '';
          const found = recent.get(keyOf(key), NOW);
          if (found !== undefined) assert.deepEqual({ ...found, body: Buffer.from(found.body) }, truth.get(key));
          const body = Buffer.alloc(length, i);
          recent.keep(keyOf(key), [body.subarray(0, 3), body.subarray(3)], Infinity, issuedSecond);
          if (recent.get(keyOf(key), NOW)?.body.equals(body) === true) truth.set(key, { body, issuedSecond });
        }
        const kept = ALIKE.flatMap((key) => recent.get(keyOf(key), NOW)?.body.length ?? []);
        assert.ok(kept.reduce((sum, length) => sum + length, 0) <= SHELF_BYTES);
      }),
    );
  });

  for (const [times, isKept] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    test(`${isKept ? 'are' : 'are not'} those that were asked for ${times} times`, () => {
      const recent = new RecentPages(MEMORY);
      ask(recent, 'one', times);
      assert.equal(recent.get(keyOf('one'), NOW) !== undefined, isKept);
    });
  }

  test('hold up to their last second', () => {
    const recent = new RecentPages(MEMORY);
    ask(recent, 'one', 2);
    recent.get(keyOf('one'), NOW);
    recent.keep(keyOf('one'), ['body'], NOW + 10, NOW);
    assert.equal(recent.get(keyOf('one'), NOW + 9)?.body.toString(), 'body');
    assert.equal(recent.get(keyOf('one'), NOW + 10), undefined);
  });

  test('are driven out by what is asked for more often, and by nothing else', () => {
    const recent = new RecentPages(MEMORY);
    const first = ALIKE.slice(0, FIT);
    const late = ALIKE[FIT] ?? '';
    for (const key of first) ask(recent, key, 5);
    ask(recent, late, 4);
    assert.equal(recent.get(keyOf(late), NOW), undefined, 'rarer than all others');
    ask(recent, late, 9);
    assert.notEqual(recent.get(keyOf(late), NOW), undefined);
    assert.equal(first.filter((key) => recent.get(keyOf(key), NOW) !== undefined).length, FIT - 1);
  });

  test('give way in time when nobody asks for them any more', () => {
    const recent = new RecentPages(MEMORY);
    for (const key of ALIKE.slice(0, FIT)) ask(recent, key, 200);
    // Asks for all sorts of things, none of them twice: old counts are halved meanwhile, and halved again.
    for (let i = 0; i < 700_000; i++) recent.get(keyOf(`other ${i}`), NOW);
    ask(recent, ALIKE[FIT] ?? '', 20);
    assert.notEqual(recent.get(keyOf(ALIKE[FIT] ?? ''), NOW), undefined);
  });

  for (const [claim, key] of [
    ['too long', 'x'.repeat(1025)],
    ['not of ASCII', 'ø'],
  ] as const) {
    test(`are not kept under a key that is ${claim}`, () => {
      const recent = new RecentPages(MEMORY);
      ask(recent, key, 5);
      assert.equal(recent.get(keyOf(key), NOW), undefined);
    });
  }

  test('are forgotten all at once', () => {
    const recent = new RecentPages(MEMORY);
    ask(recent, 'one', 4);
    recent.clear();
    assert.equal(recent.get(keyOf('one'), NOW), undefined);
  });
});
