import {
  NameComparison,
  computeLikeness,
  splitName,
  type NameLikeness,
  type NameParts,
  type RarityOf,
  type WeightOf,
  withoutFormerName,
  withoutMisspeltForm,
} from '../names/index.ts';
import { foldName } from '../../../src/model/index.ts';
import {
  hasSearchableMatchIndex,
  type MatchCandidate,
  type NameSearch,
  type SnapshotReader,
} from '../../../src/snapshot/index.ts';
import {
  ALL_COUNTRIES,
  BlockReader,
  MATCH_INDEX_KEY,
  NAME_KEY_BYTES_MAX,
  NameMatches,
  appendResource,
  entryOf,
  listFurtherNames,
  namedDetailsAt,
  type InMemory,
  type MatchTables,
  type Tables,
} from '../../../src/snapshot/tables.ts';
import { decodePlaces, rankOf, type MatchFacts } from './format.ts';
import { Gathering, type TypedWords } from './gathering.ts';
import { MatchIndex, readPostings } from './match-index.ts';

const COMPARED_MAX = 64;
/** Maximum number of companies with a common beginning that are compared: the first ones in name order. */
const NEIGHBOURS_MAX = 12;
/** Minimum likeness of a company in the requested country. If it is lower, companies outside the country are compared, too. */
const SURE_LIKENESS = 0.85;

/**
 * Maximum number of pairs of words that are compared in one pass over companies. A pair takes some 0.2 µs. Most names of registers have
 * four words, but some companies have fifty names of thirty words. The likeliest companies are compared first, and further names after
 * the registered names of all companies.
 */
const PAIRS_MAX = 12_000;
/** The cost of folding and splitting a name, for each word, as a number of pairs. */
const PAIRS_PER_WORD = 8;

interface BoundedComparison {
  isOver(): boolean;
  with(folded: string): Pick<Compared, 'likeness' | 'order' | 'forms'>;
}

/** Compares names with the requested name, and reports when `PAIRS_MAX` is reached. */
function bounded(comparison: NameComparison, { words }: NameParts, country: string | undefined): BoundedComparison {
  const pairsPerWord = words.length + PAIRS_PER_WORD;
  let pairsLeft = PAIRS_MAX;
  return {
    isOver: () => pairsLeft <= 0,
    with(folded) {
      const found = splitName(folded);
      pairsLeft -= found.words.length * pairsPerWord;
      const likeness = comparison.with(found, country);
      return { likeness, order: computeLikeness(likeness), forms: found.forms };
    },
  };
}

interface Compared {
  readonly scope: string;
  readonly rank: number;
  readonly likeness: NameLikeness;
  readonly order: number;
  /** The legal forms in the compared name. */
  readonly forms: readonly string[];
  readonly furtherName: string | undefined;
}

export class MatchSearch implements NameSearch {
  readonly #tables: Tables;
  readonly #match: MatchTables;
  readonly #memory: InMemory;
  readonly #index: MatchIndex;
  readonly #blocks: BlockReader;

  /** Returns the search over a snapshot; undefined if the snapshot has no match index of this version. */
  static over({ tables, memory }: SnapshotReader): MatchSearch | undefined {
    const index = loadMatchIndex(tables, memory);
    return tables.match && index && new MatchSearch(tables, tables.match, memory, index);
  }

  private constructor(tables: Tables, match: MatchTables, memory: InMemory, index: MatchIndex) {
    this.#tables = tables;
    this.#match = match;
    this.#memory = memory;
    this.#index = index;
    this.#blocks = new BlockReader(tables);
  }

