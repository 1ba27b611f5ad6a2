/**
 * Scans of the table of ids that look something up by rank. The ranks of records in the order of ids are random: each look-up would read
 * pages of its own. Many records looked up in rank order share pages, even among 40 million.
 * @module
 */
import type { Row } from '../file/table.ts';
import { rankOfEntry } from '../format/row.ts';
import type { SnapshotReader } from './reader.ts';

/** Maximum number of records that a scan reads at a time: some 100 MB with all their parts. */
export const BATCH_MAX = 2 ** 17;

/** Number of look-ups after which pages are released: each reads up to 64 kB of a table. */
export const LOOK_UPS_PER_RELEASE = 1024;

/** Whether a scan returns the record of a rank: without a rank it is not active. */
export type IsWanted = (rank: number | undefined) => boolean;

/** Returns a copy of each row of `ids` that is wanted, in the order of ids. Those that are not are not copied. */
export function rowsOfIds(reader: SnapshotReader, isWanted: IsWanted): Iterable<Row> {
  return reader.scan('ids', undefined, ({ bytes, valueStart }) => isWanted(rankOfEntry(bytes, valueStart)));
}

/** Returns what {@linkcode rowsOfIds} does in batches of at most `size`. */
export function* batchesOfIds(
  reader: SnapshotReader,
  size: number,
  isWanted: IsWanted,
): Generator<Row[], void, undefined> {
  let batch: Row[] = [];
  for (const row of rowsOfIds(reader, isWanted)) {
    if (batch.push(row) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Yields the rows of a batch in rank order, those without a rank first, each with its index. Releases pages that were read. */
export function* inRankOrder(
  reader: SnapshotReader,
  rows: readonly Row[],
): Generator<Row & { readonly at: number }, void, undefined> {
  // The rank and the index in one number, which is exact: numbers are sorted fastest.
  const sorted = Float64Array.from(rows, ({ value }, at) => (rankOfEntry(value) ?? 0) * BATCH_MAX + at).toSorted();
  for (const [lookUps, rankAndIndex] of sorted.entries()) {
    if (lookUps % LOOK_UPS_PER_RELEASE === 0) reader.release();
    const at = rankAndIndex % BATCH_MAX;
    const row = rows[at];
    if (row !== undefined) yield { ...row, at };
  }
}
