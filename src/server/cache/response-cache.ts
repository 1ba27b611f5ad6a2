import { bytesIn, fill, type Part } from '../http1/chunks.ts';
import { Shelves, isShort, type Key } from './byte-cache.ts';

/** A page that was answered. */
export interface KeptPage {
  /** The whole body. */
  readonly body: Buffer;
  /** The second as of which the cursor in it was issued; undefined on the last page. */
  readonly issuedSecond: number | undefined;
}

/**
 * The pages asked for most, as they were sent, by the target of the request. How often each target was asked for of late is counted,
 * roughly, and where a shelf is full a page must have been asked for more often than the one that it drives out: most are asked for
 * once and never again, and to keep them would cost more than they are worth (TinyLFU: Einziger, Friedman and Manes, 2017).
 *
 * A page is kept as two seconds of 32 bits, from when on it does not hold any more and as of when its cursor was issued, and its body.
 */
export class RecentPages {
  readonly #shelves: Shelves;
  readonly #pageBytesMax: number;
  /** How often the keys with a part of their hash in common were asked for. */
  readonly #asked = new Uint8Array(COUNTERS);
  #asksLeft = ASKS_UNTIL_HALVED;

  constructor(bytes: number) {
    const shelfBytes = Math.floor(bytes / SHELVES);
    this.#shelves = new Shelves({ shelves: SHELVES, shelfBytes, itemsMax: SHELF_PAGES_MAX });
    this.#pageBytesMax = shelfBytes / SHARE_MAX;
  }

  /** The page under a key, where one is kept that holds at this second. Its bytes are valid until another one is kept. */
  get(key: Key, nowSecond: number): KeptPage | undefined {
    // Kept pages are asked for more often than that: to look for one that is not there costs as much as to find it.
    if (this.#count(key.hash) < FOUND_MIN) return undefined;
    const shelf = this.#shelves.shelfOf(key);
    const number = this.#shelves.find(shelf, key);
    if (number < 0) return undefined;
    const bytes = this.#shelves.read(shelf, number, key);
    if (nowSecond >= bytes.readUInt32LE(0)) return undefined;
    const issuedSecond = bytes.readUInt32LE(4);
    return { body: bytes.subarray(HEAD_BYTES), issuedSecond: issuedSecond === NEVER ? undefined : issuedSecond };
  }

  /**
   * Keeps a copy of a page, given in parts, up to a second, where it has been asked for often enough. What was kept under the key
   * before is forgotten.
   */
  keep(key: Key, body: readonly Part[], untilSecond = Infinity, issuedSecond = NEVER): void {
    const asked = this.#askedFor(key.hash);
    if (asked < ASKED_MIN || !isShort(key)) return;
    const length = HEAD_BYTES + bytesIn(body);
    // What would drive out a great part of the others is not worth it.
    if (length > this.#pageBytesMax) return;
    const shelf = this.#shelves.shelfOf(key);
    const before = this.#shelves.find(shelf, key);
    if (before >= 0) this.#shelves.takeOff(shelf, before);
    while (!this.#shelves.hasRoom(shelf, key, length)) {
      const rarer = this.#rarerOn(shelf, asked);
      if (rarer < 0) return;
      this.#shelves.takeOff(shelf, rarer);
    }
    const bytes = this.#shelves.add(shelf, key, length);
    bytes.writeUInt32LE(Math.min(untilSecond, NEVER), 0);
    bytes.writeUInt32LE(issuedSecond, 4);
    fill(bytes, HEAD_BYTES, body);
  }

  /** Forgets everything. */
  clear(): void {
    this.#shelves.clear();
  }

  /** The number of a page that was asked for less often, the oldest such; -1 where none was. */
  #rarerOn(shelf: number, asked: number): number {
    const count = this.#shelves.countOn(shelf);
    for (let i = 0; i < count; i++) if (this.#askedFor(this.#shelves.hashOf(shelf, i)) < asked) return i;
    return -1;
  }

  #askedFor(hash: number): number {
    return this.#asked[(hash >>> COUNTER_SHIFT) & (COUNTERS - 1)] ?? 0;
  }

  /** Counts one more ask, and returns how many there were. What was asked for long ago counts half, a quarter, an eighth. */
  #count(hash: number): number {
    const place = (hash >>> COUNTER_SHIFT) & (COUNTERS - 1);
    const asked = Math.min(COUNT_MAX, (this.#asked[place] ?? 0) + 1);
    this.#asked[place] = asked;
    if (--this.#asksLeft === 0) {
      this.#asksLeft = ASKS_UNTIL_HALVED;
      for (let i = 0; i < COUNTERS; i++) this.#asked[i] = (this.#asked[i] ?? 0) >> 1;
    }
    return asked;
  }
}

/** The two seconds in front of a body. */
const HEAD_BYTES = 8;
/** A second that does not come, and one that was not. */
const NEVER = 0xffff_ffff;

const SHELVES = 512;

/** Pages on one shelf at most. */
const SHELF_PAGES_MAX = 64;

/** No page takes more than this part of its shelf. */
const SHARE_MAX = 2;

/** A page is kept from the third ask on. */
const ASKED_MIN = 3;
/** One that was asked for less often of late, this time included, is not looked for: it was not kept, or is about to be driven out. */
const FOUND_MIN = 2;

/** How many counts there are, a power of two, and which part of the hash names one: not the one that names the shelf. */
const COUNTERS = 2 ** 18;
const COUNTER_SHIFT = 14;
const COUNT_MAX = 255;

/**
 * Counts are halved after so many asks: some ten for each page that is kept, so that what comes round more seldom is not worth
 * keeping, and so few that one counter seldom stands for two keys.
 */
const ASKS_UNTIL_HALVED = 2 ** 16;
