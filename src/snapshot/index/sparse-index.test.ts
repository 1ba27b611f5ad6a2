import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tables } from '../format/format.ts';
import { SparseIndex, SparseIndexWriter } from './sparse-index.ts';

test('SparseIndex finds the blocks among which the first is whose last name is not before a name, in every scope', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1'), maxLength: 10 });
  const names = fc.array(name, { maxLength: 600 }).map((all) => all.toSorted());
  const scopes = fc.uniqueArray(fc.constantFrom('\0\0', 'DE', 'NO', 'SE'), { minLength: 1 });
  fc.assert(
    fc.property(scopes, fc.array(names, { minLength: 4, maxLength: 4 }), name, (used, lists, typed) => {
      const rows = new Map<string, Buffer>();
      const writer = new SparseIndexWriter((key, value) => void rows.set(key.toString('latin1'), Buffer.from(value)));
      const sorted = used.toSorted();
      for (const [i, scope] of sorted.entries()) {
        for (const last of lists[i] ?? []) writer.add(scope, Buffer.from(last));
      }
      writer.finish();
      const sparseIndex = { get: (key: Buffer) => rows.get(key.toString('latin1')) };
      const index = new SparseIndex({ sparseIndex } as unknown as Tables);
      for (const [i, scope] of sorted.entries()) {
        const lasts = lists[i] ?? [];
        const wanted = lasts.filter((last) => last < typed).length;
        // The second time, the row is known.
        for (let times = 0; times < 2; times++) {
          const range = { from: -1, to: -1 };
          index.find(scope, Buffer.from(typed), range);
          assert.ok(range.from <= wanted && wanted <= range.to, `${range.from} to ${range.to} without ${wanted}`);
          const isCut = lasts.slice(range.from, range.to).every((last) => last.startsWith(typed.slice(0, 8)));
          assert.ok(
            isCut && (typed.length > 8 || range.from === range.to),
            `"${typed}" has ${range.from} to ${range.to}`,
          );
        }
      }
      const nowhere = { from: -1, to: -1 };
      index.find('XX', Buffer.from(typed), nowhere);
      assert.deepEqual(nowhere, { from: 0, to: 0 });
    }),
    { numRuns: 300 },
  );
});
