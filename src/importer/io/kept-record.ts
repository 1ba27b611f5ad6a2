import { readFile } from 'node:fs/promises';
import { errorCode } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/**
 * Reads a small JSON file about the file beside it; undefined if it does not exist.
 * @param isWhole whether a value is valid
 * @param what the kind of file for messages: "record of a download"
 * @throws {InputError} where it cannot be read or is invalid
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
    // Reported below.
  }
  throw new InputError(`Cannot read ${quoteValue(at)}: it is not a ${what}; remove it, or fetch again`);
}
