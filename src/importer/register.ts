import type { RegisterLine } from '../model/index.ts';
import type { CsvDialect } from './formats/csv.ts';
import type { FixedWidthLayout } from './formats/fixed-width.ts';
import type { ImportRun } from './run.ts';
import type { ReadyInput } from './rows.ts';
import type { Encoding } from './formats/text.ts';
import type { XmlLayout } from './formats/xml.ts';

/** A register: the facts about it as data, and where the generator is that turns its rows into register lines. */
export interface Register {
  /** The word of the command line and of keys: lower case, for example `fi-prh`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 of the country it registers, absent where it spans the world. */
  readonly country?: string;
  readonly name: string;
  readonly publisher: string;
  readonly licence: { readonly name: string; readonly url: string };
  /** The text the licence or good custom asks to show. */
  readonly attribution: string;
  /** Whether its open files name current officers. */
  readonly hasOfficers: boolean;
  readonly files: RegisterFiles | RegisterFileKinds;
  /** The closed code lists the importer knows, by name. A value outside its list is counted in the report. */
  readonly codes: Readonly<Record<string, readonly string[]>>;
  readonly expect: Expectation | readonly Expectation[];
  /** Loads what reads its files, which nobody needs who only tells about the register. */
  reading(): Promise<Reading>;
}

/** What reads the files of a register. */
export interface Reading {
  /**
   * Turns rows into lines. The inputs come newest first: dated ones by their stamp, then undated ones in the order
   * given. Every record read ends as a line, a counted drop or a counted reject of `run`.
   */
  read(inputs: readonly ReadyInput[], run: ImportRun): AsyncGenerator<RegisterLine>;
}

/** Where the files of a register are, and how their names tell when they were published. */
interface PublishedFiles {
  /** Where a person finds them. */
  readonly page: string;
  readonly current: CurrentFiles;
  /**
   * Finds the publish stamp in a file's own name, else in that of the zip it is in. The named groups `year`, `month`,
   * `day` make the date; the whole match orders files of one day. Absent where the names carry none.
   */
  readonly stamp?: RegExp;
  /** Files of the register that cannot be taken, told by their own name, and what to take instead, as a clause. */
  readonly refused?: readonly { readonly name: RegExp; readonly instead: string }[];
}

/**
 * How the current files are had: by downloading them, whose addresses may first have to be looked up in a catalogue; or
 * by a person who has an account, in one sentence that says what to do.
 */
export type CurrentFiles =
  | readonly Download[]
  | ((lookUp: (url: string) => Promise<string>) => Promise<readonly Download[]>)
  | { readonly account: string };

/** A file to download. */
export interface Download {
  /** The name it is kept under, without a folder, the same every time; `files` tells by it what a full file is. */
  readonly name: string;
  readonly url: string;
  /** The `Accept` field of the request, where the server insists on one. */
  readonly accept?: string;
  /** What the catalogue says about the bytes of the file, where it does. */
  readonly bytes?: number;
  readonly checksum?: { readonly algorithm: 'md5' | 'sha1' | 'sha256'; readonly hex: string };
}

/** How the files of a register look that has one kind of them. */
export interface RegisterFiles extends PublishedFiles, FileLayout {}

/**
 * How the files of a register look that has several kinds, by name: companies in one, their officers in another. What
 * kind a file is, is told by its content; `read` finds it in the input and joins the kinds.
 */
export interface RegisterFileKinds extends PublishedFiles {
  readonly kinds: Readonly<Record<string, FileLayout>>;
}

/** How one kind of file looks. */
export interface FileLayout {
  /** UTF-8 where absent. */
  readonly encoding?: Encoding;
  /** The key of the array in a JSON file that holds the records; absent where none is published inside an object. */
  readonly recordsAt?: string;
  /** Absent where the importer does not take the CSV edition, or there is none. */
  readonly csv?: CsvDialect;
  /** Absent where the importer does not take the XML edition, or there is none. */
  readonly xml?: XmlLayout;
  /** Absent where the importer takes no edition in lines of fixed width, or there is none. */
  readonly fixedWidth?: FixedWidthLayout;
  /** The columns without which a file is not this register's. */
  readonly required: readonly string[];
  /** Fields that become part of a line, as {@linkcode KnownFields} writes them. */
  readonly taken: readonly string[];
  /** Fields that are left out on purpose. */
  readonly ignored: readonly string[];
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
