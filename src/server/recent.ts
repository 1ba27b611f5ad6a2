import type { Backend } from '../backend/index.ts';
import type { PageFacts, RecordFacts } from './operations.ts';
import { bytesIn, fill, type Part } from './plain-connection.ts';
import { hashOfText } from './text-hash.ts';

/** Memory for pages: some seven thousand. Prefixes are typed again and again, and by many. */
const PAGES_BYTES = 24 * 2 ** 20;
/** Memory for companies and their officers: some ten thousand. */
const RECORDS_BYTES = 8 * 2 ** 20;

/** Answers given from one generation of the data. */
class Generation {
  generation: string;
  readonly pages = new RecentAnswers<PageFacts>(PAGES_BYTES);
  readonly records = new RecentAnswers<RecordFacts>(RECORDS_BYTES);

  constructor(generation: string) {
    this.generation = generation;
  }

  /** Forgets everything and begins with another generation. The memory is taken over: to take it anew would hold up answers. */
  beginWith(generation: string): void {
    this.generation = generation;
    this.pages.clear();
    this.records.clear();
  }
}

/**
 * Answers given from the present data, by the target of the request. What was answered from other data is forgotten with it: a company
 * that is restricted is gone at the moment of the swap. Of data that is not immutable nothing is kept.
 */
export class Recent {
  readonly #backend: Backend;
  readonly #present: Generation | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#present = backend.isImmutable === true ? new Generation(backend.generation) : undefined;
  }

  /** What is kept of the present data. */
  present(): Generation | undefined {
    const { generation } = this.#backend;
    if (this.#present !== undefined && this.#present.generation !== generation) this.#present.beginWith(generation);
    return this.#present;
  }

  /** What is kept of a generation; undefined where its data has been replaced since an answer was asked for. */
  presentOf(generation: string | undefined): Generation | undefined {
    const present = this.present();
    return present?.generation === generation ? present : undefined;
  }
}

/** An answer that is kept: where its bytes lie in the memory of its shelf. */
interface Kept<T> {
  readonly key: string;
  start: number;
  readonly length: number;
  readonly fact: T;
}

/** A shelf: its answers in the order in which they lie, and the hashes of their keys, side by side to be looked through at once. */
class Shelf<T> {
  readonly hashes: Int32Array;
  readonly kept: Kept<T>[] = [];

  constructor(hashes: Int32Array) {
    this.hashes = hashes;
  }

  /** The number of an answer, or -1. */
  find(hash: number, key: string): number {
    const { hashes, kept } = this;
    for (let i = 0; i < kept.length; i++) if (hashes[i] === hash && kept[i]?.key === key) return i;
    return -1;
  }

  /** The bytes that its answers take. */
  get used(): number {
    const last = this.kept.at(-1);
    return last === undefined ? 0 : last.start + last.length;
  }

  add(hash: number, answer: Kept<T>): void {
    this.hashes[this.kept.length] = hash;
    this.kept.push(answer);
  }

  /** Takes an answer out of the list; its bytes are closed up by whoever holds them. */
  remove(number: number): Kept<T> | undefined {
    this.hashes.copyWithin(number, number + 1, this.kept.length);
    const [removed] = this.kept.splice(number, 1);
    for (const one of this.kept.slice(number)) one.start -= removed?.length ?? 0;
    return removed;
  }
}

/**
 * The answers asked for most, as bytes, each with a fact about it. They lie on shelves of a fixed size; which shelf, the key says. How often
 * each key was asked for of late is counted, roughly, and where a shelf is full an answer must have been asked for more often
 * than the one that it drives out: most are asked for once and never again, and to keep them would cost more than they are worth
 * (TinyLFU: Einziger, Friedman and Manes, 2017). Memory is bounded, and nothing is left to the garbage collector.
 */
export class RecentAnswers<T> {
  readonly #memory: Buffer;
  readonly #shelfBytes: number;
  readonly #shelves: readonly Shelf<T>[];
  /** How often the keys with a part of their hash in common were asked for. */
  readonly #asked = new Uint8Array(COUNTERS);
  #asksLeft = ASKS_UNTIL_HALVED;

