import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { InputError, companyIdBytes } from '../../model/index.ts';
import { decodeIdEntry, encodeIdEntry, type IdEntry } from '../format/row.ts';
import { verifySnapshot } from '../index.ts';
import { company, id, write } from '../record-fixture.ts';
import { rewritten, type EditedTable } from './rewritten-fixture.ts';

suite('Verification refuses an entry of an id that', () => {
  const COMPANIES = 40;
  type Active = Extract<IdEntry, { state: 'active' }>;

  const decodeEntry = (ids: EditedTable, n: number): Active =>
    decodeIdEntry(ids.get(companyIdBytes(id(n))) ?? Buffer.alloc(0)) as Active;
  const change = (ids: EditedTable, n: number, changed: (entry: Active) => Partial<Active>): void => {
    const entry = decodeEntry(ids, n);
    ids.put(companyIdBytes(id(n)), encodeIdEntry({ ...entry, ...changed(entry) }));
  };

  for (const [claim, edit] of [
    ['has the rank of another company', (ids) => change(ids, 20, ({ rank }) => ({ rank: rank + 1 }))],
    ['has the rank of a company in another block', (ids) => change(ids, 20, () => ({ rank: 3 }))],
    ['has the first rank behind the last company', (ids) => change(ids, 20, () => ({ rank: COMPANIES }))],
    ['has a rank in no block', (ids) => change(ids, 20, () => ({ rank: 2 ** 32 - 1 }))],
    ['has another row', (ids) => change(ids, 20, ({ row }) => ({ row: Buffer.concat([row, Buffer.from('}')]) }))],
    ['has the entry of another company', (ids) => change(ids, 20, () => decodeEntry(ids, 21))],
  ] as readonly (readonly [string, (ids: EditedTable) => void])[])
    test(claim, async (t) => {
      const companies = Array.from({ length: COMPANIES }, (_, n) => company(n, { name: `Kvarn ${100 + n}` }));
      const { path } = await write(folder(t), 'a.snapshot', companies);
      assert.equal((await verifySnapshot(path)).rows, COMPANIES);
      await rewritten(path, ({ ids }) => edit(ids));
      const message = `the id "${id(20)}" points to the wrong company, or to other data of it`;
      await assert.rejects(
        verifySnapshot(path),
        (error) => error instanceof InputError && error.message.endsWith(message),
      );
    });
});
