import { mapFile, type MemoryMap } from './memory-map.ts';

/**
 * Number of bytes of a window. Within it every offset is a small integer of V8, whatever the size of the file. Nothing that is read as one
 * piece crosses the end of a window.
 */
export const WINDOW_BYTES = 2 ** 30;

/** A file in memory, in windows. Bytes that are read from it are valid until `close`; after that it has none. */
export class MappedFile {
  readonly windows: readonly Buffer[];
  readonly #map: MemoryMap;
  #isClosed = false;

  /** Maps the first bytes of an open file. @throws {InputError} if the system refuses */
  constructor(descriptor: number, path: string, bytes: number) {
    const map = mapFile(descriptor, path, bytes);
    this.#map = map;
    this.windows = Array.from({ length: Math.ceil(bytes / WINDOW_BYTES) }, (_, window) => {
      const start = window * WINDOW_BYTES;
      return Buffer.from(map.bytes(start, Math.min(WINDOW_BYTES, bytes - start)));
    });
  }

  /** Returns bytes of one window, without a copy. @throws {RangeError} if the file lacks them */
  slice(position: number, length: number): Buffer {
    const window = this.windows[Math.floor(position / WINDOW_BYTES)];
    const start = position % WINDOW_BYTES;
    if (window === undefined || !(length >= 0 && start + length <= window.length))
      throw new RangeError(`${length} bytes at ${position} are not in the file`);
    return window.subarray(start, start + length);
  }

  /** Takes the pages that were read out of the memory of the process. */
  release(): void {
    this.#map.release();
  }

  /** Safe to call again. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A view of a detached buffer is empty, so a late read finds nothing instead of memory that is gone.
    for (const { buffer } of this.windows) (buffer as ArrayBuffer).transfer(0);
    await this.#map.remove();
  }
}
