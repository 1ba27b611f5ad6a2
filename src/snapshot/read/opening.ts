import { InputError } from '../../model/index.ts';
import { MappedFile } from '../file/mapped-file.ts';
import { PageCheck, sumsBytes } from '../file/page-sums.ts';
import { Table, toDataView, type TableParts } from '../file/table.ts';
import { readOpenTrailer } from '../file/trailer.ts';
import { MATCH_TABLE_NAMES, TABLE_NAMES, type TableName } from '../file/table-names.ts';
import { MATCH_INDEX_KEY, type Tables } from '../format/format.ts';

/** The directory of a file, as TableWriter writes it. */
interface Directory {
  /** The number of bytes that have checksums, and the position of the checksums. */
  readonly pages: { readonly bytes: number; readonly sums: number };
  readonly tables: Readonly<Record<string, TableParts>>;
}

const NO_ROWS: TableParts = { rows: 0, positions: 0, prefixes: 0, bytes: 0 };

/**
 * Maps an open snapshot file into memory and finds its tables.
 * @throws {InputError} if the file is not a snapshot
 * @throws {Error} with the reason if it is damaged, or cannot be mapped
 */
export function openTables(descriptor: number, path: string): Tables {
  const { dataBytes, directory } = readOpenTrailer(descriptor, path);
  const { pages, tables: parts } = JSON.parse(directory.toString()) as Directory;
  const file = new MappedFile(descriptor, path, dataBytes);
  try {
    const sums = toDataView(file.slice(pages.sums, sumsBytes(pages.bytes)));
    const check = new PageCheck(file.windows, pages.bytes, sums);
    // A table without rows is not in the directory.
    const table = (name: string): Table => new Table(name, file, check, parts[name] ?? NO_ROWS);
    const tables = <Name extends TableName>(names: readonly Name[]): Readonly<Record<Name, Table>> =>
      Object.fromEntries(names.map((name) => [name, table(name)])) as Record<Name, Table>;
    const metadata = table('metadata');
    const match = metadata.find(MATCH_INDEX_KEY) ? tables(MATCH_TABLE_NAMES) : undefined;
    return { file, pages: check, metadata, ...tables(TABLE_NAMES), match };
  } catch (error) {
    void file.close();
    throw error;
  }
}

export function damaged(path: string, cause: unknown): InputError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Cannot open the snapshot "${path}": it is damaged (${reason}). Run "openfirma verify" on it for details.`;
  return new InputError(message, { cause });
}
