import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../src/files/index.ts';
import { InputError, messageOf } from '../../../src/model/index.ts';
import type { Texts } from './answers.ts';
import type { InstalledFile } from './files.ts';

/** The state of an installation: the answers, and the hash of each file as it was written. */
export interface Memory {
  readonly answers: Texts;
  readonly files: Readonly<Record<string, string>>;
}

const NOTHING: Memory = { answers: {}, files: {} };

/**
 * Reads the state of the last run; empty before the first run.
 * @throws {InputError} if the state is not readable
 */
export function readMemory(path: string): Memory {
  if (!existsSync(path)) return NOTHING;
  try {
    return { ...NOTHING, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Memory>) };
  } catch (error) {
    const reason = messageOf(error);
    throw new InputError(`Cannot read "${path}", which an earlier init wrote: ${reason}; repair or remove it`);
  }
}

/** The step for a file. A file that was changed by hand is kept, and the file that init would write is put beside it. */
export interface Step {
  readonly path: string;
  readonly action: 'create' | 'update' | 'unchanged' | 'kept' | 'beside';
  /** The path to write; absent if nothing is written. */
  readonly writes?: string;
}

/** Returns the step for a file. @param root the folder in place of `/` */
export function stepFor({ path, text }: InstalledFile, memory: Memory, root: string): Step {
  const at = join(root, path);
  if (!existsSync(at)) return { path, action: 'create', writes: at };
  const found = readFileSync(at, 'utf8');
  if (found === text) return { path, action: 'unchanged' };
  const before = memory.files[path];
  if (before === hash('sha256', found)) return { path, action: 'update', writes: at };
  // Init would write the same text as before: only the change by hand differs.
  if (before === hash('sha256', text)) return { path, action: 'kept' };
  return { path, action: 'beside', writes: `${at}.new` };
}

/** Writes the files of the steps, then the state at `memoryPath`. */
export async function writeFiles(
  files: readonly InstalledFile[],
  steps: readonly Step[],
  memoryPath: string,
  answers: Texts,
): Promise<void> {
  for (const [i, { text, mode }] of files.entries()) {
    const path = steps[i]?.writes;
    if (path !== undefined) await write(path, text, mode);
  }
  const hashes = Object.fromEntries(files.map(({ path, text }) => [path, hash('sha256', text)]));
  await write(memoryPath, `${JSON.stringify({ answers, files: hashes }, null, 2)}\n`, 0o644);
}

async function write(path: string, text: string, mode: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  await writeWhole(path, text, mode);
}
