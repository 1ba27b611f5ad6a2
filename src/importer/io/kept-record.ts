import { readFile } from 'node:fs/promises';
import { errorCode } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/**
 * Reads a small JSON file that says something of the file beside it; undefined where there is none.
 * @param isWhole says whether a value is what the file should hold
 * @param what the file is, for messages: "record of a download"
 * @throws {InputError} where it cannot be read, or holds something else
 */
export async function readKeptRecord<T>(
  at: string,
  isWhole: (value: unknown) => value is T,
  what: string,
): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(at, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new InputError(`Cannot read ${quoteValue(at)}: ${String(error)}`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isWhole(value)) return value;
  } catch {
    // Said below: text that is no JSON is no record either.
  }
  throw new InputError(`Cannot read ${quoteValue(at)}: it is no ${what}; remove it, or fetch again`);
}
