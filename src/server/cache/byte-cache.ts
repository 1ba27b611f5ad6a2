import { isAscii } from '../http1/chunks.ts';
import { hashOfText } from './text-hash.ts';

/** What something is kept under: the target of a request, hashed once for all who look it up. */
export interface Key {
  readonly text: string;
  readonly hash: number;
}

export function keyOf(text: string): Key {
  return { text, hash: hashOfText(text) };
}

/** How shelves are cut. */
export interface ShelfSizes {
  /** A power of two. */
  readonly shelves: number;
  /** Bytes of one shelf, keys included; what lies behind something that is taken off is moved. */
  readonly shelfBytes: number;
  /** The most that lies on one, for all of it is looked through. */
  readonly itemsMax: number;
}

/**
 * Bytes under keys of ASCII, on shelves of a fixed size; which shelf, the key says. On each they lie in the order in which they came.
 * No object stands for any of them, so nothing is left to the garbage collector, and memory is bounded.
 */
export class Shelves {
  readonly #sizes: ShelfSizes;
  readonly #bytes: Buffer;
  /** The hashes of the keys of each shelf, side by side to be looked through at once, and where each item ends. */
  readonly #hashes: Int32Array;
  readonly #ends: Uint32Array;
  readonly #counts: Uint8Array;

  constructor(sizes: ShelfSizes) {
    const { shelves, shelfBytes, itemsMax } = sizes;
    this.#sizes = sizes;
    // Slow only in name: it is not cut from a pool that others would hold on to. The system gives its pages when they are filled.
    this.#bytes = Buffer.allocUnsafeSlow(shelves * shelfBytes);
    this.#hashes = new Int32Array(shelves * itemsMax);
    this.#ends = new Uint32Array(shelves * itemsMax);
    this.#counts = new Uint8Array(shelves);
  }

  shelfOf({ hash }: Key): number {
    return hash & (this.#sizes.shelves - 1);
  }

  /** How many items lie on a shelf: their numbers go from 0 on, the oldest first. */
  countOn(shelf: number): number {
    return this.#counts[shelf] ?? 0;
  }

  /** The hash of the key of an item. */
  hashOf(shelf: number, number: number): number {
    return this.#hashes[shelf * this.#sizes.itemsMax + number] ?? 0;
  }

  /** The number of the item under a key, or -1. */
  find(shelf: number, { text, hash }: Key): number {
    const first = shelf * this.#sizes.itemsMax;
    const end = first + this.countOn(shelf);
    for (let place = first; place < end; place++) {
      const number = place - first;
      if (this.#hashes[place] === hash && this.#isUnder(text, this.#startOf(shelf, number))) return number;
    }
    return -1;
  }

  /** The bytes of the item that lies under a key; valid until something is added. */
  read(shelf: number, number: number, { text }: Key): Buffer {
    return this.#bytes.subarray(this.#startOf(shelf, number) + LENGTH_BYTES + text.length, this.#endOf(shelf, number));
  }

  /** Whether another item of so many bytes finds room. */
  hasRoom(shelf: number, { text }: Key, length: number): boolean {
    const { shelfBytes, itemsMax } = this.#sizes;
    const count = this.countOn(shelf);
    const used = count === 0 ? 0 : this.#endOf(shelf, count - 1) - shelf * shelfBytes;
    return count < itemsMax && used + LENGTH_BYTES + text.length + length <= shelfBytes;
  }

  /** Adds an item to a shelf that has room for it, and returns its bytes, to be filled. */
  add(shelf: number, { text, hash }: Key, length: number): Buffer {
    const number = this.countOn(shelf);
    const start = this.#startOf(shelf, number);
    const at = start + LENGTH_BYTES + text.length;
    this.#bytes.writeUInt16LE(text.length, start);
    this.#bytes.write(text, start + LENGTH_BYTES, 'latin1');
    const place = shelf * this.#sizes.itemsMax + number;
    this.#hashes[place] = hash;
    this.#ends[place] = at + length;
    this.#counts[shelf] = number + 1;
    return this.#bytes.subarray(at, at + length);
  }

  /** Takes an item off; those behind it move up. */
  takeOff(shelf: number, number: number): void {
    const count = this.countOn(shelf);
    const [start, end] = [this.#startOf(shelf, number), this.#endOf(shelf, number)];
    this.#bytes.copyWithin(start, end, this.#endOf(shelf, count - 1));
    const first = shelf * this.#sizes.itemsMax;
    this.#hashes.copyWithin(first + number, first + number + 1, first + count);
    for (let place = first + number; place < first + count - 1; place++) {
      this.#ends[place] = (this.#ends[place + 1] ?? 0) - (end - start);
    }
    this.#counts[shelf] = count - 1;
  }

  clear(): void {
    this.#counts.fill(0);
  }

  #startOf(shelf: number, number: number): number {
    return number === 0 ? shelf * this.#sizes.shelfBytes : this.#endOf(shelf, number - 1);
  }

  #endOf(shelf: number, number: number): number {
    return this.#ends[shelf * this.#sizes.itemsMax + number] ?? 0;
  }

  #isUnder(text: string, at: number): boolean {
    const bytes = this.#bytes;
    if (bytes.readUInt16LE(at) !== text.length) return false;
    const start = at + LENGTH_BYTES;
    for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }
}

/** Whether something can be kept under a key: it is no longer than anybody writes, and of ASCII, as the targets of requests are. */
export function isShort({ text }: Key): boolean {
  return text.length <= KEY_BYTES_MAX && isAscii(text);
}

/** The length of the key stands in front of each item. */
const LENGTH_BYTES = 2;
/** A query of 64 letters of any alphabet, escaped, and a cursor take 900 bytes at most. */
const KEY_BYTES_MAX = 1024;
