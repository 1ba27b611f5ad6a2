import { existsSync, linkSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lacksLinks } from '../files/index.ts';
import { InputError, counted } from '../model/index.ts';
import { SnapshotReader, hasMatchIndex, previousPath, type SnapshotMetadata } from '../snapshot/index.ts';

/**
 * Keeps the snapshot that a build is about to replace, for a rollback: as a hard link, which takes no space. `folder` belongs to the
 * build. If the new data is the same (`generation`), the snapshot that was kept earlier stays. If the file system has no hard links,
 * nothing is kept.
 */
export async function keepPrevious(out: string, generation: string, folder: string): Promise<void> {
  if (!existsSync(out) || (await generationAt(out)) === generation) return;
  const kept = previousPath(out);
  if (isSameFile(out, kept)) return;
  const aside = join(folder, 'previous');
  try {
    linkSync(out, aside);
  } catch (error) {
    if (lacksLinks(error)) return;
    throw error;
  }
  renameSync(aside, kept);
}

/**
 * Refuses to replace a snapshot that restricts companies with a snapshot that does not continue it: the companies would be published
 * again.
 * @throws {InputError} with the number of restricted companies and the option to set
 */
export async function requirePrevious(out: string): Promise<void> {
  const restricted = (await readMetadata(out))?.records.restricted ?? 0;
  if (restricted === 0) return;
  throw new InputError(
    `Cannot build: "${out}" restricts ${counted(restricted, 'company')}, which would be published again; ` +
      `give --previous "${out}", or another --out`,
  );
}

/** Whether a build writes a match index. By default it does if the snapshot that it continues, or else replaces, has one. */
export async function wantsMatchIndex({
  match,
  previous,
  out,
}: {
  readonly match?: boolean | undefined;
  readonly previous?: string | undefined;
  readonly out: string;
}): Promise<boolean> {
  if (match !== undefined) return match;
  const metadata = await readMetadata(previous ?? out);
  return metadata !== undefined && hasMatchIndex(metadata);
}

/** Returns the generation of the snapshot at a path; undefined if it cannot be read. */
async function generationAt(out: string): Promise<string | undefined> {
  return (await readMetadata(out))?.generation;
}

/** Whether two paths refer to the same file. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Reads the metadata of a snapshot; undefined if the snapshot is missing or cannot be read. */
async function readMetadata(path: string): Promise<SnapshotMetadata | undefined> {
  const reader = openIfSound(path);
  await reader?.close();
  return reader?.metadata;
}

/** Opens a snapshot; undefined if it is missing, damaged or of another version. */
export function openIfSound(path: string): SnapshotReader | undefined {
  try {
    return SnapshotReader.open(path);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
