import type { Backend } from '../backend/index.ts';
import type { PageFacts, RecordFacts } from './operations.ts';
import { bytesIn, fill, type Part } from './plain-connection.ts';
import { hashOfText } from './text-hash.ts';

/** Memory for first pages: some seven thousand. Prefixes are typed again and again, and by many. */
const PAGES_BYTES = 24 * 2 ** 20;
/** Memory for companies and their officers: some ten thousand. */
const RECORDS_BYTES = 8 * 2 ** 20;

/** The answers given last from one generation of the data. */
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
 * The answers given last from the present data, by the target of the request. What was answered from other data is forgotten with
 * it: a company that is restricted is gone at the moment of the swap.
 */
export class Recent {
  readonly #backend: Backend;
  readonly #present: Generation;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#present = new Generation(backend.generation);
  }

  /** What is kept of the present data. */
  present(): Generation {
    const { generation } = this.#backend;
    if (this.#present.generation !== generation) this.#present.beginWith(generation);
    return this.#present;
  }

  /** What is kept of a generation; undefined where its data has been replaced since an answer was asked for. */
  presentOf(generation: string): Generation | undefined {
    const present = this.present();
    return present.generation === generation ? present : undefined;
  }
}

/** What is kept under a key besides its bytes. */
interface Kept<T> {
  readonly start: number;
  readonly end: number;
  readonly fact: T;
}

/**
 * The answers given last, as bytes, each with a fact about it. They lie one behind the other in a ring of a fixed size, and the
 * oldest make room for new ones: memory is bounded, and nothing is left to the garbage collector. What is asked for often
 * comes back as soon as it has been driven out.
 */
export class RecentAnswers<T> {
  readonly #ring: Buffer;
  /** A part of the hash of what was asked for last, at the place that another part of it names. */
  readonly #asked = new Uint16Array(ASKED);
  /** In the order in which they lie in the ring, the oldest first. */
  readonly #kept = new Map<string, Kept<T>>();
  #head = 0;

  constructor(bytes: number) {
    // Slow only in name: it is not cut from a pool that others would hold on to. The system gives its pages when they are filled.
    this.#ring = Buffer.allocUnsafeSlow(bytes);
  }

  /** The bytes and the fact under a key, where they are still kept. The bytes are valid until something else is kept. */
  get(key: string): { readonly bytes: Buffer; readonly fact: T } | undefined {
    const kept = this.#kept.get(key);
    return kept && { bytes: this.#ring.subarray(kept.start, kept.end), fact: kept.fact };
  }

  /**
   * Whether a key was asked for before, not long ago. Most are asked for once and never again; keeping these would cost a fifth of
   * their answers and drive out the others. Now and then two keys are taken for one, which does no harm.
   */
  isAskedAgain(key: string): boolean {
    let hash = hashOfText(key, KEY_CHARS_MAX);
    hash ^= hash >>> 15;
    const place = hash & (ASKED - 1);
    const mark = (hash >>> 16) | 1;
    if (this.#asked[place] === mark) return true;
    this.#asked[place] = mark;
    return false;
  }

  /** Keeps a copy of an answer, given in parts, in the place of what was kept under the key before. */
  keep(key: string, parts: readonly Part[], fact: T): void {
    const length = bytesIn(parts);
    // What would drive out a great part of the others is not worth it.
    if (length > this.#ring.length / SHARE_MAX || key.length > KEY_CHARS_MAX) return;
    this.#kept.delete(key);
    const room = Math.max(length, ROOM_MIN);
    if (this.#head + room > this.#ring.length) {
      this.#driveOut(this.#ring.length);
      this.#head = 0;
    }
    const start = this.#head;
    this.#driveOut(start + room);
    fill(this.#ring, start, parts);
    this.#kept.set(key, { start, end: start + length, fact });
    this.#head = start + room;
  }

  /** Forgets everything. */
  clear(): void {
    this.#kept.clear();
    this.#head = 0;
  }

  /** Forgets the oldest, as far as they begin between the head and `end`. */
  #driveOut(end: number): void {
    for (const [key, { start }] of this.#kept) {
      if (start < this.#head || start >= end) return;
      this.#kept.delete(key);
    }
  }
}

/** An answer without bytes has a key, too, and a place in the list: it takes this much of the ring, so that they are bounded. */
const ROOM_MIN = 512;

/** A longer target is written strangely, and its like would fill the memory. */
const KEY_CHARS_MAX = 256;

/** How many keys are remembered that were asked for once; a power of two. */
const ASKED = 2 ** 16;

/** No answer takes more than this part of the ring. */
const SHARE_MAX = 16;
