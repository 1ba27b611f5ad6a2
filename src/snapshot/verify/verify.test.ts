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
      for (const parallelFrom of [Infinity, 0])
        await assert.rejects(
          verifySnapshot(path, { parallelFrom }),
          (error) => error instanceof InputError && error.message.endsWith(message),
        );
    });
});

suite('A second thread that verifies the blocks of a snapshot', () => {
  const companies = Array.from({ length: 64 }, (_, n) => company(n, { name: `Kvarn ${100 + n}` }));

  test('finds what one thread finds', async (t) => {
    const { path } = await write(folder(t), 'a.snapshot', companies);
    assert.deepEqual(await verifySnapshot(path, { parallelFrom: 0 }), await verifySnapshot(path));
  });

  // Not the first block: a company of it is searched for, too.
  for (const [claim, edit, fault] of [
    [
      'names a block out of order',
      ([first, second]) => [second, first],
      /block 3 of all companies is not in name order/,
    ],
    ['names a block that cannot be read', ([, second]) => [Buffer.of(99), second], /it is damaged: /],
  ] as readonly (readonly [string, (blocks: [Buffer, Buffer]) => [Buffer, Buffer], RegExp])[])
    test(claim, async (t) => {
      const { path } = await write(folder(t), 'a.snapshot', companies);
      await rewritten(path, ({ rows }) => {
        const [, , [third, one] = [], [fourth, other] = []] = rows.rows();
        assert.ok(third !== undefined && one !== undefined && fourth !== undefined && other !== undefined);
        const [changed, changedOther] = edit([one, other]);
        rows.put(third, changed);
        rows.put(fourth, changedOther);
      });
      for (const parallelFrom of [Infinity, 0])
        await assert.rejects(
          verifySnapshot(path, { parallelFrom }),
          (error) => error instanceof InputError && fault.test(error.message),
        );
    });

  // The rows of a file that is not its own are digested first.
  for (const [claim, isOwn] of [
    ['before it has started', false],
    ['meanwhile', true],
  ] as const)
    test(`ends when the work is aborted ${claim}`, async (t) => {
      const { path } = await write(folder(t), 'a.snapshot', companies);
      const stopped = new AbortController();
      const onVerified = (_: number, __: number | undefined, note: string): void => {
        if (note.startsWith('1 row checked')) stopped.abort(new Error('stopped'));
      };
      const verified = verifySnapshot(path, { isOwn, parallelFrom: 0, signal: stopped.signal, onVerified });
      await assert.rejects(verified, { message: 'stopped' });
    });
});
