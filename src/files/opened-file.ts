import { close, closeSync, constants, fstatSync, openSync, statSync, type BigIntStats, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { NotAFile, systemReason } from './faults.ts';
import type { Refusal } from './lock.ts';

/** Device, inode, size and modification time of a file: they change when the file is replaced or written. */
export type FileSignature = string;

/** The signature if there is no file. */
export const NO_FILE: FileSignature = 'none';

/** The signature of the file at a path. Links are followed. */
export function readSignature(path: string): FileSignature {
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

  /** The descriptor of the open file. @throws {Error} if the file was closed */
  get descriptor(): number {
    if (this.#descriptor === undefined) throw new Error('The file is closed');
    return this.#descriptor;
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

/** With this flag, opening a FIFO that has just replaced a file does not wait. Windows has no such flag. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Throws if a path is not a regular file, without opening it: opening a FIFO may wait for ever, and opening a device may do anything.
 * @param refuse makes the error; by default the message is only the reason
 */
export function mustBeFile(path: string, refuse?: Refusal): void {
  try {
    refuseOthers(statSync(path));
  } catch (error) {
    throw refuse?.(systemReason(error) ?? String(error)) ?? error;
  }
}

/** Opens a regular file for reading and returns its descriptor. @throws as {@linkcode mustBeFile} does */
export function openFile(path: string): number {
  mustBeFile(path);
  const descriptor = openSync(path, WITHOUT_WAITING);
  try {
    // The path may have been replaced.
    refuseOthers(fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function refuseOthers(stats: Stats): void {
  if (!stats.isFile()) throw new NotAFile(`it is ${describeKind(stats)}, not a file`);
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe (FIFO)';
  return stats.isSocket() ? 'a socket' : 'a device';
}
