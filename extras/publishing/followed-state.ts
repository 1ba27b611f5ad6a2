import { readFile } from 'node:fs/promises';
import { errorCode, writeWhole } from '../../src/files/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';

/** The last accepted publication. It is stored, so that no store can go back to older data after a restart. */
export interface Accepted {
  readonly counter: number;
  readonly generation: string;
  readonly size: number;
  readonly sha256: string;
}

/** Reads the last accepted publication; undefined without one. */
export async function readAccepted(path: string): Promise<Accepted | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
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
