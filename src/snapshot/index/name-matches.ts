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
 * The companies of a scope from the rank `start` on whose folded name starts with a prefix, in runs. All of them are neighbours: the
 * sparse index finds the first, and the others follow.
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

/** Neighbouring ranks: `start` to `end`, `end` excluded. */
export interface RankRange {
  readonly start: number;
  readonly end: number;
}

/** The ranks of all companies of a scope whose folded name starts with a prefix. Reads a few blocks, however many match. */
export function countNames(
  index: SparseIndex,
  table: Tables['sparseIndex'],
  blocks: BlockReader,
  prefix: Buffer,
): RankRange {
  if (prefix.length === 0) return { start: 0, end: 0 };
  // Folded names are ASCII, so the last byte of a prefix has a successor, and no name is between them.
  const behind = Buffer.from(prefix);
  behind[behind.length - 1] = (behind.at(-1) ?? 0) + 1;
  return {
    start: firstRankFrom(index, table, blocks, prefix),
    end: firstRankFrom(index, table, blocks, behind),
  };
}

/** The rank of the first company of a scope whose folded name is not before a key; the count of companies where all are before it. */
function firstRankFrom(index: SparseIndex, table: Tables['sparseIndex'], blocks: BlockReader, key: Buffer): number {
  const first = index.firstBlock(table, blocks.scope, key) ?? index.lastBlock(table, blocks.scope) ?? 0;
  for (let block = first; ; block++) {
    const bytes = blocks.read(block);
    if (bytes === undefined) return block * BLOCK_COMPANIES;
    const { from } = matchingEntries(bytes, key);
    const count = entryCount(bytes);
    if (from < count || count < BLOCK_COMPANIES) return block * BLOCK_COMPANIES + from;
  }
}
