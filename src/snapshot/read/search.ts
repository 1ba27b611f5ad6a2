import { foldName, foldNumber } from '../../model/index.ts';
import { BlockRows } from '../format/block.ts';
import { ALL_COUNTRIES, NAME_KEY_BYTES_MAX, entryOf, type Tables } from '../format/format.ts';
import type { GrowingBytes } from '../format/byte-buffer.ts';
import { BlockSource, NameMatches } from '../index/name-matches.ts';
import type { NumberHeads } from '../index/prefix-filter.ts';
import { NumberMatches } from '../index/number-matches.ts';
import type { PhraseBook } from '../dictionary/dictionary.ts';
import { ID_BYTES, ROW_HEAD_BYTES, writeActiveHead } from '../format/row.ts';
import { Seek, type SeekTops } from '../index/sparse-index.ts';

/** A page of companies. */
export interface SearchPage {
  /** Company resources joined by commas; the caller's own. */
  readonly json: Buffer;
  /** The rank at which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** What is kept in memory of a snapshot, and where answers are put together: the same for all who read it one after the other. */
export interface InMemory {
  readonly phrases: PhraseBook;
  readonly tops: SeekTops;
  readonly heads: NumberHeads;
  /** What the answer is written into. */
  readonly answer: GrowingBytes;
  /** What blocks are read into. */
  readonly block: GrowingBytes;
}

/** Answers searches from the tables of a snapshot. */
export class Search {
  readonly #tables: Tables;
  readonly #phrases: PhraseBook;
  readonly #seek: Seek;
  readonly #heads: NumberHeads;
  readonly #page: GrowingBytes;
  readonly #source: BlockSource;

  constructor(tables: Tables, { phrases, tops, heads, answer, block }: InMemory) {
    this.#tables = tables;
    this.#phrases = phrases;
    this.#seek = new Seek(tables.seek, tops);
    this.#heads = heads;
    this.#page = answer;
    this.#source = new BlockSource(tables, block);
  }

  /** The page that `SnapshotReader.search` describes. */
  page(query: string, country: string | undefined, limit: number, start: number): SearchPage {
    const scope = country ?? ALL_COUNTRIES;
    const source = this.#source.begin(scope);
    const number = foldNumber(query);
    const numberPrefix = this.#heads.mayMatch(number) ? Buffer.from(number) : NO_PREFIX;
    const numbers = new NumberMatches(this.#tables, scope, numberPrefix, start);
    const prefix = Buffer.from(foldName(query), 'latin1').subarray(0, NAME_KEY_BYTES_MAX);
    const names = prefix.length === 0 ? undefined : new NameMatches(this.#seek, scope, source, prefix, start);
    this.#page.length = 0;
    const next =
      names !== undefined && numbers.rank === Infinity
        ? this.#collectNames(names, limit)
        : this.#collectBoth(names, numbers, limit);
    return { json: this.#page.copy(), next: next === Infinity ? undefined : next };
  }

  /** Takes runs of neighbours whole: a page is a slice or two. */
  #collectNames(names: NameMatches, limit: number): number {
    for (let left = limit; names.rank !== Infinity;) {
      if (left === 0) return names.rank;
      const count = Math.min(left, names.runEnd - names.rank);
      this.#append(names.rank, count);
      left -= count;
      if (names.rank + count < names.runEnd) return names.rank + count;
      names.skipRun();
    }
    return Infinity;
  }

  /** Merges matches by name and by number, which may lie anywhere, one by one; who matches twice is taken once. */
  #collectBoth(names: NameMatches | undefined, numbers: NumberMatches, limit: number): number {
    for (let left = limit; ; left--) {
      const nameRank = names?.rank ?? Infinity;
      const rank = Math.min(nameRank, numbers.rank);
      if (left === 0 || rank === Infinity) return rank;
      this.#append(rank, 1);
      if (nameRank === rank) names?.skipOne();
      if (numbers.rank === rank) numbers.next();
    }
  }

  /** Appends the resources of companies that are neighbours in one block. */
  #append(rank: number, count: number): void {
    const block = this.#source.holding(rank);
    const from = entryOf(rank);
    const rows = new BlockRows(block);
    const page = this.#page;
    for (let entry = from; entry < from + count; entry++) {
      page.reserve(1 + ROW_HEAD_BYTES);
      if (page.length > 0) page.bytes[page.length++] = COMMA;
      page.length = writeActiveHead(page.bytes, page.length, block, rows.idsStart + ID_BYTES * entry);
      const { start, end } = rows.rowAt(entry);
      this.#phrases.decode(block, start, end, page);
    }
  }
}

const COMMA = 0x2c;
const NO_PREFIX = Buffer.alloc(0);
