import { companyIdBytes, foldNumbers } from '../../model/index.ts';
import { ALL_COUNTRIES, NUMBER_BYTES_MAX, entryOf, type Tables } from '../format/format.ts';
import { decodeIdEntry } from '../format/row.ts';
import { BlockReader } from './block-reader.ts';
import { movedRecords, type MovedRecord } from './moved-numbers.ts';
import { NumberMatches } from './number-matches.ts';
import type { PrefixFilter } from './prefix-filter.ts';

/** The companies that have at least one of the requested numbers, each with those that it has. */
export interface NumberHolders {
  readonly companies: readonly { readonly id: string; readonly numbers: readonly string[] }[];
  readonly hasMore: boolean;
  /** The redirected and split records that have one of the numbers. */
  readonly moved: readonly MovedRecord[];
}

/**
 * Maximum number of companies that one call reads, at about 10 µs each: a batch of a hundred short numbers must not cost as much as ten
 * thousand searches. In 10 million companies some hundred numbers of eight digits begin with the same five, so only companies with shorter
 * numbers may be missed; then `hasMore` is true.
 */
const READ_MAX = 128;

/**
 * Returns the companies that have at least one of the folded numbers exactly: the index finds the prefixes, and the records are compared.
 */
export function numberHolders(
  tables: Tables,
  filter: PrefixFilter,
  numbers: readonly string[],
  limit: number,
): NumberHolders {
  const wanted = new Set(numbers.filter((number) => number !== ''));
  const matches = new NumberMatches(tables);
  const all = new Set<number>();
  for (const number of wanted) {
    if (!filter.mayMatch(number)) continue;
    for (const rank of matches.find(ALL_COUNTRIES, Buffer.from(number), 0, READ_MAX + 1).all()) all.add(rank);
    if (all.size > READ_MAX) break;
  }
  const isCut = all.size > READ_MAX;
  const ranks = [...all].slice(0, READ_MAX).toSorted((a, b) => a - b);
  const companies: { readonly id: string; readonly numbers: readonly string[] }[] = [];
  for (const { id, numbers: own } of numbersOf(tables, ranks)) {
    const held = own.filter((number) => wanted.has(number));
    if (held.length > 0) companies.push({ id, numbers: held });
    if (companies.length > limit) break;
  }
  const hasMore = isCut || companies.length > limit;
  return { companies: companies.slice(0, limit), hasMore, moved: movedRecords(tables, filter, wanted) };
}

/** Maximum number of companies that are read for one number. Only numbers of one or two characters are the beginning of more. */
const HOLDERS_MAX = 1000;

/** Returns the ranks of the current companies that have a folded number, in any scheme and form; undefined if too many must be read for it. */
export function ranksOfHolders(
  { tables, memory }: { readonly tables: Tables; readonly memory: { readonly prefixFilter: PrefixFilter } },
  number: string,
): readonly number[] | undefined {
  if (!memory.prefixFilter.mayMatch(number)) return [];
  const cut = Buffer.from(number).subarray(0, NUMBER_BYTES_MAX);
  const ranks = new NumberMatches(tables).find(ALL_COUNTRIES, cut, 0, HOLDERS_MAX + 1).all();
  if (ranks.length > HOLDERS_MAX) return undefined;
  const holders: number[] = [];
  for (const { rank, numbers } of numbersOf(tables, ranks)) if (numbers.includes(number)) holders.push(rank);
  return holders;
}

/** Yields the id of each company, and its folded identifiers and other forms of its numbers. */
function* numbersOf(
  tables: Tables,
  ranks: readonly number[],
): Generator<{ readonly rank: number; readonly id: string; readonly numbers: readonly string[] }, void, undefined> {
  const blocks = new BlockReader(tables).begin(ALL_COUNTRIES);
  for (const rank of ranks) {
    const id = blocks.holding(rank).decodeId(entryOf(rank));
    const record = tables.ids.get(companyIdBytes(id));
    const entry = record && decodeIdEntry(record);
    if (entry?.state === 'active')
      yield { rank, id, numbers: foldNumbers([...entry.identifiers, ...entry.numberForms]) };
  }
}
