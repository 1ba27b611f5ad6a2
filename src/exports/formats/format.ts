import type { ExportedCompany, FormerId, OutputFile } from '../exported-company.ts';
import { GzipLines } from '../gzip-lines.ts';
import type { Table } from '../tables.ts';

/** What a format needs to know about the data. */
export interface FormatFacts {
  /** The latest day that the data states, YYYY-MM-DD; absent where it states none. */
  readonly day: string | undefined;
  readonly generation: string;
  /** Who publishes the export. */
  readonly publisher: string;
  /** Which roles are seats on a board, by the system that publishes the officers. */
  readonly boards: ReadonlyMap<string, BoardRoles>;
}

/** The words of a register for the members and for the chair of the body that manages a company. */
export interface BoardRoles {
  readonly members: readonly string[];
  readonly chairs?: readonly string[];
}

/** A kind of file: what it holds, and how one is written. */
export interface FileKind<Item> {
  /** The folder of its files below that of the format, or the name of its only file. */
  readonly name: string;
  readonly title: string;
  /** Of rows and columns; absent where the file has none. */
  readonly table?: Table<Item>;
  /** Begins a file at a path. */
  open(path: string, facts: FormatFacts): OutputFile<Item>;
}

/** A format of exported files. */
export interface Format {
  readonly name: FormatName;
  readonly title: string;
  /** What stands behind the dot of its files. */
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

export const FORMAT_NAMES = ['csv', 'ndjson', 'parquet', 'ftm', 'bods'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** A kind of file whose rows are lines of text, which gzip compresses. `header` is a first line, which a file has if it has others. */
export function textLines<Item>(
  kind: Omit<FileKind<Item>, 'open'>,
  textsOf: (item: Item, facts: FormatFacts) => Iterable<string>,
  header?: string,
): FileKind<Item> {
  return {
    ...kind,
    open(path, facts) {
      const lines = new GzipLines(path, header === undefined ? '' : `${header}\n`);
      let rows = 0;
      return {
        add(item) {
          for (const text of textsOf(item, facts)) {
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
