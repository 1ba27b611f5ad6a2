import { ALL_COUNTRIES, NUMBER_BYTES_MAX } from '../format/format.ts';
import type { SnapshotReader } from './reader.ts';
import { NumberMatches } from '../index/number-matches.ts';

/** Maximum number of companies that are read for one number. Only numbers of one or two characters are the beginning of more. */
const READ_MAX = 1000;

/**
 * Returns the ranks of the current companies of which a number, in any scheme and form, begins with a folded number; undefined if there are
 * more than 1,000.
 */
export function prefixHolders(reader: SnapshotReader, number: string): readonly number[] | undefined {
  const { tables, memory } = reader;
  if (!memory.prefixFilter.mayMatch(number)) return [];
  const cut = Buffer.from(number).subarray(0, NUMBER_BYTES_MAX);
  const ranks = new NumberMatches(tables).find(ALL_COUNTRIES, cut, 0, READ_MAX + 1).all();
  return ranks.length > READ_MAX ? undefined : ranks;
}
