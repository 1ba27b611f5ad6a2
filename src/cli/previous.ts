import { existsSync, linkSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lacksLinks } from '../files/index.ts';
import { InputError } from '../model/index.ts';
import { SnapshotReader, previousPath, type About } from '../snapshot/index.ts';

/**
 * Keeps the snapshot that a build is about to replace, for `openfirma rollback`: a second name of the same file, which costs
 * nothing until the first is gone. `directory` is the build's own. Where the data is the same (`generation`), what was kept
 * before stays; where the file system knows no second names, nothing is kept.
 */
export async function keepPrevious(out: string, generation: string, directory: string): Promise<void> {
  if (!existsSync(out) || (await aboutOf(out, directory))?.generation === generation) return;
  const kept = previousPath(out);
  if (isSameFile(out, kept)) return;
  const aside = join(directory, 'previous');
  try {
    linkSync(out, aside);
  } catch (error) {
    if (lacksLinks(error)) return;
    throw error;
  }
  renameSync(aside, kept);
}

/**
 * Refuses to replace a snapshot by one that knows nothing of it where it restricts companies, which would be published again. One that
 * cannot be read tells nothing.
 * @throws {InputError} that says how many there are, and what to give
 */
export async function mustNotForget(out: string): Promise<void> {
  const restricted = existsSync(out) ? (await aboutOf(out))?.records.restricted : undefined;
  if (restricted === undefined || restricted === 0) return;
  throw new InputError(
    `Cannot build: "${out}" restricts ${restricted} ${restricted === 1 ? 'company' : 'companies'}, which would be published again; ` +
      `give --previous "${out}", or another --out`,
  );
}

/** Whether two paths are names of one file. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** What a snapshot says of itself; undefined where it cannot be opened. */
async function aboutOf(path: string, lockIn?: string): Promise<About | undefined> {
  try {
    const reader = SnapshotReader.open(path, lockIn);
    await reader.close();
    return reader.about;
  } catch (error) {
    // One of another version, or damaged, is being replaced all the same, and kept without being read.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
