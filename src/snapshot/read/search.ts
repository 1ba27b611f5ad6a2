import { COUNTRIES, foldName, foldNumber } from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { BlockRows } from '../format/block.ts';
import type { ByteBuffer } from '../format/byte-buffer.ts';
import { ALL_COUNTRIES, NAME_KEY_BYTES_MAX, entryOf, type Tables } from '../format/format.ts';
import { ID_BYTES, ROW_HEAD_BYTES, writeActiveHead } from '../format/row.ts';
import { BlockReader } from '../index/block-reader.ts';
import { countNames, nameMatches, type RankRange, type Run } from '../index/name-matches.ts';
import { numberMatches } from '../index/number-matches.ts';

import type { InMemory } from './in-memory.ts';

export interface SearchPage {
  /** Company resources joined by commas; the caller's own. */
  readonly json: Buffer;
  /** The rank at which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** How many companies a search finds. */
export interface SearchCounts {
  /** In all countries together; undefined where there are too many to count. */
  readonly all: number | undefined;
  /** By those of the 35 countries in which it finds any. */
  readonly countries: ReadonlyMap<string, number | undefined>;
}

/** Matches by name are counted by their first and last rank; matches by number one by one, at most this many in a scope. */
const COUNTED_MAX = 10_000;

/** Appends the Company resource of a search, from a row of a block. */
export function appendResource(
  target: ByteBuffer,
  dictionary: Dictionary,
  block: Buffer,
  rows: BlockRows,
  entry: number,
): void {
  target.reserve(ROW_HEAD_BYTES);
  target.length = writeActiveHead(target.bytes, target.length, block, rows.idsStart + ID_BYTES * entry);
  const { start, end } = rows.rowAt(entry);
  dictionary.decode(block, start, end, target);
}

export class Search {
  readonly #tables: Tables;
  readonly #memory: InMemory;

  constructor(tables: Tables, memory: InMemory) {
    this.#tables = tables;
    this.#memory = memory;
  }

  page(query: string, country: string | undefined, limit: number, start: number): SearchPage {
    const { sparseIndex, prefixFilter, answer, block } = this.#memory;
    const scope = country ?? ALL_COUNTRIES;
    const blocks = new BlockReader(this.#tables, scope, block);
    const prefix = Buffer.from(foldName(query), 'latin1').subarray(0, NAME_KEY_BYTES_MAX);
    const names = nameMatches(sparseIndex, this.#tables.sparseIndex, blocks, prefix, start);
    const number = foldNumber(query);
    const numbers = prefixFilter.mayMatch(number)
      ? numberMatches(this.#tables, scope, Buffer.from(number), start)
      : undefined;
    answer.length = 0;
    const next = this.#collect(blocks, names, numbers, limit);
    return { json: answer.copy(), next: next === Infinity ? undefined : next };
  }

  /** How many companies the query finds, in all and in each of the 35 countries. */
  counts(query: string): SearchCounts {
    const { sparseIndex, prefixFilter } = this.#memory;
    const prefix = Buffer.from(foldName(query), 'latin1').subarray(0, NAME_KEY_BYTES_MAX);
    const folded = foldNumber(query);
    const number = prefixFilter.mayMatch(folded) ? Buffer.from(folded) : undefined;
    const countries = new Map<string, number | undefined>();
    const all = this.#count(ALL_COUNTRIES, prefix, number);
    if (all === 0) return { all, countries };
    for (const scope of sparseIndex.scopes) {
      // The index of LEIs has companies all over the world; pages offer only the 35 countries.
      const count = COUNTRIES.has(scope) ? this.#count(scope, prefix, number) : 0;
      if (count !== 0) countries.set(scope, count);
    }
    return { all, countries };
  }

  /** The number of matches of one scope, by name or by number. */
  #count(scope: string, prefix: Buffer, number: Buffer | undefined): number | undefined {
    const { sparseIndex, block } = this.#memory;
    const blocks = new BlockReader(this.#tables, scope, block);
    const named = countNames(sparseIndex, this.#tables.sparseIndex, blocks, prefix);
    const numbered = number === undefined ? 0 : this.#countOutside(scope, number, named);
    return numbered === undefined ? undefined : named.end - named.start + numbered;
  }

  /** The matches by number that are not among those by name; undefined where they are too many. */
  #countOutside(scope: string, number: Buffer, { start, end }: RankRange): number | undefined {
    let seen = 0;
    let outside = 0;
    for (const rank of numberMatches(this.#tables, scope, number, 0)) {
      if (++seen > COUNTED_MAX) return undefined;
      if (rank < start || rank >= end) outside++;
    }
    return outside;
  }

  /** Merges matches by name and by number in the order of ranks; returns the first rank that is not on the page, or Infinity. */
  #collect(
    blocks: BlockReader,
    names: Iterator<Run, void>,
    numbers: Iterator<number, void> | undefined,
    limit: number,
  ): number {
    let run = names.next().value ?? undefined;
    let numberRank = numbers?.next().value ?? Infinity;
    for (let left = limit; ;) {
      const rank = Math.min(run?.rank ?? Infinity, numberRank);
      if (left === 0 || rank === Infinity) return rank;
      // A run ends at the next match by number; a company that matches both ways is appended once.
      const count = run?.rank === rank ? Math.min(run.count, left, Math.max(1, numberRank - rank)) : 1;
      this.#append(blocks.holding(rank), entryOf(rank), count);
      left -= count;
      if (numberRank === rank) numberRank = numbers?.next().value ?? Infinity;
      if (run?.rank !== rank) continue;
      run = count < run.count ? { rank: rank + count, count: run.count - count } : (names.next().value ?? undefined);
    }
  }

  #append(block: Buffer, from: number, count: number): void {
    const { answer, dictionary } = this.#memory;
    const rows = new BlockRows(block);
    for (let entry = from; entry < from + count; entry++) {
      answer.reserve(1);
      if (answer.length > 0) answer.bytes[answer.length++] = COMMA;
      appendResource(answer, dictionary, block, rows, entry);
    }
  }
}

const COMMA = 0x2c;
