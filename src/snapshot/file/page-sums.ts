import { crc32 } from 'node:zlib';
import { ByteBuffer } from '../../model/index.ts';
import { WINDOW_BYTES } from './mapped-file.ts';

/**
 * The checksums of the pages of a snapshot file: CRC-32 (ISO 3309) of every 4096 bytes before them, little-endian. A reader checks a page
 * when it first reads from it, so it never returns values from damaged bytes.
 */
export const PAGE_BITS = 12;
const PAGE_BYTES = 2 ** PAGE_BITS;
const SUM_BYTES = 4;
/** A window has 2 ** this pages. */
const WINDOW_PAGE_BITS = Math.log2(WINDOW_BYTES) - PAGE_BITS;

/** Whether the byte before `end` is on another page than that at `start`. Windows begin with a page. */
export function isOnAnotherPage(start: number, end: number): boolean {
  return start >>> PAGE_BITS !== (end - 1) >>> PAGE_BITS;
}

/** Returns the number of bytes of the checksums of this many bytes. */
export function sumsBytes(bytes: number): number {
  return SUM_BYTES * Math.ceil(bytes / PAGE_BYTES);
}

/** Collects the checksums of bytes that are written one after the other. */
export class PageSums {
  readonly #sums = new ByteBuffer(PAGE_BYTES);
  #sum = 0;
  /** Number of bytes of the current page. */
  #filled = 0;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PAGE_BYTES - this.#filled);
      this.#sum = crc32(part, this.#sum);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === PAGE_BYTES) this.#endPage();
    }
  }

  /** Returns the checksums, the last one of a page that may be shorter. */
  finish(): Buffer {
    if (this.#filled > 0) this.#endPage();
    return this.#sums.written();
  }

  #endPage(): void {
    this.#sums.reserve(SUM_BYTES);
    this.#sums.view.setUint32(this.#sums.length, this.#sum, true);
    this.#sums.length += SUM_BYTES;
    this.#sum = 0;
    this.#filled = 0;
  }
}

/** Bytes of a snapshot file differ from those that were written. */
export class DamagedError extends Error {
  override name = 'DamagedError';
  /** The table that was read. */
  readonly table: string;
  /** The position in the file, in bytes. */
  readonly position: number;

  constructor(table: string, position: number, reason: string) {
    super(`the table "${table}" is damaged at byte ${position}: ${reason}`);
    this.table = table;
    this.position = position;
  }
}

/** Checks pages of a mapped file when they are first read. */
export class PageCheck {
  readonly #windows: readonly Buffer[];
  readonly #sums: DataView;
  /** Number of bytes that have checksums, from the beginning of the file. */
  readonly #bytes: number;
  /** By page: 1 once its bytes were found sound. */
  readonly #isSound: Uint8Array;

  /** @param sums the stored checksums of the first `bytes` bytes */
  constructor(windows: readonly Buffer[], bytes: number, sums: DataView) {
    if (sums.byteLength !== sumsBytes(bytes))
      throw new RangeError(`${bytes} bytes need ${sumsBytes(bytes)} bytes of checksums, not ${sums.byteLength}`);
    this.#windows = windows;
    this.#bytes = bytes;
    this.#sums = sums;
    this.#isSound = new Uint8Array(Math.ceil(bytes / PAGE_BYTES));
  }

  /** Returns the positions in the file, `start` to `end`, of the first damaged page; undefined if all are sound. Reads every page. */
  firstDamaged(): { readonly start: number; readonly end: number } | undefined {
    const page = this.#isSound.findIndex((_, one) => !this.isSound(one));
    return page < 0 ? undefined : { start: page * PAGE_BYTES, end: (page + 1) * PAGE_BYTES };
  }

  /** Checks the pages of the bytes `start` to `end` of a window. @throws {DamagedError} if one is damaged */
  check(window: number, start: number, end: number, table: string): void {
    const first = (window << WINDOW_PAGE_BITS) + (start >>> PAGE_BITS);
    const last = end > start ? (window << WINDOW_PAGE_BITS) + ((end - 1) >>> PAGE_BITS) : first;
    for (let page = first; page <= last; page++) {
      if (this.#isSound[page] === 1) continue;
      if (!this.isSound(page))
        throw new DamagedError(table, page * PAGE_BYTES, `the checksum of ${PAGE_BYTES} bytes is wrong`);
      this.#isSound[page] = 1;
    }
  }

  /** Returns whether the bytes of a page have their checksum, which takes a microsecond; false for a page that has none. */
  isSound(page: number): boolean {
    if (page >= this.#isSound.length) return false;
    const start = (page << PAGE_BITS) & (WINDOW_BYTES - 1);
    const window = this.#windows[page >>> WINDOW_PAGE_BITS];
    const end = start + Math.min(PAGE_BYTES, this.#bytes - page * PAGE_BYTES);
    return window !== undefined && crc32(window.subarray(start, end)) === this.#sums.getUint32(SUM_BYTES * page, true);
  }
}
