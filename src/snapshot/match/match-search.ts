import {
  NameComparison,
  likenessOf,
  partsOf,
  type NameLikeness,
  type NameParts,
  withoutFormerName,
  withoutMisspeltForm,
} from '../../matching/index.ts';
import { companyIdBytes, foldName } from '../../model/index.ts';
import { BlockRows, foldedNameAt } from '../format/block.ts';
import { ALL_COUNTRIES, NAME_KEY_BYTES_MAX, entryOf, type MatchTables, type Tables } from '../format/format.ts';
import { ID_BYTES, ROW_HEAD_BYTES, rankOfEntry, writeActiveHead } from '../format/row.ts';
import { BlockReader } from '../index/block-reader.ts';
import { nameMatches } from '../index/name-matches.ts';
import type { InMemory } from '../read/search.ts';
import { namesOf, type FurtherName } from './further-names.ts';
import { numberKey } from './format.ts';
import { Gathering } from './gathering.ts';
import { readPostings, type MatchIndex } from './match-index.ts';
import { placesIn, rankOf } from './postings.ts';

/** A company that may be meant. */
export interface MatchCandidate {
  /** The Company resource of a search as JSON. */
  readonly json: string;
  /** How alike the name that was asked for is to that of the company that is most alike. */
  readonly likeness: NameLikeness;
  /** That name, where it is a former or further one. */
  readonly furtherName?: string;
}

/** Companies whose names are compared for one query. */
const COMPARED_MAX = 64;
/** Companies taken that come first in name order from a beginning on. */
const NEIGHBOURS_MAX = 12;
/** Below this likeness a company of another country than the one that was asked for may be meant. */
const SURE_LIKENESS = 0.85;

/** A name that was asked for. */
interface Question {
  readonly folded: string;
  readonly asked: NameParts;
  readonly comparison: NameComparison;
}

interface Compared {
  readonly scope: string;
  readonly rank: number;
  readonly likeness: NameLikeness;
  readonly order: number;
  readonly furtherName: string | undefined;
}

/** Finds companies by messy names. */
export class MatchSearch {
  readonly #tables: Tables;
  readonly #match: MatchTables;
  readonly #memory: InMemory;
  readonly #index: MatchIndex;

  /** The search over a snapshot; undefined where it has no match index. */
  static over(tables: Tables, memory: InMemory): MatchSearch | undefined {
    const { match } = tables;
    const { matchIndex } = memory;
    return match && matchIndex && new MatchSearch(tables, match, memory, matchIndex);
  }

  private constructor(tables: Tables, match: MatchTables, memory: InMemory, index: MatchIndex) {
    this.#tables = tables;
    this.#match = match;
    this.#memory = memory;
    this.#index = index;
  }

