import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { binaryText } from '../http1/chunks.ts';
import { RecentPlaces, type PlacedPage } from './recent-places.ts';
import { textsOnOneShelf } from './byte-cache-fixture.ts';
import { keyOf } from './byte-cache.ts';

const SHELVES = 4096;
const SHELF_BYTES = 2048;

/** Keys that lie on one shelf. */
const ALIKE = textsOnOneShelf(SHELVES, 100);

const PAGE: PlacedPage = { question: '"nordlys"', next: '17', place: Buffer.of(0, 0, 0, 0, 0, 7, 10) };

/** A copy, for what is read is valid only until something else is kept. */
function read(recent: RecentPlaces, key: string): PlacedPage | undefined {
  const page = recent.get(keyOf(key));
  return page && { ...page, place: Buffer.from(page.place) };
}

suite('Places of pages', () => {
  test('are those that were kept, or none', () => {
    const pages = fc.record(
      {
        question: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }).map(binaryText),
        next: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }), { nil: undefined }),
        place: fc.uint8Array({ maxLength: 255 }).map((bytes) => Buffer.from(bytes)),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(ALIKE.length - 1), pages), { maxLength: 120 }), (steps) => {
        const recent = new RecentPlaces();
        const truth = new Map<string, PlacedPage>();
        for (const [number, page] of steps) {
          const key = ALIKE[number] ?? '';
          const found = read(recent, key);
          if (found !== undefined) assert.deepEqual(found, truth.get(key));
          else {
            recent.keep(keyOf(key), page);
            truth.set(key, page);
            const { question, next = '' } = page;
            const isKept = question.length <= 255 && Buffer.byteLength(next) === next.length;
            assert.deepEqual(read(recent, key), isKept ? page : undefined);
          }
        }
      }),
    );
  });

  test('of a shelf are as many as fit, the newest', () => {
    const recent = new RecentPlaces();
    for (const key of ALIKE) recent.keep(keyOf(key), PAGE);
    const known = ALIKE.map((key) => recent.get(keyOf(key)) !== undefined);
    const first = known.indexOf(true);
    assert.deepEqual(known, [...Array<boolean>(first).fill(false), ...Array<boolean>(100 - first).fill(true)]);
    // The question, two bytes of the position, seven of the place, two lengths, and the key behind its own.
    const bytesOf = (key: string): number => PAGE.question.length + 2 + 7 + 2 + 2 + key.length;
    const kept = ALIKE.slice(first);
    assert.ok(kept.reduce((sum, key) => sum + bytesOf(key), 0) <= SHELF_BYTES);
    assert.ok(ALIKE.slice(first - 1).reduce((sum, key) => sum + bytesOf(key), 0) > SHELF_BYTES || kept.length === 64);
  });

  for (const [claim, key, page] of [
    ['under a key that is too long', 'x'.repeat(1025), PAGE],
    ['under a key that is not of ASCII', 'ø', PAGE],
    ['of a question that is too long', 'one', { ...PAGE, question: 'q'.repeat(256) }],
    ['whose position is not of ASCII', 'one', { ...PAGE, next: 'ø' }],
    ['of a place that is too long', 'one', { ...PAGE, place: Buffer.alloc(256) }],
  ] as const) {
    test(`are not kept ${claim}`, () => {
      const recent = new RecentPlaces();
      recent.keep(keyOf(key), page);
      assert.equal(recent.get(keyOf(key)), undefined);
    });
  }

  test('are forgotten all at once', () => {
    const recent = new RecentPlaces();
    recent.keep(keyOf('one'), PAGE);
    assert.deepEqual(read(recent, 'one'), PAGE);
    recent.clear();
    assert.equal(recent.get(keyOf('one')), undefined);
  });
});
