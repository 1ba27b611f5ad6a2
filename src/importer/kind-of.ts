import { InputError, quoteValue } from '../model/index.ts';
import { csvHeader } from './formats/csv.ts';
import { isFixedWidth } from './formats/fixed-width.ts';
import type { FileLayout } from './formats/layout.ts';
import { tarMembers } from './formats/tar.ts';
import { EncodingFault, readText, type Text } from './formats/text.ts';
import { treesOf } from './formats/trees.ts';
import type { InputFile } from './io/input.ts';

/**
 * Tells which kind of a register's files a file is, by content: the first kind whose required columns are all in the
 * header of a CSV, or whose required fields are all in the first record of a JSON file, or with whose mark the first
 * line of a file of fixed width begins. Only the start is read.
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

async function isOf(file: InputFile, layout: FileLayout): Promise<boolean> {
  const chunks = file.chunks(() => {});
  try {
    const text = await readText(file.name, chunks, { encoding: layout.encoding });
    if (text.format !== 'tar') {
      const answer = await startsAs(file.name, text, layout);
      if (answer !== undefined) return answer;
    } else {
      for await (const member of tarMembers(file.name, text.chunks)) {
        const inside = await readText(member.path, member.chunks, { encoding: layout.encoding });
        const answer = await startsAs(member.path, inside, layout);
        if (answer !== undefined) return answer;
      }
    }
  } finally {
    await chunks.return(undefined);
  }
  throw new InputError(`Cannot read ${quoteValue(file.name)}: it holds no record`);
}

/** Says whether a text starts as the files of a kind do; undefined where it holds no record. */
async function startsAs(name: string, text: Text, layout: FileLayout): Promise<boolean | undefined> {
  const { json, csv, xml, fixedWidth, required } = layout;
  if (isFixedWidth(text, fixedWidth)) return true;
  if (text.format === 'csv') {
    if (csv === undefined) return false;
    // Kinds may differ in their delimiter: in that of another kind, rows of this one need not be readable.
    const columns = new Set((await csvHeader(text, csv))?.map((column) => column.trim()));
    return required.every((column) => columns.has(column));
  }
  if (text.format === 'xml' && xml === undefined) return false;
  if (text.format === 'json' && json === undefined) return false;
  for await (const first of await treesOf(name, text, layout)) return required.every((path) => hasField(first, path));
  return undefined;
}

function hasField(record: unknown, path: string): boolean {
  let at = record;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}
