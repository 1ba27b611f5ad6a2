import {
  COUNTRIES,
  foldName,
  foldNumber,
  invoicedNumber,
  type ByteBuffer,
  type InvoicedNumber,
} from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import type { Block } from '../format/block.ts';
import { ALL_COUNTRIES, entryOf, type Tables } from '../format/format.ts';
import { ID_BYTES, appendActiveHead } from '../format/row.ts';
import { BlockReader } from '../index/block-reader.ts';
import { NameMatches } from '../index/name-matches.ts';
import { NumberMatches } from '../index/number-matches.ts';
import { Ranks } from '../index/radix-tree.ts';
import type { InMemory } from './in-memory.ts';

export interface SearchPage {
  /** Company resources joined by commas, owned by the caller. */
  readonly json: Buffer;
  /** The rank at which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** Numbers of companies that a search finds. */
export interface SearchCounts {
  /** In all countries together; undefined if there are too many to count. */
  readonly all: number | undefined;
  /** By country (ISO 3166-1 alpha-2), for those of the 35 countries in which it finds any; undefined if there are too many to count. */
  readonly countries: ReadonlyMap<string, number | undefined>;
}

/**
 * Maximum number of matches by number that are counted in a scope, one by one. Matches by name are counted by their first and last rank.
 */
const COUNTED_MAX = 10_000;

/**
 * Maximum number of companies that are compared for a number as invoices print it: each of them is read. In ten million companies fewer
 * begin with the same eight digits; with more the query is not read so, until more of the number is typed.
 */
export const INVOICED_MAX = 64;

/** Appends the Company resource of a search, from an entry of a block. */
export function appendResource(target: ByteBuffer, dictionary: Dictionary, block: Block, entry: number): void {
  appendActiveHead(target, block.bytes, block.idsStart + ID_BYTES * entry);
  block.seek(entry);
  dictionary.decode(block.bytes, block.rowStart, block.rowEnd, target);
}

/** Searches a snapshot, one search at a time. */
export class Search {
  readonly #memory: InMemory;
  readonly #blocks: BlockReader;
  readonly #names: NameMatches;
  readonly #numbers: NumberMatches;
  /** The countries that have companies, set by the first count. */
  #countries: readonly string[] | undefined;

  constructor(tables: Tables, memory: InMemory) {
    this.#memory = memory;
    this.#blocks = new BlockReader(tables);
    this.#names = new NameMatches(memory.sparseIndex, this.#blocks);
    this.#numbers = new NumberMatches(tables);
  }

  /**
   * Appends at most `limit` resources, joined by commas, to `target`: matches by name and by number in the order of ranks. Returns the
   * first rank after the page; undefined on the last page.
   */
  page(
    query: string,
    country: string | undefined,
    limit: number,
    start: number,
    target: ByteBuffer,
  ): number | undefined {
    const scope = country ?? ALL_COUNTRIES;
    const names = this.#names;
    // One more than a page has.
    const numbers = this.#withNumber(scope, this.#findNumber(query), invoicedNumber(query), start, limit + 1);
    names.begin(scope, foldName(query), start);
    for (let left = limit, n = 0; ; left--) {
      const byNumber = numbers.at(n) ?? Infinity;
      const rank = Math.min(names.rank, byNumber);
      if (rank === Infinity) return undefined;
      if (left === 0) return rank;
      if (left < limit) target.appendByte(COMMA);
      appendResource(target, this.#memory.dictionary, this.#blocks.holding(rank), entryOf(rank));
      // A company that matches both ways is appended once.
      if (byNumber === rank) n++;
      if (names.rank === rank) names.next();
    }
  }

  /** Returns the folded number in a query; undefined if no number starts with it. */
  #findNumber(query: string): Buffer | undefined {
    const { prefixFilter } = this.#memory;
    // Most queries are names, which the filter rules out without folding.
    if (!prefixFilter.mayMatch(query, false)) return undefined;
    const number = foldNumber(query);
    return prefixFilter.mayMatch(number) ? Buffer.from(number) : undefined;
  }

  /**
   * Returns at most `max` ranks from `start` on of companies with a number that begins with the folded query, or with the number that the
   * query writes as invoices do. They are valid until the next call.
   */
  #withNumber(
    scope: string,
    folded: Buffer | undefined,
    invoiced: InvoicedNumber | undefined,
    start: number,
    max: number,
  ): Ranks {
    const ranks = this.#numbers.find(scope, folded, start, max);
    if (invoiced === undefined || !this.#memory.prefixFilter.mayMatch(invoiced.prefix)) return ranks;
    const all = new Set(ranks.all());
    for (const rank of this.#invoiced(scope, invoiced)) if (rank >= start) all.add(rank);
    const merged = new Ranks();
    for (const rank of [...all].toSorted((a, b) => a - b).slice(0, max)) merged.add(rank);
    return merged;
  }

  /** Returns the ranks of those companies of the number's country that are in the scope: another country may have the same number. */
  #invoiced(scope: string, { country, prefix }: InvoicedNumber): number[] {
    const number = Buffer.from(prefix);
    const own = this.#fewWith(country, number);
    if (scope === country || own.length === 0) return own;
    const ids = new Set(this.#listIds(country, own));
    const found = this.#fewWith(scope, number);
    const idsInScope = this.#listIds(scope, found);
    return found.filter((_, i) => ids.has(idsInScope[i] ?? ''));
  }

  /** Returns the ranks of all companies of a scope with a number; none if there are too many to compare. */
  #fewWith(scope: string, number: Buffer): number[] {
    const ranks = this.#numbers.find(scope, number, 0, INVOICED_MAX + 1).all();
    return ranks.length > INVOICED_MAX ? [] : ranks;
  }

  #listIds(scope: string, ranks: readonly number[]): string[] {
    this.#blocks.begin(scope);
    return ranks.map((rank) => this.#blocks.holding(rank).decodeId(entryOf(rank)));
  }

  /** Counts the companies that the query finds, in total and in each of the 35 countries. */
  counts(query: string): SearchCounts {
    const name = foldName(query);
    const number = this.#findNumber(query);
    const invoiced = invoicedNumber(query);
    const countries = new Map<string, number | undefined>();
    const all = this.#count(ALL_COUNTRIES, name, number, invoiced);
    if (all === 0) return { all, countries };
    this.#countries ??= this.#memory.sparseIndex.countries();
    for (const scope of this.#countries) {
      // The index of LEIs has companies all over the world; pages offer only the 35 countries.
      const count = COUNTRIES.has(scope) ? this.#count(scope, name, number, invoiced) : 0;
      if (count !== 0) countries.set(scope, count);
    }
    return { all, countries };
  }

  /** Counts the matches in one scope, by name or by number; undefined if there are too many by number. */
  #count(
    scope: string,
    name: string,
    number: Buffer | undefined,
    invoiced: InvoicedNumber | undefined,
  ): number | undefined {
    const { start, end } = this.#names.range(scope, name);
    const ranks = this.#withNumber(scope, number, invoiced, 0, COUNTED_MAX + 1).all();
    if (ranks.length > COUNTED_MAX) return undefined;
    return end - start + ranks.filter((rank) => rank < start || rank >= end).length;
  }
}

const COMMA = 0x2c;
