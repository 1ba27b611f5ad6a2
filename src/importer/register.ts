import type { RegisterLine, Rhythm } from '../model/index.ts';
import type { CurrentFiles, ServerDeclaration } from './current-files.ts';
import type { FileLayout, RowOf } from './formats/layout.ts';
import type { ImportRun } from './import-run.ts';
import type { CodeList } from './record/lists.ts';
import type { Input, InputOfKinds } from './input.ts';
import type { Crawl } from './crawls/crawl.ts';

/** A register: the facts about it as data, and the module that turns its rows into register lines. */
export interface Register<Files extends DeclaredFiles = DeclaredFiles> {
  /** The word of the command line and of keys: lower case, for example `fi-prh`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 of the country it registers, absent where it spans the world. */
  readonly country?: string;
  /** Whether it is an index of other registers, which adds to their companies only what is its own. */
  readonly isIndex?: true;
  /** The id of the register whose companies get the officers that this one names. Its lines have only one number and officers. */
  readonly addsTo?: string;
  readonly name: string;
  readonly publisher: string;
  readonly licence: { readonly name: string; readonly url: string };
  /** The text the licence or good custom asks to show. */
  readonly attribution: string;
  /** Whether its open files name current officers. */
  readonly hasOfficers: boolean;
  /** Whether officers are imported only on request of the operator: those of a file that needs an account, or of years ago. */
  readonly hasOfficersOnRequest?: true;
  /** Whether its officers may be exported; present exactly where it has officers, also on request. */
  readonly officersReuse?: OfficersReuse;
  /** The address of a company's record at the register, with `{number}` for its number; absent where none is known for certain. */
  readonly companyUrl?: string;
  readonly files: Files;
  /** Code lists that the publisher has beside them. */
  readonly lists?: CodeLists;
  /** The closed code lists the importer knows, by name. A value outside its list is counted in the report. */
  readonly codes: Readonly<Record<string, CodeList>>;
  /** The reasons of drops and notes that are ordinary book-keeping, where the code does not say so ({@linkcode Reason}). */
  readonly ordinary?: readonly string[];
  readonly expect: Expectation | readonly Expectation[];
  /**
   * Whether an input is the `whole` register (the default), or a `part`, such as an unfinished crawl or a daily file. A
   * company that a part lacks keeps its previous line until the register says that it is gone.
   */
  readonly input?: 'whole' | 'part';
  /** Companies never leave the register: a company that a finished crawl lacks was missed. Otherwise such a crawl is the whole. */
  readonly keepsAll?: true;
  /** How old its data may become before an alarm; required where the input is a part. */
  readonly rhythm?: Rhythm;
  /** Loads the code that reads its files; only an import needs it. */
  reading(): Promise<Reading<Files>>;
}

/** Officers of a register in exports: what its licence says about data of persons, which some open licences leave out. */
export interface OfficersReuse {
  /** The `source.system` of its officers. */
  readonly system: string;
  /** Whether they may be passed on in bulk. Where no licence says so, they may not. */
  readonly isAllowed: boolean;
  /** Why, as a clause. */
  readonly because: string;
}

/** Code lists of a publisher, fetched under an id of their own and imported as kinds of files. Without them, the bundled lists apply. */
export interface CodeLists {
  /** The word of `fetch`: that of the register and `-lists`. */
  readonly id: string;
  readonly files: PublishedFiles;
}

/** The code that reads the files of a register. */
export interface Reading<Files = DeclaredFiles> {
  /**
   * Turns rows into lines. The inputs come newest first: dated ones by their stamp, then undated ones in the order
   * given. Every record read ends as a line, a counted drop or a counted reject of `run`.
   */
  readonly read: (inputs: readonly InputOf<Files>[], run: ImportRun) => AsyncGenerator<RegisterLine>;
}

export type DeclaredFiles = RegisterFiles | RegisterFileKinds;

type InputOf<Files> = Files extends { readonly kinds: infer Kinds } ? InputOfKinds<Kinds> : Input<RowOf<Files>>;

/** Where the files of a register are, and how their names tell when they were published. */
export interface PublishedFiles {
  /** Where a person finds them. */
  readonly page: string;
  readonly current: CurrentFiles;
  /** What is asked question by question, beside the current files. */
  readonly crawl?: Crawl;
  /** How its servers are asked, where the defaults do not do. */
  readonly server?: ServerDeclaration;
  /**
   * The fetched files that are removed when they are no longer among the current ones, by name: where each edition has a name
   * of its own.
   */
  readonly superseded?: RegExp;
  /**
   * Finds the publish stamp in a file's own name, else in that of the zip it is in. The named groups `year`, `month`,
   * `day` make the date; the whole match orders files of one day. Absent where the names carry none.
   */
  readonly stamp?: RegExp;
  /** Files of the register that are refused by their own name, and what to take instead, as a clause. */
  readonly refused?: readonly { readonly name: RegExp; readonly instead: string }[];
}

/** The files of a register that has one kind of them. */
export interface RegisterFiles extends PublishedFiles, FileLayout {}

/**
 * The files of a register that has several kinds, by name: companies in one, their officers in another. The content of
 * a file tells its kind; `read` finds the kind in the input and joins them.
 */
export interface RegisterFileKinds extends PublishedFiles {
  readonly kinds: Readonly<Record<string, FileLayout>>;
}

/** What a full file holds at least. A file that holds less was cut or is not the whole. */
export interface Expectation {
  /** A file whose own name matches is a full one; others (deltas, extracts, renamed files) are not measured. */
  readonly full: RegExp;
  /** What the name of the zip must match as well, where a file's own name is the same in full and other editions. */
  readonly packedIn?: RegExp;
  readonly records: number;
  /** How many officers the lines of an import have at least that such a file is part of; absent where it names none. */
  readonly officers?: number;
}
