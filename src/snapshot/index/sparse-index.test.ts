import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tables } from '../format/format.ts';
import { SparseIndex, SparseIndexWriter } from './sparse-index.ts';

test('SparseIndex finds the first block whose last name is not before a prefix, in every scope', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1'), maxLength: 4 });
  const names = fc.array(name, { maxLength: 600 }).map((all) => all.toSorted());
  const scopes = fc.uniqueArray(fc.constantFrom('\0\0', 'DE', 'NO', 'SE'), { minLength: 1 });
  fc.assert(
    fc.property(scopes, fc.array(names, { minLength: 4, maxLength: 4 }), name, (used, lists, prefix) => {
      const rows = new Map<string, Buffer>();
      const writer = new SparseIndexWriter((key, value) => void rows.set(key.toString('hex'), value));
      const sorted = used.toSorted();
      for (const [i, scope] of sorted.entries()) {
        for (const last of lists[i] ?? []) writer.add(scope, Buffer.from(last));
      }
      const find = (key: Buffer): Buffer | undefined => rows.get(key.toString('hex'));
      const table = { getBinary: find } as unknown as Tables['sparseIndex'];
      const index = new SparseIndex(writer.finish());
      for (const [i, scope] of sorted.entries()) {
        const wanted = (lists[i] ?? []).findIndex((last) => last >= prefix);
        // The second time the row is cached.
        for (let times = 0; times < 2; times++) {
          assert.equal(index.firstBlock(table, scope, Buffer.from(prefix)), wanted < 0 ? undefined : wanted);
        }
      }
      assert.equal(index.firstBlock(table, 'XX', Buffer.from(prefix)), undefined);
    }),
    { numRuns: 300 },
  );
});

test('SparseIndex finds a block at or before the right one where names are cut', () => {
  const long = (end: string): Buffer => Buffer.from(`${'x'.repeat(250)}${end}`);
  const rows: Buffer[] = [];
  const writer = new SparseIndexWriter((_, value) => void rows.push(value));
  for (const end of ['a', 'b', 'c']) writer.add('SE', long(end));
  const table = { getBinary: () => rows[0] } as unknown as Tables['sparseIndex'];
  assert.equal(new SparseIndex(writer.finish()).firstBlock(table, 'SE', long('c')), 0);
});