  constructor(bytes: number) {
    // Slow only in name: it is not cut from a pool that others would hold on to. The system gives its pages when they are filled.
    this.#memory = Buffer.allocUnsafeSlow(bytes);
    this.#shelfBytes = Math.floor(bytes / SHELVES);
    const hashes = new Int32Array(SHELVES * SHELF_ANSWERS_MAX);
    this.#shelves = Array.from(
      { length: SHELVES },
      (_, i) => new Shelf(hashes.subarray(i * SHELF_ANSWERS_MAX, (i + 1) * SHELF_ANSWERS_MAX)),
    );
  }

  /** The bytes and the fact under a key, where they are kept. The bytes are valid until something else is kept. */
  get(key: string): { readonly bytes: Buffer; readonly fact: T } | undefined {
    const hash = hashOfText(key, KEY_CHARS_MAX);
    this.#count(hash);
    const number = hash & (SHELVES - 1);
    const shelf = this.#shelves[number];
    const kept = shelf?.kept[shelf.find(hash, key)];
    if (kept === undefined) return undefined;
    const start = number * this.#shelfBytes + kept.start;
    return { bytes: this.#memory.subarray(start, start + kept.length), fact: kept.fact };
  }

  /**
   * Keeps a copy of an answer, given in parts, where it has been asked for often enough. What was kept under the key before is
   * forgotten.
   */
  keep(key: string, parts: readonly Part[], fact: T): void {
    const hash = hashOfText(key, KEY_CHARS_MAX);
    const asked = this.#askedFor(hash);
    const length = bytesIn(parts);
    // What would drive out a great part of the others is not worth it.
    if (asked < ASKED_MIN || length > this.#shelfBytes / SHARE_MAX || key.length > KEY_CHARS_MAX) return;
    const number = hash & (SHELVES - 1);
    const shelf = this.#shelves[number];
    if (shelf === undefined) return;
    const before = shelf.find(hash, key);
    if (before >= 0) this.#takeOff(number, shelf, before);
    while (shelf.kept.length === SHELF_ANSWERS_MAX || shelf.used + length > this.#shelfBytes) {
      const rarer = this.#rarerOn(shelf, asked);
      if (rarer < 0) return;
      this.#takeOff(number, shelf, rarer);
    }
    const start = shelf.used;
    fill(this.#memory, number * this.#shelfBytes + start, parts);
    shelf.add(hash, { key, start, length, fact });
  }

  /** Forgets everything. */
  clear(): void {
    for (const shelf of this.#shelves) shelf.kept.length = 0;
  }

  /** The number of an answer that was asked for less often, the oldest such; -1 where none was. */
  #rarerOn({ hashes, kept }: Shelf<T>, asked: number): number {
    for (let i = 0; i < kept.length; i++) if (this.#askedFor(hashes[i] ?? 0) < asked) return i;
    return -1;
  }

  /** Takes an answer off its shelf; those behind it move up. */
  #takeOff(number: number, shelf: Shelf<T>, answer: number): void {
    const { used } = shelf;
    const taken = shelf.remove(answer);
    if (taken === undefined) return;
    const base = number * this.#shelfBytes;
    this.#memory.copyWithin(base + taken.start, base + taken.start + taken.length, base + used);
  }

  #askedFor(hash: number): number {
    return this.#asked[(hash >>> COUNTER_SHIFT) & (COUNTERS - 1)] ?? 0;
  }

  /** Counts one more ask. What was asked for long ago counts half, a quarter, an eighth. */
  #count(hash: number): void {
    const place = (hash >>> COUNTER_SHIFT) & (COUNTERS - 1);
    if ((this.#asked[place] ?? 0) < COUNT_MAX) this.#asked[place] = (this.#asked[place] ?? 0) + 1;
    if (--this.#asksLeft > 0) return;
    this.#asksLeft = ASKS_UNTIL_HALVED;
    for (let i = 0; i < COUNTERS; i++) this.#asked[i] = (this.#asked[i] ?? 0) >> 1;
  }
}

/** A power of two. A shelf is looked through whole, and what lies behind an answer that is driven out is moved. */
const SHELVES = 512;

/** Answers on one shelf at most, which bounds the list of those that have few bytes. */
const SHELF_ANSWERS_MAX = 64;

/** A longer target is written strangely, and its like would fill the memory. */
const KEY_CHARS_MAX = 256;

/** No answer takes more than this part of its shelf. */
const SHARE_MAX = 2;

/** An answer is kept from the second ask on. */
const ASKED_MIN = 2;

/** How many counts there are, a power of two, and which part of the hash names one: not the one that names the shelf. */
const COUNTERS = 2 ** 18;
const COUNTER_SHIFT = 14;
const COUNT_MAX = 255;

/**
 * Counts are halved after so many asks: some ten for each answer that is kept, so that what comes round more seldom is not worth
 * keeping, and so few that one counter seldom stands for two keys.
 */
const ASKS_UNTIL_HALVED = 2 ** 16;
