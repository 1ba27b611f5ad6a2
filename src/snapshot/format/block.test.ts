import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Block, BlockBuilder, entryCount } from './block.ts';
import { ID_BYTES } from './row.ts';

const names = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1'), maxLength: 6 }), { minLength: 1, maxLength: 16 })
  .map((all) => all.toSorted());

function buildBlock(sorted: readonly string[]): Buffer {
  const builder = new BlockBuilder();
  for (const [i, name] of sorted.entries())
    builder.add(Buffer.from(name), Buffer.alloc(ID_BYTES, i), Buffer.from(`,"row":${i},"name":"${name}"}`));
  return builder.take();
}

suite('A block', () => {
  test('gives its names and rows back', () => {
    fc.assert(
      fc.property(names, (sorted) => {
        const block = buildBlock(sorted);
        assert.equal(entryCount(block), sorted.length);
        assert.deepEqual(new Block().open(block).names(), sorted);
        const rows = new Block().open(block);
        for (const [i, name] of sorted.entries()) {
          // Some entries are skipped, as in a search.
          if (i % 3 === 1) continue;
          rows.seek(i);
          assert.equal(block.toString('utf8', rows.rowStart, rows.rowEnd), `,"row":${i},"name":"${name}"}`);
          const id = rows.idsStart + ID_BYTES * i;
          assert.deepEqual(block.subarray(id, id + ID_BYTES), Buffer.alloc(ID_BYTES, i));
        }
      }),
    );
  });

  test('finds exactly the names that start with a prefix, and reports whether later blocks may have more', () => {
    const prefix = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, prefix, (sorted, typed) => {
        const block = new Block().open(buildBlock(sorted));
        block.match(Buffer.from(typed));
        const { from, to, isOpen } = block;
        const matching = sorted.flatMap((name, i) => (name.startsWith(typed) ? [i] : []));
        assert.deepEqual(
          Array.from({ length: to - from }, (_, i) => from + i),
          matching,
        );
        assert.equal(
          isOpen,
          sorted.every((name) => name < typed || name.startsWith(typed)),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
