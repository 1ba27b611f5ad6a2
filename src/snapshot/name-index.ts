import type { YieldIfDue } from '../files/index.ts';
import type { SnapshotReader } from './read/reader.ts';
import type { TableWriter } from './file/table-writer.ts';

/** An index of the words in all names, which an extra adds to snapshots: how to write, search and verify it. */
export interface NameIndex {
  /** @param directory a folder that only this build uses */
  writer(directory: string): NameIndexWriter;
  /** Returns the search over a snapshot; undefined if the snapshot has no such index. */
  search(reader: SnapshotReader): NameSearch | undefined;
  /** Verifies the tables of the index, if a snapshot has them. `onRow` is called after each row. */
  verify(
    reader: SnapshotReader,
    fail: (what: string) => never,
    onRow: (table: string) => Promise<void> | undefined,
  ): Promise<void>;
  /** Verifies that each word of a name leads to its company. */
  verifyName(reader: SnapshotReader, company: Omit<NamedCompany, 'countries'>, fail: (what: string) => never): void;
}

export interface NameIndexWriter {
  /** Adds a company, in the order of ranks. */
  add(company: IndexedCompany): void;
  /** Writes the tables. Returns the facts of the index, which the metadata keep as JSON. */
  write(writer: TableWriter, yieldIfDue: YieldIfDue): Promise<object>;
}

export interface NameSearch {
  /** Returns at most `limit` companies, those with the most similar names first. */
  candidates(name: string, country: string | undefined, limit: number): MatchCandidate[];
}

/** A company as its registered name is indexed. */
interface NamedCompany {
  readonly id: string;
  /** Its position in the name order of all companies. */
  readonly rank: number;
  readonly countries: readonly string[];
  /** Folded. */
  readonly name: string;
}

export interface IndexedCompany extends Omit<NamedCompany, 'id'> {
  /** Its former and further names, as published. */
  readonly furtherNames: readonly string[];
}

/** How alike two names are: the features of a score (docs/matching.md). */
export interface NameLikeness {
  /** Total of the common words, each by its weight and by how alike its two spellings are; of joined or split words, the letters count. */
  readonly words: number;
  /** Number of mistakes in which the common words differ. */
  readonly mistakes: number;
  /** Number of common words that are misspelt although other companies have them as requested. */
  readonly taken: number;
  /** Number of common words that are abbreviated in one name. */
  readonly abbreviated: number;
  /** Number of words of the company's name that are not in the request. */
  readonly extra: number;
  /** Number of words that replace others: missing words, at most as many as are extra. */
  readonly instead: number;
  /** Total rarity of those missing words that some company has. */
  readonly missing: number;
  /** Whether only one name has a number. */
  readonly numbers: 0 | 1;
  /** Total rarity of the common words. */
  readonly shared: number;
  /** Rarity of the rarest common word. */
  readonly rarest: number;
  /** How alike the letters are without the spaces between them, for words that were joined or split. */
  readonly letters: number;
  /** Whether the words are the same, in the same order. */
  readonly same: 0 | 1;
  /**
   * The legal forms: 1 if they are the same, 0.5 in another spelling, 0.4 with an addition, -0.5 of one kind in two countries, -1 if
   * they are different, 0 if one name has no form.
   */
  readonly form: -1 | -0.5 | 0 | 0.4 | 0.5 | 1;
  /** Whether the legal forms are different ones of one country. */
  readonly contradicts: 0 | 1;
}

/** A company that a name may mean. */
export interface MatchCandidate {
  /** The Company resource of a search as JSON. */
  readonly json: string;
  /** The similarity of the requested name to the most similar name of the company. */
  readonly likeness: NameLikeness;
  /** The most similar name, if it is a former or further one. */
  readonly furtherName?: string;
}
