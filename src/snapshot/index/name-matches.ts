import { entryCount, matchingEntries } from '../format/block.ts';
import { BLOCK_COMPANIES, blockOf, type Tables } from '../format/format.ts';
import type { BlockReader } from './block-reader.ts';
import type { SparseIndex } from './sparse-index.ts';

/** Neighbours within one block. */
export interface Run {
  /** The rank of the first one. */
  readonly rank: number;
  readonly count: number;
}

/**
 * The companies of a scope from the rank `start` on whose folded name starts with a prefix, in runs. All are neighbours, so the
 * sparse index finds the first one and the others follow.
 */
export function* nameMatches(
  index: SparseIndex,
  table: Tables['sparseIndex'],
  blocks: BlockReader,
  prefix: Buffer,
  start: number,
): Generator<Run, void, undefined> {
  const first = prefix.length === 0 ? undefined : index.firstBlock(table, blocks.scope, prefix);
  if (first === undefined) return;
  for (let block = Math.max(first, blockOf(start)); ; block++) {
    const bytes = blocks.read(block);
    if (bytes === undefined) return;
    const { from, to, isOpen } = matchingEntries(bytes, prefix);
    const isLast = !isOpen || entryCount(bytes) < BLOCK_COMPANIES;
    const rank = Math.max(block * BLOCK_COMPANIES + from, start);
    const count = block * BLOCK_COMPANIES + to - rank;
    if (count > 0) yield { rank, count };
    if (isLast) return;
  }
}