  /** Whether a word leads to the company of a rank. */
  leadsTo(text: string, rank: number): boolean {
    const word = this.#index.find(this.#match, text);
    return (
      word !== undefined && placesIn(readPostings(this.#match, word), Infinity).some((place) => rankOf(place) === rank)
    );
  }

  /** The companies whose names are most alike, those first; at most `limit`. */
  candidates(query: string, country: string | undefined, limit: number): MatchCandidate[] {
    const folded = foldName(withoutFormerName(query.slice(0, NAME_KEY_BYTES_MAX)));
    const rarityOf = remembered((word: string) => this.#index.rarityOf(this.#match, word));
    const asked = withoutMisspeltForm(partsOf(folded), (word) => rarityOf(word) !== undefined);
    if (asked.words.length === 0) return [];
    const comparison = new NameComparison(asked, remembered(this.#index.weightOf), rarityOf);
    const question = { folded, asked, comparison };
    const there = country === undefined ? [] : this.#compared(question, country);
    // The country may be wrong, or be that of another register.
    const isSure = there.some(({ order }) => order >= SURE_LIKENESS);
    const all = isSure ? there : [...there, ...this.#compared(question, undefined)];
    const best = new Map<string, MatchCandidate>();
    for (const compared of all.toSorted((a, b) => b.order - a.order || a.rank - b.rank)) {
      if (best.size === limit) break;
      const { id, json } = this.#resource(compared);
      const { likeness, furtherName } = compared;
      if (!best.has(id)) best.set(id, { json, likeness, ...(furtherName !== undefined && { furtherName }) });
    }
    return [...best.values()];
  }

  #compared({ folded, asked, comparison }: Question, country: string | undefined): Compared[] {
    const ranks = new Gathering(this.#index, this.#match, country).ranks(asked, COMPARED_MAX);
    const found = this.#compare(comparison, ALL_COUNTRIES, ranks, country);
    const scope = country ?? ALL_COUNTRIES;
    const known = new Set(scope === ALL_COUNTRIES ? ranks : []);
    const neighbours = this.#neighbours(folded, asked, scope).filter((rank) => !known.has(rank));
    return [...found, ...this.#compare(comparison, scope, neighbours, country)];
  }

  /** The ranks of companies whose names begin as the one that was asked for. */
  #neighbours(folded: string, { words }: NameParts, scope: string): number[] {
    const { sparseIndex, block } = this.#memory;
    const ranks = new Set<number>();
    for (const beginning of new Set([folded, words.join(' '), words.slice(0, -1).join(' ')])) {
      const blocks = new BlockReader(this.#tables, scope, block);
      const prefix = Buffer.from(beginning, 'latin1');
      let left = NEIGHBOURS_MAX;
      for (const run of nameMatches(sparseIndex, this.#tables.sparseIndex, blocks, prefix, 0)) {
        for (let i = 0; i < run.count && left > 0; i++, left--) ranks.add(run.rank + i);
        if (left === 0) break;
      }
    }
    return [...ranks];
  }

  #compare(
    comparison: NameComparison,
    scope: string,
    ranks: readonly number[],
    country: string | undefined,
  ): Compared[] {
    const { block, dictionary } = this.#memory;
    const blocks = new BlockReader(this.#tables, scope, block);
    const { hasFurtherNames } = this.#index;
    return ranks
      .toSorted((a, b) => a - b)
      .map((rank) => {
        const name = foldedNameAt(blocks.holding(rank), entryOf(rank));
        let likeness = comparison.with(partsOf(name), country);
        let order = likenessOf(likeness);
        let furtherName: string | undefined;
        // Ranks of one country do not lead to further names; whoever was found by these is found by its words.
        const further = hasFurtherNames && scope === ALL_COUNTRIES ? this.#furtherNames(rank) : undefined;
        for (const one of further === undefined ? [] : namesOf(further, dictionary)) {
          const other = comparison.with(partsOf(foldName(one.name)), country);
          if (likenessOf(other) <= order) continue;
          [likeness, order, furtherName] = [other, likenessOf(other), one.name];
        }
        return { scope, rank, likeness, order, furtherName };
      });
  }

  /** The former and other names of an active company, as its register publishes them. */
  furtherNamesOf(id: string): readonly FurtherName[] {
    const key = Buffer.alloc(ID_BYTES);
    companyIdBytes(id, key);
    const record = this.#tables.ids.getBinary(key);
    const rank = record && rankOfEntry(record);
    const names = rank === undefined ? undefined : this.#furtherNames(rank);
    return names === undefined ? [] : namesOf(names, this.#memory.dictionary);
  }

  #furtherNames(rank: number): Buffer | undefined {
    return this.#match.furtherNames.getBinary(numberKey(rank));
  }

  #resource({ scope, rank }: Compared): { readonly id: string; readonly json: string } {
    const { answer, block, dictionary } = this.#memory;
    const bytes = new BlockReader(this.#tables, scope, block).holding(rank);
    const rows = new BlockRows(bytes);
    const entry = entryOf(rank);
    answer.length = 0;
    answer.reserve(ROW_HEAD_BYTES);
    answer.length = writeActiveHead(answer.bytes, 0, bytes, rows.idsStart + ID_BYTES * entry);
    const { start, end } = rows.rowAt(entry);
    dictionary.decode(bytes, start, end, answer);
    return { id: rows.idOf(entry), json: answer.written().toString('utf8') };
  }
}

/** The same, each word looked up once: the names that one query is compared with share words. */
function remembered<T>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    if (!known.has(word)) known.set(word, of(word));
    return known.get(word) as T;
  };
}
