import { rankOfEntry, setRank } from '../format/row.ts';
import { rowsOfIds } from '../read/rank-order.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { KeptRanks } from './kept-ranks.ts';

/** Yields the entries in `ids` of companies that are taken over, with their new ranks, in the order of ids. */
export function* keptIds(
  reader: SnapshotReader,
  ranks: KeptRanks,
): Generator<{ readonly key: Buffer; readonly value: Buffer }, void, undefined> {
  const isKept = (before: number | undefined): boolean => before !== undefined && ranks.rankOf(before) !== undefined;
  for (const { key, value } of rowsOfIds(reader, isKept)) {
    const before = rankOfEntry(value) ?? 0;
    setRank(value, ranks.rankOf(before) ?? 0);
    yield { key, value };
  }
}
