import { close, fstatSync, statSync, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { openFile } from './regular-file.ts';

/** Device, inode, size and modification time of a file: they change when the file is replaced or written. */
export type FileSignature = string;

/** The signature without a file. */
export const NO_FILE: FileSignature = 'none';

/** The signature of the file at a path. Links are followed. */
export function signatureOf(path: string): FileSignature {
  try {
    return signatureFrom(statSync(path, { bigint: true }));
  } catch {
    // The reason is reported when the file is opened.
    return NO_FILE;
  }
}

function signatureFrom({ dev, ino, size, mtimeNs }: BigIntStats): FileSignature {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

const closeInPool = promisify(close);

export interface OpenFile {
  /** A path by which all threads of the process can open it again, even after a rename. Only on Linux. */
  readonly path: string;
  readonly signature: FileSignature;
}

/** A file that stays open, so that changes are noticed even after a rename. */
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

  /** Whether the file was written since it was opened. */
  get hasChanged(): boolean {
    return this.#descriptor !== undefined && this.#signatureNow(this.#descriptor) !== this.signature;
  }

  /** Closes the file in the thread pool: the last close of a replaced file frees its disk space, 250 ms a gigabyte. */
  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) await closeInPool(descriptor);
  }

  #signatureNow(descriptor: number): FileSignature {
    return signatureFrom(fstatSync(descriptor, { bigint: true }));
  }
}
