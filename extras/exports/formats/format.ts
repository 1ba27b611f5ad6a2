import type {
  CompanyClassification,
  CompanyDetails,
  CompanyIdentifier,
  CompanyLifecycle,
  LineOfficer,
  Profile,
} from '../../../src/model/index.ts';

export type CompanyResource = Profile & {
  readonly id: string;
  readonly classifications?: readonly CompanyClassification[];
  readonly identifiers?: readonly CompanyIdentifier[];
};

export interface ExportedCompany {
  readonly resource: CompanyResource;
  /** The resource as JSON, as in the API. */
  readonly json: string;
  /** The country of its register, else of its head office; undefined if neither is published. */
  readonly country: string | undefined;
  readonly details: CompanyDetails;
  readonly officers: readonly LineOfficer[];
}

export interface FormerId {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
}

/** An open file of companies or former ids. */
export interface OutputFile<Item> {
  /** Adds an item. If it returns a promise, more items may be added when the promise resolves. */
  add(item: Item): Promise<void> | undefined;
  /** Ends the file; returns its number of rows. A file without rows is not created. */
  close(): Promise<number>;
  discard?(): void;
}

/**
 * The values of a row by column name: texts, lists of texts, numbers and booleans. Unpublished values are absent.
 */
export type Row = Readonly<Record<string, unknown>>;

/** A column. A `list` has texts; a `datetime` is in UTC. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'date' | 'datetime' | 'list';
  readonly isRequired?: true;
  readonly description: string;
  readonly values?: readonly string[];
}

/** A table, and its rows for one item. */
export interface Table<Item> {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly primaryKey?: readonly string[];
  toRows(item: Item): Iterable<Row>;
}

/** A kind of file: its content, and how to write one. */
export interface FileKind<Item> {
  /** The name of the folder of its files below the folder of the format, or the name of its only file. */
  readonly name: string;
  readonly title: string;
  /** Absent in a file without columns. */
  readonly table?: Table<Item>;
  open(path: string, generation: string): OutputFile<Item>;
}

/** A format of exported files. */
export interface Format {
  readonly name: string;
  readonly title: string;
  /** The extension of its files, without the dot. */
  readonly extension: string;
  /** The media type of the uncompressed content. */
  readonly mediaType: string;
  /** A code from the list of file types of the Publications Office of the European Union. */
  readonly fileType: string;
  readonly compression?: 'gz';
  readonly perCountry: readonly FileKind<ExportedCompany>[];
  readonly forAll: readonly FileKind<FormerId>[];
}
