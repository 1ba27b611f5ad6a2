import { InputError } from '../model/index.ts';
import type { ReadChanges } from './read.ts';

/**
 * The files that lead on from a generation, in order, to where the one with the greatest number leads. Empty where that is the
 * generation itself.
 * @throws {InputError} where one on the way is missing
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
      throw new InputError(
        `Cannot bring "${snapshot}" forward: there is a gap between its generation "${generation}" and ` +
          `"${first.path}", which leads on from "${from}"; give all change files in between`,
      );
    chain.unshift(before);
    first = before;
  }
  return chain;
}
