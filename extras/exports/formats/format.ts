import type { ExportedCompany, FormerId, OutputFile } from '../exported-company.ts';
import { GzipLines } from '../gzip-lines.ts';
import type { Table } from '../tables.ts';

/** A kind of file: what it holds, and how one is written. */
export interface FileKind<Item> {
  /** The folder of its files below that of the format, or the name of its only file. */
  readonly name: string;
  readonly title: string;
  /** Of rows and columns; absent where the file has none. */
  readonly table?: Table<Item>;
  /** Begins a file at a path, with companies of a generation. */
  open(path: string, generation: string): OutputFile<Item>;
}

/** A format of exported files. */
export interface Format {
  readonly name: FormatName;
  readonly title: string;
  /** The extension of its files, without the dot. */
  readonly extension: string;
  /** The media type, of the content where it is compressed. */
  readonly mediaType: string;
  /** Of the vocabulary of file types of the Publications Office of the European Union. */
  readonly fileType: string;
  readonly compression?: 'gz';
  /** One file for each country. */
  readonly perCountry: readonly FileKind<ExportedCompany>[];
  /** One file for all countries. */
  readonly forAll: readonly FileKind<FormerId>[];
}

export const FORMAT_NAMES = ['csv', 'ndjson', 'parquet', 'ftm'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** A kind of file whose rows are lines of text, which gzip compresses. `header` is a first line, which a file has if it has others. */
export function textLines<Item>(
  kind: Omit<FileKind<Item>, 'open'>,
  textsOf: (item: Item) => Iterable<string>,
  header?: string,
): FileKind<Item> {
  return {
    ...kind,
    open(path) {
      const lines = new GzipLines(path, header === undefined ? '' : `${header}\n`);
      let rows = 0;
      return {
        add(item) {
          for (const text of textsOf(item)) {
            lines.add(`${text}\n`);
            rows++;
          }
        },
        settle: () => lines.settle(),
        async close() {
          await lines.close();
          return rows;
        },
        discard: () => lines.discard(),
      };
    },
  };
}
