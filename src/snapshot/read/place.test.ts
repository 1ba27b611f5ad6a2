import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PLACE_BYTES_MAX, PlaceNotes, runsOf, scopeOf, type Run } from './place.ts';

/** Every rank of some runs, in their order. */
function ranksOf(runs: readonly Run[]): number[] {
  return runs.flatMap(({ rank, count }) => Array.from({ length: count }, (_, i) => rank + i));
}

test('A place tells the ranks that were noted, in their order, and the scope', () => {
  const run = fc.record({
    rank: fc.integer({ min: 0, max: 2 ** 32 - 1 - 16 }),
    count: fc.integer({ min: 1, max: 16 }),
  });
  const notes = new PlaceNotes();
  fc.assert(
    fc.property(fc.constantFrom('\0\0', 'NO'), fc.array(run, { maxLength: 25 }), (scope, runs) => {
      notes.begin(scope);
      for (const one of runs) notes.add(one);
      const place = notes.written() ?? Buffer.alloc(0);
      assert.equal(scopeOf(place), scope);
      assert.deepEqual(ranksOf(runsOf(place)), ranksOf(runs));
    }),
  );
});

test('Neighbours are one run, of 255 companies at most', () => {
  const notes = new PlaceNotes();
  notes.begin('NO');
  for (let rank = 0; rank < 300; rank += 10) notes.add({ rank, count: 10 });
  assert.deepEqual(runsOf(notes.written() ?? Buffer.alloc(0)), [
    { rank: 0, count: 250 },
    { rank: 250, count: 50 },
  ]);
});

test('A place that is too long is none, and the next one is right again', () => {
  const notes = new PlaceNotes();
  notes.begin('NO');
  for (let rank = 0; rank < 1000; rank += 2) notes.add({ rank, count: 1 });
  assert.equal(notes.written(), undefined);
  notes.begin('NO');
  for (let rank = 0; rank < 100; rank += 2) notes.add({ rank, count: 1 });
  const place = notes.written() ?? Buffer.alloc(0);
  assert.equal(runsOf(place).length, 50);
  assert.ok(place.length <= PLACE_BYTES_MAX);
});
