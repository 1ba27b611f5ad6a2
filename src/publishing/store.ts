import type { FileFacts } from '../files/index.ts';
import { InputError } from '../model/index.ts';

/** `current.json` as it is on a store. */
export interface StoredCurrent {
  readonly text: string;
  /** The store's entity tag, by which it is replaced only where nobody else did; undefined where the store has none. */
  readonly tag?: string | undefined;
}

/** Where snapshots are published. A name is that of a file in its folder `snapshots`. */
export interface Store extends AsyncDisposable {
  /** As an operator knows it. */
  readonly name: string;
  /** Keeps other publishers away, where the store can. */
  lock(): Promise<void>;
  /** The present `current.json`; undefined where there is none. */
  current(): Promise<StoredCurrent | undefined>;
  /** Replaces `current.json`, given what it replaces. Throws a {@linkcode CrossedError} where another publisher was faster. */
  replaceCurrent(text: string, before: StoredCurrent | undefined): Promise<void>;
  /** The size of a snapshot; undefined where there is none of that name. */
  sizeOf(generation: string): Promise<number | undefined>;
  /** What a snapshot on the store holds, read from its first to its last byte. */
  factsOf(generation: string): Promise<FileFacts>;
  /** Writes a snapshot. One of that name is replaced where `replaces`, else it is a {@linkcode CrossedError}. */
  put(generation: string, file: string, facts: FileFacts, replaces: boolean): Promise<void>;
  /** The snapshots on the store; undefined where it cannot tell them. */
  list(): Promise<readonly string[] | undefined>;
  /** Removes a snapshot; one that is not there is no fault. */
  remove(generation: string): Promise<void>;
}

/** Another publisher wrote to the same store meanwhile. */
export class CrossedError extends InputError {
  constructor(store: string) {
    super(`Cannot publish to "${store}": another publisher has just written there; nothing was replaced, try again`);
  }
}