  /** Returns the names that the company at a rank has besides its registered name. */
  furtherNamesAt(rank: number): readonly string[] {
    const details = namedDetailsAt(this.#tables, this.#memory, rank);
    return details === undefined ? [] : listFurtherNames(details).map(({ name }) => name);
  }

  leadsTo(text: string, rank: number): boolean {
    const word = this.#index.find(this.#match, text);
    const places = word && decodePlaces(readPostings(this.#match, word), Infinity);
    return places?.some((place) => rankOf(place) === rank) === true;
  }

  /** Returns the companies whose names are most similar to the query, the most similar first; at most `limit`. */
  candidates(query: string, country: string | undefined, limit: number): MatchCandidate[] {
    const folded = foldName(withoutFormerName(query.slice(0, NAME_KEY_BYTES_MAX)));
    const rarityOf = remembered((word: string) => this.#index.computeRarity(this.#match, word));
    const requested = withoutMisspeltForm(splitName(folded), (word) => rarityOf(word) !== undefined);
    if (requested.words.length === 0) return [];
    const typed = this.#typedWords(requested, rarityOf);
    const comparison = comparisonWith(requested, typed, remembered(this.#index.computeWeight), rarityOf);
    const compareInScope = (scope: string | undefined): Compared[] => {
      const ranks = new Gathering(this.#index, this.#match, typed, scope).ranks(requested, COMPARED_MAX);
      return this.#compared(folded, requested, ranks, bounded(comparison, requested, scope), scope);
    };
    const there = country === undefined ? [] : compareInScope(country);
    // The requested country may be wrong, or be the country of another register.
    const isSure = there.some(({ order }) => order >= SURE_LIKENESS);
    const all = isSure ? there : [...there, ...compareInScope(undefined)];
    const best = new Map<string, MatchCandidate>();
    const asRequested = requested.forms.join();
    const isVerbatim = ({ forms }: Compared): number => Number(forms.join() === asRequested);
    const byLikeness = (a: Compared, b: Compared): number =>
      b.order - a.order || isVerbatim(b) - isVerbatim(a) || a.rank - b.rank;
    for (const compared of all.toSorted(byLikeness)) {
      if (best.size === limit) break;
      const { id, json } = this.#resource(compared);
      const { furtherName } = compared;
      const likeness = likenessAtHome(comparison, compared, json);
      if (!best.has(id)) best.set(id, { json, likeness, ...(furtherName !== undefined && { furtherName }) });
    }
    return [...best.values()];
  }

  /** Returns the words of the index that the unknown words of the query may be typed for. */
  #typedWords({ words }: NameParts, rarityOf: RarityOf): TypedWords {
    const unknown = words.filter((word) => rarityOf(word) === undefined);
    const typed = unknown.map((word) => [word, this.#index.typed(this.#match, word)] as const);
    return new Map(typed.filter(([, found]) => found.length > 0));
  }

  #compared(
    folded: string,
    requested: NameParts,
    ranks: readonly number[],
    comparison: BoundedComparison,
    country: string | undefined,
  ): Compared[] {
    const scope = country ?? ALL_COUNTRIES;
    const known = new Set(scope === ALL_COUNTRIES ? ranks : []);
    const neighbours = this.#neighbours(folded, requested, scope).filter((rank) => !known.has(rank));
    const compared = [
      ...this.#compare(comparison, ALL_COUNTRIES, ranks),
      ...this.#compare(comparison, scope, neighbours),
    ];
    return this.#index.hasFurtherNames ? compared.map((one) => this.#byFurtherNames(comparison, one)) : compared;
  }

  /** Returns the ranks of companies whose names have the same beginning as the requested name. */
  #neighbours(folded: string, { words }: NameParts, scope: string): number[] {
    const matches = new NameMatches(this.#memory.sparseIndex, this.#blocks);
    const ranks = new Set<number>();
    for (const beginning of new Set([folded, words.join(' '), words.slice(0, -1).join(' ')])) {
      matches.begin(scope, beginning, 0);
      for (let left = NEIGHBOURS_MAX; left > 0 && matches.rank !== Infinity; left--, matches.next())
        ranks.add(matches.rank);
    }
    return [...ranks];
  }

  #compare(comparison: BoundedComparison, scope: string, ranks: readonly number[]): Compared[] {
    const blocks = this.#blocks.begin(scope);
    const names = new Map<number, string>();
    // In the order of ranks, companies of one block are read together.
    for (const rank of ranks.toSorted((a, b) => a - b)) {
      const upToRank = blocks.holding(rank).names(entryOf(rank) + 1);
      names.set(rank, upToRank.at(-1) ?? '');
    }
    const compared: Compared[] = [];
    for (const rank of ranks) {
      if (comparison.isOver()) break;
      compared.push({ scope, rank, ...comparison.with(names.get(rank) ?? ''), furtherName: undefined });
    }
    return compared;
  }

  /**
   * Returns the company with the likeness of its most similar name. Ranks within one country do not lead to further names, but companies
   * are also found by the words of these names.
   */
  #byFurtherNames(comparison: BoundedComparison, company: Compared): Compared {
    const isOver = comparison.isOver() || company.scope !== ALL_COUNTRIES;
    let best = company;
    for (const name of isOver ? [] : this.furtherNamesAt(company.rank)) {
      const other = comparison.with(foldName(name));
      if (other.order > best.order) best = { ...company, ...other, furtherName: name };
      if (comparison.isOver()) break;
    }
    return best;
  }

  #resource({ scope, rank }: Compared): { readonly id: string; readonly json: string } {
    const { answer, dictionary } = this.#memory;
    const block = this.#blocks.begin(scope).holding(rank);
    answer.length = 0;
    appendResource(answer, dictionary, block, entryOf(rank));
    return { id: block.decodeId(entryOf(rank)), json: answer.written().toString('utf8') };
  }
}

/** Compares names with the requested one, in which words are as typed as in the query. */
function comparisonWith(requested: NameParts, typed: TypedWords, weightOf: WeightOf, rarityOf: RarityOf) {
  if (typed.size === 0) return new NameComparison(requested, weightOf, rarityOf);
  const asRequested = new Map([...typed].flatMap(([word, found]) => found.map(({ text }) => [text, word])));
  // The most frequent word counts.
  const known = (word: string): string =>
    typed.get(word)?.reduce((one, other) => (other.companies > one.companies ? other : one)).text ?? word;
  return new NameComparison(
    requested,
    (word) => weightOf(known(word)),
    (word) => rarityOf(known(word)),
    asRequested,
  );
}

/** The country in the JSON of a company. Quotes inside values have a backslash. */
const COUNTRY = /"country_code":"([A-Z]{2})"/;

/** Returns the likeness with forms that contradict each other only if they do in the country of the company. */
function likenessAtHome(comparison: NameComparison, { likeness, forms }: Compared, json: string): NameLikeness {
  if (likeness.contradicts === 0) return likeness;
  return { ...likeness, ...comparison.formsWith(forms, COUNTRY.exec(json)?.[1]) };
}

/** The match index of each file, which all readers of the file share. */
const indexes = new WeakMap<InMemory, MatchIndex | undefined>();

function loadMatchIndex({ metadata }: Tables, memory: InMemory): MatchIndex | undefined {
  if (!indexes.has(memory)) {
    const facts = hasSearchableMatchIndex({ metadata }) ? metadata.get(MATCH_INDEX_KEY) : undefined;
    const { active } = memory.metadata.records;
    indexes.set(memory, facts && new MatchIndex(JSON.parse(facts.toString()) as MatchFacts, active));
  }
  return indexes.get(memory);
}

/** Wraps a function so that it is called once for each word: the names that are compared with one query share words. */
function remembered<T>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    if (!known.has(word)) known.set(word, of(word));
    return known.get(word) as T;
  };
}
