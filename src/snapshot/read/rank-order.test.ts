import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { rankOfEntry } from '../format/row.ts';
import { RECORDS, write } from '../record-fixture.ts';
import { batchesOfIds, inRankOrder } from './rank-order.ts';
import { SnapshotReader } from './reader.ts';

for (const size of [1, 7, RECORDS.length, RECORDS.length + 1])
  test(`a scan in batches of ${size} reads every id once in order, and each batch once in rank order`, async (t) => {
    const { path } = await write(folder(t), 'a.snapshot', RECORDS);
    await using reader = SnapshotReader.open(path);
    const batches = [...batchesOfIds(reader, size, () => true)];
    assert.deepEqual(batches.flat(), [...reader.scan('ids')]);
    for (const rows of batches) {
      const ordered = [...inRankOrder(reader, rows)];
      const ranks = ordered.map(({ value }) => rankOfEntry(value) ?? 0);
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      );
      const again = ordered.toSorted((a, b) => a.at - b.at);
      assert.deepEqual(
        again.map(({ key, value }) => ({ key, value })),
        rows,
      );
    }
  });
