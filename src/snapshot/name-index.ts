import type { YieldIfDue } from '../files/index.ts';
import type { SnapshotReader } from './read/reader.ts';
import type { SnapshotScanner } from './read/scanner.ts';
import type { TableWriter } from './write/table-writer.ts';

/** An index of the words in all names, which an extra adds to snapshots: how it is written, searched and verified. */
export interface NameIndex {
  /** @param directory a folder that only this build uses */
  writer(directory: string): NameIndexWriter;
  /** The search over a snapshot; undefined where the snapshot has no such index. */
  search(reader: SnapshotReader): NameSearch | undefined;
  /** Verifies the tables of the index, where a snapshot has them. `onRow` is called after each row. */
  verify(
    scanner: SnapshotScanner,
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
  /** The companies whose names are most alike, those first; at most `limit`. */
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
  /** The common words, each by its weight and by how alike its two spellings are; of joined or split words, the letters. */
  readonly words: number;
  /** How many mistakes the common words differ in. */
  readonly mistakes: number;
  /** How many common words are misspelt although other companies have them as requested. */
  readonly taken: number;
  /** How many common words are abbreviated in one name. */
  readonly abbreviated: number;
  /** How many words of the company's name are not in the request. */
  readonly extra: number;
  /** How many words replace others: missing words, at most as many as are extra. */
  readonly instead: number;
  /** How rare the missing words are that some company has, in total. */
  readonly missing: number;
  /** Whether only one name has a number. */
  readonly numbers: 0 | 1;
  /** How rare the common words are, in total. */
  readonly shared: number;
  /** How rare the rarest common word is. */
  readonly rarest: number;
  /** The letters without the spaces between them, for words that were joined or split. */
  readonly letters: number;
  /** Whether the words are the same, in the same order. */
  readonly same: 0 | 1;
  /** The legal forms: 1 the same, 0.5 of one kind, -1 of others, 0 where one name has none. */
  readonly form: -1 | 0 | 0.5 | 1;
}

/** A company that a name may mean. */
export interface MatchCandidate {
  /** The Company resource of a search as JSON. */
  readonly json: string;
  /** How alike the requested name is to the most similar name of the company. */
  readonly likeness: NameLikeness;
  /** That name, where it is a former or further one. */
  readonly furtherName?: string;
}
