import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { companyIdOf } from '../../model/index.ts';
import { BlockBuilder } from '../format/block.ts';
import { ID_BYTES, encodeIdEntry } from '../format/row.ts';
import { misplacedId } from './verify.ts';

suite('An id of a block has the rank of its place', () => {
  const ids = [1, 2, 3].map((n) => Buffer.alloc(ID_BYTES, n));
  const builder = new BlockBuilder();
  const row = Buffer.from('}');
  for (const id of ids) builder.add(Buffer.from('kvarn'), id, row);
  const block = builder.take();
  const none = { identifiers: [], numberForms: [], keys: [] };
  const at = (rank: number, its = row): Buffer => encodeIdEntry({ state: 'active', rank, row: its, ...none });
  const redirected = encodeIdEntry({ state: 'redirected', canonicalId: companyIdOf(Buffer.alloc(ID_BYTES)), ...none });

  for (const [claim, entries, misplaced] of [
    ['or the file is sound', [at(32), at(33), at(34)], undefined],
    ['and not to another', [at(32), at(34), at(33)], 2],
    ['and is known', [at(32), at(33), undefined], 3],
    ['and is active', [redirected, at(33), at(34)], 1],
    ['and has the same row', [at(32), at(33), at(34, Buffer.from(']'))], 3],
  ] as const)
    test(claim, () => {
      const entryOf = (id: Buffer): Buffer | undefined => entries[ids.findIndex((known) => known.equals(id))];
      const want = misplaced === undefined ? undefined : companyIdOf(Buffer.alloc(ID_BYTES, misplaced));
      assert.equal(misplacedId(block, 2, entryOf), want);
    });
});
