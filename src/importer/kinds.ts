import { InputError, quoteValue } from '../model/index.ts';
import { csvHeader } from './csv.ts';
import type { InputFile } from './input.ts';
import { jsonRecords } from './json.ts';
import type { FileLayout } from './register.ts';
import { readText } from './text.ts';
import { xmlRecords } from './xml.ts';

/**
 * Tells which kind of a register's files a file is, by content: the first kind whose required columns are all in the
 * header of a CSV, or whose required fields are all in the first record of a JSON file. Only the start is read.
 * @throws {InputError} where the file is of none of the kinds, or cannot be read
 */
export async function kindOf(file: InputFile, kinds: Readonly<Record<string, FileLayout>>): Promise<string> {
  for (const [kind, layout] of Object.entries(kinds)) {
    if (await isOf(file, layout)) return kind;
  }
  throw new InputError(
    `Cannot read ${quoteValue(file.name)}: its first record has not the fields of any of ${Object.keys(kinds).join(', ')}`,
  );
}

async function isOf(file: InputFile, { recordsAt, csv, xml, required }: FileLayout): Promise<boolean> {
  const text = await readText(
    file.name,
    file.chunks(() => {}),
  );
  if (text.format === 'csv' ? csv === undefined : text.format === 'xml' && xml === undefined) {
    await text.chunks.return(undefined);
    return false;
  }
  if (text.format === 'csv' && csv !== undefined) {
    // Kinds may differ in their delimiter: in that of another kind, rows of this one need not be readable.
    const columns = new Set((await csvHeader(text, csv))?.map((column) => column.trim()));
    return required.every((column) => columns.has(column));
  }
  const trees = xml === undefined || text.format === 'json' ? jsonRecords(file.name, text, recordsAt) : xmlRecords(file.name, text, xml); // prettier-ignore
  for await (const first of trees) return required.every((path) => hasField(first, path));
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
