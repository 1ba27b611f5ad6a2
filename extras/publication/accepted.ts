import { readFile, stat } from 'node:fs/promises';
import { errorCode, factsOfFile, writeWhole, type FileFacts } from '../../src/files/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';

/** The last accepted publication. It is stored, so that a follower does not accept older data after a restart. */
export interface Accepted extends FileFacts {
  readonly counter: number;
  readonly generation: string;
}

/** Returns the result of an operation on a file; undefined if the file does not exist. */
export async function orAbsent<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether there is a file with this size and checksum at a path. A file of another size is not read. */
export async function isFile(path: string, { size, sha256 }: FileFacts, signal?: AbortSignal): Promise<boolean> {
  if ((await orAbsent(stat(path)))?.size !== size) return false;
  const found = await orAbsent(factsOfFile(path, { signal }));
  return found?.size === size && found.sha256 === sha256;
}

/** Reads the last accepted publication; undefined before the first one. */
export async function readAccepted(path: string): Promise<Accepted | undefined> {
  const text = await orAbsent(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  try {
    const { counter, generation, size, sha256 } = JSON.parse(text) as Accepted;
    if (Number.isSafeInteger(counter) && Number.isSafeInteger(size) && generation !== '' && sha256.length === 64)
      return { counter, generation, size, sha256 };
  } catch {
    // Reported below.
  }
  throw new InputError(`Cannot read ${quoteValue(path)}: it is damaged; remove it to accept any counter once`);
}

export async function writeAccepted(path: string, { counter, generation, size, sha256 }: Accepted): Promise<void> {
  await writeWhole(path, `${JSON.stringify({ counter, generation, size, sha256 })}\n`);
}
