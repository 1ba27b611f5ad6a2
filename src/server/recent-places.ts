import { Shelves, isShort, type Key } from './shelves.ts';

/** What is known of a first page without its companies. */
export interface PlacedPage {
  readonly query: string;
  readonly country: string | undefined;
  /** The position of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** Where the companies lie, as the backend says it. */
  readonly place: Uint8Array;
}

/**
 * Where the pages lie that were asked for of late, by the target of the request: some sixty bytes a page, where its companies are three
 * thousand. So what people type is searched for once, and after that only read. What is new drives out what is oldest.
 *
 * A page is kept as its country, query, next position and place, each behind one byte that tells its length; what is absent has none.
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
  keep(key: Key, { query, country = '', next = '', place }: PlacedPage): void {
    const parts = [Buffer.from(country), Buffer.from(query), Buffer.from(next), place];
    if (!isShort(key) || parts.some((part) => part.length > PART_BYTES_MAX)) return;
    const shelf = this.#shelves.shelfOf(key);
    const length = parts.reduce((sum, part) => sum + 1 + part.length, 0);
    while (!this.#shelves.hasRoom(shelf, key, length)) this.#shelves.takeOff(shelf, 0);
    const bytes = this.#shelves.add(shelf, key, length);
    let at = 0;
    for (const part of parts) {
      bytes[at] = part.length;
      bytes.set(part, at + 1);
      at += 1 + part.length;
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#shelves.clear();
  }
}

function readPage(bytes: Buffer): PlacedPage {
  const queryAt = 1 + (bytes[0] ?? 0);
  const nextAt = queryAt + 1 + (bytes[queryAt] ?? 0);
  const placeAt = nextAt + 1 + (bytes[nextAt] ?? 0);
  return {
    query: bytes.toString('utf8', queryAt + 1, nextAt),
    country: queryAt === 1 ? undefined : bytes.toString('latin1', 1, queryAt),
    next: placeAt === nextAt + 1 ? undefined : bytes.toString('utf8', nextAt + 1, placeAt),
    place: bytes.subarray(placeAt + 1),
  };
}

/** 8 MB: some 130,000 pages. A shelf holds more than the longest page takes, which is 1.8 KB. */
const SIZES = { shelves: 4096, shelfBytes: 2048, itemsMax: 64 };

/** The longest part of a page, as a length of one byte can say. */
const PART_BYTES_MAX = 255;
