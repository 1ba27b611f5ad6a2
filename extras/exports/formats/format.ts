import type { ExportedCompany, FormerId, OutputFile } from '../exported-company.ts';
import type { Table } from '../tables.ts';

/** A kind of file: its content, and how to write one. */
export interface FileKind<Item> {
  /** The folder of its files below that of the format, or the name of its only file. */
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
  /** From the file types of the Publications Office of the European Union. */
  readonly fileType: string;
  readonly compression?: 'gz';
  readonly perCountry: readonly FileKind<ExportedCompany>[];
  readonly forAll: readonly FileKind<FormerId>[];
}
