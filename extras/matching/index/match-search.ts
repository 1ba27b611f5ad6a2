import {
  NameComparison,
  computeLikeness,
  splitName,
  type NameLikeness,
  type NameParts,
  type RarityOf,
  type WeightOf,
  readingsWithForm,
  withoutFormerName,
  withoutMisspeltForm,
} from '../names/index.ts';
import { EditDistance, foldName } from '../../../src/model/index.ts';
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
import { NEIGHBOURS_MAX, listBeginnings } from './neighbours.ts';

/** Maximum number of companies that words lead to and that are compared; if a similar name was found before, the second number. */
const COMPARED_MAX = 48;
const FURTHER_COMPARED_MAX = 16;
/** Minimum likeness of a company in the requested country. If it is lower, companies outside the country are compared, too. */
const SURE_LIKENESS = 0.85;
/** Minimum likeness of a candidate, as a part of the likeness of the best one: others have no chance beside it. */
const WORTHY_PART = 0.4;
/** Minimum likeness of a name that is the requested one, except perhaps for its legal form. */
const SAME_LIKENESS = 0.95;

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
  with(folded: string): Pick<Compared, 'likeness' | 'order' | 'folded' | 'forms'>;
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
      return { likeness, order: computeLikeness(likeness), folded, forms: found.forms };
    },
  };
}

interface Compared {
  readonly scope: string;
  readonly rank: number;
  readonly likeness: NameLikeness;
  readonly order: number;
  /** The compared name, folded, and the legal forms in it. */
  readonly folded: string;
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
    const isWord = (word: string): boolean => rarityOf(word) !== undefined;
    const requested = withoutMisspeltForm(splitName(folded), isWord);
    if (requested.words.length === 0) return [];
    const readings = readingsWithForm(requested, isWord);
    const typed = this.#typedWords(requested, rarityOf);
    const comparison = comparisonWith(requested, readings, typed, remembered(this.#index.computeWeight), rarityOf);
    const all = [requested, ...readings];
    const gathering = new Gathering(this.#index, this.#match, typed, new Set(all.flatMap(({ words }) => words)));
    const beginnings = listBeginnings(folded, all, gathering.corrections());
    const compareInScope = (scope: string | undefined): Compared[] =>
      this.#compared(beginnings, gathering, bounded(comparison, requested, scope), scope);
    const there = country === undefined ? [] : compareInScope(country);
    // The requested country may be wrong, or be the country of another register.
    const isSure = there.some(({ order }) => order >= SURE_LIKENESS);
    const found = isSure ? there : [...there, ...compareInScope(undefined)];
    const best = new Map<string, MatchCandidate>();
    const distance = new EditDistance();
    const closenessOf = remembered((name: string) => closeness(distance, folded, name));
    const byLikeness = (a: Compared, b: Compared): number =>
      b.order - a.order || closenessOf(b.folded) - closenessOf(a.folded) || a.rank - b.rank;
    const sorted = found.toSorted(byLikeness);
    for (const compared of sorted) {
      if (best.size === limit || compared.order < WORTHY_PART * (sorted[0]?.order ?? 0)) break;
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

  /**
   * Compares the companies whose names have one of the beginnings, until one is the requested name, and the companies that words lead to;
   * if a name is similar, only the first of these.
   */
  #compared(
    beginnings: readonly string[],
    gathering: Gathering,
    comparison: BoundedComparison,
    country: string | undefined,
  ): Compared[] {
    const scope = country ?? ALL_COUNTRIES;
    const compared: Compared[] = [];
    const isFound = (least: number): boolean => compared.some(({ order }) => order >= least);
    const known = new Set<number>();
    for (const beginning of beginnings) {
      const ranks = this.#neighbours(beginning, scope).filter((rank) => !known.has(rank));
      for (const rank of ranks) known.add(rank);
      compared.push(...this.#compare(comparison, scope, ranks));
      if (isFound(SAME_LIKENESS)) break;
    }
    const gathered = gathering.ranks(country, isFound(SURE_LIKENESS) ? FURTHER_COMPARED_MAX : COMPARED_MAX);
    const ranks = scope === ALL_COUNTRIES ? gathered.filter((rank) => !known.has(rank)) : gathered;
    compared.push(...this.#compare(comparison, ALL_COUNTRIES, ranks));
    if (!this.#index.hasFurtherNames) return compared;
    // Words of further names lead to companies, too.
    const led = new Set(gathered);
    return compared.map((one) =>
      led.has(one.rank) && one.order < SURE_LIKENESS ? this.#byFurtherNames(comparison, one) : one,
    );
  }

  /** Returns the ranks of the first companies whose names have a beginning. */
  #neighbours(beginning: string, scope: string): number[] {
    const matches = new NameMatches(this.#memory.sparseIndex, this.#blocks);
    const ranks: number[] = [];
    matches.begin(scope, beginning, 0);
    for (; ranks.length < NEIGHBOURS_MAX && matches.rank !== Infinity; matches.next()) ranks.push(matches.rank);
    return ranks;
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

/** Returns how similar two folded names are as they are written, by their words and by their letters: legal forms count, too. */
function closeness(distance: EditDistance, a: string, b: string): number {
  const [ones, others] = [a.split(' ').toSorted(), b.split(' ').toSorted()];
  const words = (2 * ones.filter((word) => others.includes(word)).length) / (ones.length + others.length);
  return words + Math.max(distance.likeness(a, b, 0), distance.likeness(ones.join(' '), others.join(' '), 0));
}

/** Compares names with the requested one, in which words are as typed as in the query. */
function comparisonWith(
  requested: NameParts,
  readings: readonly NameParts[],
  typed: TypedWords,
  weightOf: WeightOf,
  rarityOf: RarityOf,
) {
  const asRequested = new Map([...typed].flatMap(([word, found]) => found.map(({ text }) => [text, word])));
  // The most frequent word counts.
  const known = (word: string): string =>
    typed.get(word)?.reduce((one, other) => (other.companies > one.companies ? other : one)).text ?? word;
  return new NameComparison(
    requested,
    (word) => weightOf(known(word)),
    (word) => rarityOf(known(word)),
    asRequested,
    readings,
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
