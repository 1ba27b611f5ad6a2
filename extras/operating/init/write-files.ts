import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../src/files/index.ts';
import type { InstalledFile } from './files.ts';

/** The step for a file. An existing file is never changed. */
export interface Step {
  readonly path: string;
  readonly action: 'create' | 'unchanged' | 'kept';
}

/** Returns the step for a file. @param root the folder in place of `/` */
export function stepFor({ path, text }: InstalledFile, root: string): Step {
  const at = join(root, path);
  if (!existsSync(at)) return { path, action: 'create' };
  return { path, action: readFileSync(at, 'utf8') === text ? 'unchanged' : 'kept' };
}

/** Writes the files that do not exist. */
export async function writeFiles(files: readonly InstalledFile[], root: string): Promise<void> {
  for (const file of files) {
    if (stepFor(file, root).action !== 'create') continue;
    const at = join(root, file.path);
    mkdirSync(dirname(at), { recursive: true });
    await writeWhole(at, file.text, file.mode);
  }
}
