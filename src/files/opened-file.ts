import { close, fstatSync, statSync, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { openFile } from './regular-file.ts';

/** Tells a file from one that replaces it, and from itself before somebody wrote into it: device, inode, size, time of the last write. */
export type FileSignature = string;

/** The signature where no file is. */
export const NO_FILE: FileSignature = 'none';

/** The signature of the file that a path, or the link there, leads to. */
export function signatureOf(path: string): FileSignature {
  try {
    return signatureFrom(statSync(path, { bigint: true }));
  } catch {
    // Opening the file reports the reason.
    return NO_FILE;
  }
}

function signatureFrom({ dev, ino, size, mtimeNs }: BigIntStats): FileSignature {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

const closeInPool = promisify(close);

/** A file that is open in this process. */
export interface OpenFile {
  /** By which all threads of the process can open it again, wherever it lies now. Only on Linux. */
  readonly path: string;
  readonly signature: FileSignature;
}

/** A file that is held open, so that it can be compared with itself as it was, wherever it lies now. */
export class OpenedFile implements OpenFile {
  readonly signature: FileSignature;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.#descriptor = openFile(path);
    this.signature = this.#signatureNow(this.#descriptor);
  }

  get path(): string {
    return `/proc/self/fd/${this.#descriptor}`;
  }

  /** Whether somebody has written into the file since it was opened. */
  get hasChanged(): boolean {
    return this.#descriptor !== undefined && this.#signatureNow(this.#descriptor) !== this.signature;
  }

  /** Closes it in a thread of the pool: the last close of a replaced file frees its disk space, which takes 250 ms a gigabyte. */
  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) await closeInPool(descriptor);
  }

  #signatureNow(descriptor: number): FileSignature {
    return signatureFrom(fstatSync(descriptor, { bigint: true }));
  }
}
