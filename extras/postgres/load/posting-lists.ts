import type { NumberGroup } from '../../../src/snapshot/index.ts';
import { UNLISTED_MAX } from '../schema.ts';

/** The posting list of a prefix, or a part of it: ranks in ascending order, each once. */
export interface PostingList {
  readonly prefix: Buffer;
  readonly ranks: readonly number[];
}

type Entry = Extract<NumberGroup, { kind: 'leaf' }>['entries'][number];

/**
 * Makes the posting lists of every prefix of more than `UNLISTED_MAX` numbers that differ after it. Lists of the snapshot are copied;
 * leaves are divided further.
 */
export class PostingLists {
  /** The branches above the last group, the shortest first. */
  readonly #open: Buffer[] = [];
  #country: string | undefined;

  /** The lists of a group. Groups come in the order of the snapshot. */
  of(group: NumberGroup): PostingList[] {
    if (group.country !== this.#country) this.#open.length = 0;
    this.#country = group.country;
    if (group.kind === 'branch') {
      this.#closeUnless(group.prefix);
      if (this.#open.at(-1)?.equals(group.prefix) !== true) this.#open.push(group.prefix);
      return [group];
    }
    const entries = group.entries.toSorted((a, b) => a.number.compare(b.number));
    this.#closeUnless(entries[0]?.number ?? Buffer.alloc(0));
    return listsBelow(this.#open.at(-1)?.length ?? 0, entries);
  }

  #closeUnless(number: Buffer): void {
    while (this.#open.length > 0 && !startsWith(number, this.#open.at(-1))) this.#open.pop();
  }
}

/** The lists of prefixes longer than `depth` bytes, from entries in the order of their numbers. */
function listsBelow(depth: number, entries: readonly Entry[]): PostingList[] {
  const lists: PostingList[] = [];
  const longer = entries.filter(({ number }) => number.length > depth);
  for (const group of Map.groupBy(longer, ({ number }) => number[depth]).values()) {
    if (group.length <= UNLISTED_MAX) continue;
    const [first, last] = [group[0]?.number, group.at(-1)?.number];
    if (first === undefined || last === undefined) continue;
    // What all have in common: a shorter prefix finds the same numbers.
    let length = depth + 1;
    while (length < first.length && length < last.length && first[length] === last[length]) length++;
    const ranks = [...new Set(group.map(({ rank }) => rank))].toSorted((a, b) => a - b);
    lists.push({ prefix: first.subarray(0, length), ranks }, ...listsBelow(length, group));
  }
  return lists;
}

function startsWith(number: Buffer, prefix: Buffer | undefined): boolean {
  return prefix !== undefined && number.subarray(0, prefix.length).equals(prefix);
}
