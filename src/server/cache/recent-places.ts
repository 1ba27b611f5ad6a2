import { isAscii } from '../http1/chunks.ts';
import { Shelves, isShort, type Key } from './byte-cache.ts';

/** What is known of a first page without its companies. */
export interface PlacedPage {
  /** What it is a page of, as `questionText` says it. */
  readonly question: string;
  /** The position of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** Where the companies lie, as the backend says it. */
  readonly place: Uint8Array;
}

/**
 * Where the pages lie that were asked for of late, by the target of the request: some sixty bytes a page, where its companies are three
 * thousand. So what people type is searched for once, and after that only read. What is new drives out what is oldest.
 *
 * A page is kept as two bytes, the lengths of its question and of its next position, and these and its place behind one another; a
 * position that is absent has none.
 */
export class RecentPlaces {
  readonly #shelves = new Shelves(SIZES);

  /** The page under a key, where it is known. Its place is valid until another one is kept. */
  get(key: Key): PlacedPage | undefined {
    const shelf = this.#shelves.shelfOf(key);
    const number = this.#shelves.find(shelf, key);
    return number < 0 ? undefined : readPage(this.#shelves.read(shelf, number, key));
  }

  /** Keeps a page under a key that {@linkcode get} does not know. What is longer than anybody types is not kept. */
  keep(key: Key, { question, next = '', place }: PlacedPage): void {
    if (!isShort(key) || !isAscii(next) || [question, next, place].some(({ length }) => length > PART_BYTES_MAX))
      return;
    const shelf = this.#shelves.shelfOf(key);
    const length = LENGTHS_BYTES + question.length + next.length + place.length;
    while (!this.#shelves.hasRoom(shelf, key, length)) this.#shelves.takeOff(shelf, 0);
    const bytes = this.#shelves.add(shelf, key, length);
    bytes[0] = question.length;
    bytes[1] = next.length;
    const placeAt = LENGTHS_BYTES + bytes.write(question + next, LENGTHS_BYTES, 'latin1');
    bytes.set(place, placeAt);
  }

  /** Forgets everything. */
  clear(): void {
    this.#shelves.clear();
  }
}

function readPage(bytes: Buffer): PlacedPage {
  const questionLength = bytes[0] ?? 0;
  const nextLength = bytes[1] ?? 0;
  const placeAt = LENGTHS_BYTES + questionLength + nextLength;
  const texts = bytes.toString('latin1', LENGTHS_BYTES, placeAt);
  return {
    question: texts.slice(0, questionLength),
    next: nextLength === 0 ? undefined : texts.slice(questionLength),
    place: bytes.subarray(placeAt),
  };
}

const LENGTHS_BYTES = 2;

/** 8 MB: some 130,000 pages. A shelf holds more than the longest page takes, which is 1.8 KB. */
const SIZES = { shelves: 4096, shelfBytes: 2048, itemsMax: 64 };

/** The longest part of a page, as a length of one byte can say. */
const PART_BYTES_MAX = 255;
