import { InputError } from '../../../src/model/index.ts';
import { ChangesError } from './file-lines.ts';
import { changeFilesIn } from './folder.ts';
import type { ChangesHeader } from './format.ts';
import { readChanges, type ReadChanges } from './read.ts';

/**
 * Returns the files that lead from a generation to that of the file with the greatest number, in order. Empty if both generations are the
 * same.
 * @throws {InputError} if a file in between is missing
 */
export function chainFrom(generation: string, files: readonly ReadChanges[], snapshot: string): ReadChanges[] {
  const last = files.toSorted((a, b) => a.header.number - b.header.number).at(-1);
  if (last === undefined || last.header.to === generation) return [];
  const byDigest = new Map(files.map((file) => [file.end.digest, file]));
  const chain = [last];
  for (let first = last; first.header.from !== generation;) {
    const { previous, from } = first.header;
    const before = previous === undefined ? undefined : byDigest.get(previous);
    if (before === undefined || before.header.to !== from || before.header.number >= first.header.number)
      throw cannotApply(
        snapshot,
        `there is a gap between its generation "${generation}" and "${first.path}", which begins at "${from}"; give all change files in between`,
      );
    if (isBefore(first.header, before.header))
      throw new ChangesError(first.path, `its time "${first.header.time}" is before that of "${before.path}"`);
    chain.unshift(before);
    first = before;
  }
  return chain;
}

export function cannotApply(snapshot: string, reason: string, cause?: unknown): InputError {
  return new InputError(`Cannot bring "${snapshot}" forward: ${reason}`, { cause });
}

export function isBefore({ time }: ChangesHeader, before: ChangesHeader): boolean {
  return time < before.time;
}

interface ChainReading {
  readonly most: number;
  /** Whether this version of a file was already read to its end. If so, only visible events are read. */
  readonly isKnown?: (path: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
}

/**
 * Returns the files of a folder that lead to a generation, in order.
 * @throws {ChangesError} if one of the files is damaged
 */
export async function chainTo(
  generation: string,
  folder: string,
  { most, isKnown, signal }: ChainReading,
): Promise<ReadChanges[]> {
  const chain: ReadChanges[] = [];
  let wanted: { readonly to: string; readonly digest?: string } | undefined = { to: generation };
  for (const { path, header } of (await changeFilesIn(folder)).toReversed()) {
    if (wanted === undefined || chain.length === most) break;
    if (header.to !== wanted.to) continue;
    const file = await readChanges(path, { signal, visibleOnly: await isKnown?.(path) });
    if (wanted.digest !== undefined && file.end.digest !== wanted.digest) continue;
    chain.unshift(file);
    const { from, previous } = header;
    wanted = previous === undefined ? undefined : { to: from, digest: previous };
  }
  return chain;
}

/** Returns why files, in this order, do not form a chain that leads to a generation; undefined if they form one. */
export function chainFault(files: readonly ReadChanges[], generation: string): string | undefined {
  for (const [index, { header }] of files.entries()) {
    const before = files[index - 1];
    if (before === undefined) continue;
    if (
      header.previous !== before.end.digest ||
      header.from !== before.header.to ||
      header.number <= before.header.number
    )
      return `its file from "${header.from}" to "${header.to}" does not continue the one before`;
    if (isBefore(header, before.header))
      return `the time of its file from "${header.from}" to "${header.to}" is before that of the one before`;
  }
  const to = files.at(-1)?.header.to;
  return to === generation ? undefined : `its last file leads to "${to ?? ''}", and current.json says "${generation}"`;
}
