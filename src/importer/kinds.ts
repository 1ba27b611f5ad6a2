import { InputError, quoteValue } from '../model/index.ts';
import { BrokenRow } from './csv-lines.ts';
import { csvRows } from './csv.ts';
import type { InputFile } from './input.ts';
import { jsonRecords } from './json.ts';
import type { FileLayout } from './register.ts';
import { EncodingFault, readText } from './text.ts';
import { xmlRecords } from './xml.ts';

/**
 * Tells which kind of a register's files a file is, by content: the first kind whose required columns are all in the
 * header of a CSV, or whose required fields are all in the first record of a JSON file. Only the start is read.
 * @throws {InputError} where the file is of none of the kinds, or cannot be read
 */
export async function kindOf(file: InputFile, kinds: Readonly<Record<string, FileLayout>>): Promise<string> {
  const faults: EncodingFault[] = [];
  for (const [kind, layout] of Object.entries(kinds)) {
    try {
      if (await isOf(file, layout)) return kind;
    } catch (error) {
      // The kinds of one register may differ in encoding.
      if (!(error instanceof EncodingFault)) throw error;
      faults.push(error);
    }
  }
  const [fault] = faults;
  if (fault !== undefined && faults.length === Object.keys(kinds).length) throw fault;
  throw new InputError(
    `Cannot read ${quoteValue(file.name)}: its first record has not the fields of any of ${Object.keys(kinds).join(', ')}`,
  );
}

async function isOf(file: InputFile, { encoding, recordsAt, csv, xml, required }: FileLayout): Promise<boolean> {
  const chunks = file.chunks(() => {});
  const text = await readText(file.name, chunks, encoding);
  if (text.format === 'csv' ? csv === undefined : text.format === 'xml' && xml === undefined) {
    await text.chunks.return(undefined);
    return false;
  }
  if (text.format === 'csv' && csv !== undefined) {
    for await (const header of csvRows(file.name, text, csv)) {
      if (header instanceof BrokenRow) break;
      const columns = new Set(header.map((column) => column.trim()));
      return required.every((column) => columns.has(column));
    }
  } else {
    const trees = xml === undefined || text.format === 'json' ? jsonRecords(file.name, text, recordsAt) : xmlRecords(file.name, text, xml); // prettier-ignore
    for await (const first of trees) return required.every((path) => hasField(first, path));
  }
  throw new InputError(`Cannot read ${quoteValue(file.name)}: it holds no record`);
}

function hasField(record: unknown, path: string): boolean {
  let at = record;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}
