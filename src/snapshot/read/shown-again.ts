import { DamagedError } from '../file/page-sums.ts';
import type { SnapshotReader } from './reader.ts';

/**
 * Counts the companies that a previous snapshot shows and the current one restricts; undefined if the current snapshot is too damaged to
 * tell.
 */
export function countShownAgain(previous: SnapshotReader, current: SnapshotReader): number | undefined {
  if (current.metadata.records.restricted === 0) return 0;
  let count = 0;
  try {
    for (const id of current.restrictedIds())
      if (previous.company(id) !== undefined && !previous.isRestricted(id)) count++;
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
  return count;
}
