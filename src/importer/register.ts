import type { RegisterLine, UpdateFrequency } from '../model/index.ts';
import type { CurrentFiles, ServerDeclaration } from './current-files.ts';
import type { ImportRun } from './import-run.ts';
import type { Mapping } from './record/mapping.ts';
import type { CodeList, StateTable } from './record/lists.ts';
import type { Input, InputOfKinds } from './input.ts';
import type { Crawl } from './crawls/crawl.ts';
import type { FileLayout, RowOf } from './formats/layout.ts';

/** The declaration of a register. */
export interface Register<Files extends DeclaredFiles = DeclaredFiles> {
  /** The name on the command line and in keys, in lower case: `fi-prh`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2; absent for a worldwide register. */
  readonly country?: string;
  /** Set for an index of several registers, which only adds to companies of these registers. */
  readonly isIndex?: true;
  /** The id of the register whose companies get the officers of this register. Lines of this register have only a number and officers. */
  readonly addsTo?: string;
  readonly name: string;
  readonly publisher: string;
  readonly licence: { readonly name: string; readonly url: string };
  /** The attribution that the licence or good custom requires. */
  readonly attribution: string;
  /** Whether the open files of the register have current officers. */
  readonly hasOfficers: boolean;
  /** Set if officers are imported only on request, because their file needs an account or is years old. */
  readonly hasOfficersOnRequest?: true;
  /** Whether the officers of the register may be exported; absent if it has no officers. */
  readonly officersReuse?: OfficersReuse;
  /**
   * The address of a company's own page at the register, with `{number}` for its number: the `record_url` of lines. Absent where no
   * stable address is known.
   */
  readonly companyUrl?: string;
  /**
   * The first day on which the register can have registered or closed a company, YYYY-MM-DD: the day on which it, or the law on its
   * companies, began. Absent where it has days of older registers, or of foundation.
   */
  readonly firstDay?: string;
  readonly files: Files;
  /** Code lists of the publisher, in files of their own. */
  readonly lists?: CodeLists;
  /** The known codes, by the name of the list. Other values are counted in the report. */
  readonly codes: Readonly<Record<string, CodeList>>;
  /** The state for each status code of the register, by the name of the code list. An unknown status code raises an alarm. */
  readonly states?: Readonly<Record<string, StateTable>>;
  /** Reasons of drops and notes that need no attention, in addition to those in code ({@linkcode Reason}). */
  readonly ordinary?: readonly string[];
  readonly expect: Expectation | readonly Expectation[];
  /**
   * Whether an input is the `whole` register (the default) or a `part`, such as an unfinished crawl or a daily file. If a part lacks a
   * company, the previous line of the company is kept until the register reports the company as gone.
   */
  readonly input?: 'whole' | 'part';
  /** Set if companies never leave the register: if a finished crawl lacks a company, the crawl missed it. */
  readonly keepsAll?: true;
  /** How often the publisher renews the register, as the maximum age of its data; or when the register ended. */
  readonly updateFrequency: UpdateFrequency;
  /** The content and the gaps of the register, and how far the importer was tested. */
  readonly coverage: RegisterCoverage;
  /** Which column goes to which field, where each row is one line: it takes the place of `loadReader`. */
  readonly mapping?: Mapping;
  /** Loads the code of the import. */
  loadReader(): Promise<RegisterReader<Files>>;
}

/** The content of a register, in words for people. */
export interface Coverage {
  /** The companies in the register's files. */
  readonly companies: string;
  /** The officers in the register's files; `none` and the reason if the files have no officers. */
  readonly officers: string;
  /** How often the publisher renews the files. */
  readonly rhythm: string;
  /** Missing content that users might look for, and why. */
  readonly missing: string;
}

/** The content of an imported register. */
export interface RegisterCoverage extends Coverage {
  /** The detail fields (`DETAIL_FIELDS`) of the register's lines; `missing` says why they lack others that users look for. */
  readonly details: readonly string[];
  /** How the importer was tested, and how much was compared: begins with `genuine file`, `genuine records` or `layout only`. */
  readonly proven: string;
}

/** Whether exports include the officers of a register: some open licences exclude personal data. */
export interface OfficersReuse {
  /** The `source.system` of the officers of the register. */
  readonly system: string;
  /** Whether the licence allows redistribution of the officers in bulk. */
  readonly isAllowed: boolean;
  /** The reason, as a clause. */
  readonly because: string;
}

/** Code lists of a publisher, fetched under their own id and imported as kinds of files. Without them the bundled lists are used. */
export interface CodeLists {
  /** The id for `fetch`: the id of the register with `-lists`. */
  readonly id: string;
  readonly files: PublishedFiles;
}

/** The code of an import. */
export interface RegisterReader<Files = DeclaredFiles> {
  /**
   * Turns rows into lines. The inputs are sorted by their stamps, newest first; undated inputs are last. Every record becomes a line, or
   * is counted in `run` as a drop or a reject.
   */
  readonly read: (inputs: readonly InputOf<Files>[], run: ImportRun) => AsyncGenerator<RegisterLine>;
}

export type DeclaredFiles = RegisterFiles | RegisterFileKinds;

type InputOf<Files> = Files extends { readonly kinds: infer Kinds } ? InputOfKinds<Kinds> : Input<RowOf<Files>>;

/** The published files of a register. */
export interface PublishedFiles {
  /** The web page about the files. */
  readonly page: string;
  readonly current: CurrentFiles;
  /** A crawl in addition to the current files. */
  readonly crawl?: Crawl;
  readonly server?: ServerDeclaration;
  /** Matches the names of fetched files that are removed when they are no longer current, because each edition has a new name. */
  readonly superseded?: RegExp;
  /**
   * Finds the publish stamp in the name of a file, or of the zip that contains it. The named groups `year`, `month` and `day` are the
   * date; the whole match sorts files of one day.
   */
  readonly stamp?: RegExp;
  /** Names of files that are refused, each with the file to use instead, as a clause. */
  readonly refused?: readonly { readonly name: RegExp; readonly instead: string }[];
}

/** The files of a register with one kind of files. */
export interface RegisterFiles extends PublishedFiles, FileLayout {}

/** The files of a register with several kinds: companies in one, officers in another. The content of a file decides its kind. */
export interface RegisterFileKinds extends PublishedFiles {
  readonly kinds: Readonly<Record<string, FileLayout>>;
}

/** The minimum content of a full file. A file with fewer records or officers was cut, or is an extract. */
export interface Expectation {
  /** Matches the names of full files. Other files (deltas, extracts, renamed files) are not checked. */
  readonly full: RegExp;
  /** Matches the names of the zips with full files; set if files of full and other editions have the same name. */
  readonly packedIn?: RegExp;
  readonly records: number;
  /** Minimum number of officers in an import with a full file. */
  readonly officers?: number;
}
