import type { FileFacts } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';

export interface StoredCurrent {
  readonly text: string;
  /** The entity tag for a conditional write; undefined if the store does not send it. */
  readonly tag?: string | undefined;
}

/** The size of a file if the store does not state it. */
export const UNSTATED_SIZE = -1;

/** A store of snapshots and change files. Paths are relative to it, such as `snapshots/GENERATION`. */
export interface Store extends AsyncDisposable {
  /** The name of the store in messages. */
  readonly name: string;
  /** Locks out other publishers, if the store supports it. */
  lock(): Promise<void>;
  /** Reads `current.json`; undefined if it does not exist. */
  current(): Promise<StoredCurrent | undefined>;
  /** Replaces `current.json`. Throws a {@linkcode CrossedError} if it is no longer `before`. */
  replaceCurrent(text: string, before: StoredCurrent | undefined): Promise<void>;
  /** The size of a file; {@linkcode UNSTATED_SIZE} if the store does not state it, undefined if it does not exist. */
  sizeOf(path: string): Promise<number | undefined>;
  /** Reads a file to compute its size and checksum. @throws {InputError} if it is longer than `size` */
  factsOf(path: string, size: number): Promise<FileFacts>;
  /** Writes a file. Throws a {@linkcode CrossedError} if it exists, unless `replaces` is set. */
  put(path: string, file: string, facts: FileFacts, replaces: boolean): Promise<void>;
  /** Reads a short text file; undefined if it does not exist. */
  text(path: string): Promise<string | undefined>;
  putText(path: string, text: string): Promise<void>;
  /** Lists the generations on the store; undefined if the store does not support lists. */
  list(): Promise<readonly string[] | undefined>;
  remove(path: string): Promise<void>;
}

/** A store, or a file of it, cannot be written or read. */
export class PublishError extends InputError {
  constructor(where: string, reason: string) {
    super(`Cannot publish to "${where}": ${reason}`);
  }
}

/** Another publisher wrote to the same store at the same time. */
export class CrossedError extends PublishError {
  constructor(store: string) {
    super(store, 'another publisher has just written there; nothing was replaced, try again');
  }
}
