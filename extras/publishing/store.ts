import type { FileFacts } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';

/** `current.json` as it is on a store. */
export interface StoredCurrent {
  readonly text: string;
  /** The store's entity tag, by which it is replaced only where nobody else did; undefined where the store has none. */
  readonly tag?: string | undefined;
}

/** Differs from any size. */
export const UNSTATED_SIZE = -1;

/** Where snapshots and change files are published. A path is that of a file below it, such as `snapshots/GENERATION`. */
export interface Store extends AsyncDisposable {
  /** As an operator knows it. */
  readonly name: string;
  /** Keeps other publishers away, where the store can. */
  lock(): Promise<void>;
  /** The present `current.json`; undefined where there is none. */
  current(): Promise<StoredCurrent | undefined>;
  /** Replaces `current.json`, given what it replaces. Throws a {@linkcode CrossedError} where another publisher was faster. */
  replaceCurrent(text: string, before: StoredCurrent | undefined): Promise<void>;
  /** The size of a file; {@linkcode UNSTATED_SIZE} where the store does not state it, undefined where there is none. */
  sizeOf(path: string): Promise<number | undefined>;
  /** What a file on the store holds, read from its first to its last byte. @throws {InputError} where it is longer than `size` */
  factsOf(path: string, size: number): Promise<FileFacts>;
  /** Writes a file. One that is there is replaced where `replaces`, else it is a {@linkcode CrossedError}. */
  put(path: string, file: string, facts: FileFacts, replaces: boolean): Promise<void>;
  /** A file that holds a short text; undefined where there is none. */
  text(path: string): Promise<string | undefined>;
  /** Writes or replaces such a file. */
  putText(path: string, text: string): Promise<void>;
  /** The generations of which there are snapshots on the store; undefined where it cannot tell them. */
  list(): Promise<readonly string[] | undefined>;
  /** Removes a file; one that is not there is no fault. */
  remove(path: string): Promise<void>;
}

/** Another publisher wrote to the same store meanwhile. */
export class CrossedError extends InputError {
  constructor(store: string) {
    super(`Cannot publish to "${store}": another publisher has just written there; nothing was replaced, try again`);
  }
}
