import type { ChangesHeader } from './format.ts';

export interface ChangeFile {
  readonly path: string;
  readonly header: ChangesHeader;
}

/** Returns the files that lead to a generation, each to that of the next one, in their order. */
export function chainTo(generation: string, files: readonly ChangeFile[]): ChangeFile[] {
  const chain: ChangeFile[] = [];
  let first: ChangesHeader | undefined;
  for (const file of files.toSorted((a, b) => b.header.number - a.header.number)) {
    const { header } = file;
    if (header.to !== (first?.from ?? generation)) continue;
    // The times of a chain never go back, so a foreign file ends it.
    if (first !== undefined && header.time > first.time) break;
    chain.unshift(file);
    first = header;
  }
  return chain;
}
