import { SEEK_BLOCKS, SEEK_NAME_BYTES_MAX, blockKey, type Tables } from '../format/format.ts';
import { encodeNames, firstNotBefore } from '../format/front-coding.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../format/varint.ts';

/**
 * The way from a name to its block, in two steps. A row of `seek` holds the last names of 128 blocks of a scope; the tops are the last
 * names of these rows, so few that every reader keeps them: two hundred kilobytes for ten million companies. Names are cut, which
 * leads to a block a little before the right one at worst.
 *
 *     row: count × name, front-coded
 *     tops, for each row in the order of keys: 2 bytes of scope · varint bytes of the name · the name
 */

/** Writes the ways to the blocks of one scope after the other. */
export class SeekWriter {
  readonly #put: (key: Buffer, value: Buffer) => void;
  readonly #tops: Buffer[] = [];
  #scope = '';
  #row = 0;
  #names: Buffer[] = [];

  constructor(put: (key: Buffer, value: Buffer) => void) {
    this.#put = put;
  }

  /** Takes the last name of the next block of a scope. */
  add(scope: string, lastName: Buffer): void {
    if (scope !== this.#scope) {
      this.#close();
      this.#scope = scope;
      this.#row = 0;
    }
    this.#names.push(Buffer.from(lastName.subarray(0, SEEK_NAME_BYTES_MAX)));
    if (this.#names.length === SEEK_BLOCKS) this.#close();
  }

  /** The tops, when all blocks have been taken. */
  finish(): Buffer {
    this.#close();
    return Buffer.concat(this.#tops);
  }

  #close(): void {
    const last = this.#names.at(-1);
    if (last === undefined) return;
    this.#put(blockKey(this.#scope, this.#row++), encodeNames(this.#names));
    const head = Buffer.allocUnsafe(2 + VARINT_BYTES_MAX);
    head.write(this.#scope, 0, 'latin1');
    this.#tops.push(Buffer.concat([head.subarray(0, writeVarint(head, 2, last.length)), last]));
    this.#names = [];
  }
}

/** Rows that a reader keeps, all together: those of a million companies, or the most of them that it came by first. */
const KEPT_BYTES_MAX = 2 ** 21;

/** The tops, and the rows that were read, of a snapshot: the same for whoever reads it. */
export class SeekTops {
  readonly bytes: Buffer;
  readonly #scopes = new Map<string, RowsOfScope>();
  #keptBytes = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const reader = new VarintReader(bytes, 0);
    while (reader.at < bytes.length) {
      const scope = reader.at;
      const places: number[] = [];
      while (
        reader.at < bytes.length &&
        bytes[reader.at] === bytes[scope] &&
        bytes[reader.at + 1] === bytes[scope + 1]
      ) {
        reader.at += 2;
        const length = reader.next();
        places.push(reader.at, reader.at + length);
        reader.at += length;
      }
      this.#scopes.set(bytes.toString('latin1', scope, scope + 2), { tops: Uint32Array.from(places), kept: [] });
    }
  }

  /** The rows of a scope; undefined where it has none. */
  of(scope: string): RowsOfScope | undefined {
    return this.#scopes.get(scope);
  }

  /** Keeps a row that was read, where there is room. */
  keep({ kept }: RowsOfScope, row: number, bytes: Buffer): void {
    if (this.#keptBytes + bytes.length > KEPT_BYTES_MAX) return;
    this.#keptBytes += bytes.length;
    kept[row] = bytes;
  }
}

/** The rows of one scope. */
export interface RowsOfScope {
  /** Where the names of their tops begin and end, two numbers each. */
  readonly tops: Uint32Array;
  readonly kept: (Buffer | undefined)[];
}

/** Finds blocks by name. */
export class Seek {
  readonly #table: Tables['seek'];
  readonly #tops: SeekTops;

  constructor(table: Tables['seek'], tops: SeekTops) {
    this.#table = table;
    this.#tops = tops;
  }

  /** The block in which the first name at or behind the prefix lies, or one shortly before it; undefined where all names lie before. */
  firstBlock(scope: string, prefix: Buffer): number | undefined {
    const rows = this.#tops.of(scope);
    if (rows === undefined) return undefined;
    const name = prefix.subarray(0, SEEK_NAME_BYTES_MAX);
    const { tops } = rows;
    let low = 0;
    let high = tops.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(tops[2 * middle] ?? 0, tops[2 * middle + 1] ?? 0, name)) low = middle + 1;
      else high = middle;
    }
    const row = rows.kept[low] ?? this.#read(scope, low, rows);
    if (row === undefined) return undefined;
    const { entry } = firstNotBefore(row, new VarintReader(row, 0), SEEK_BLOCKS, name);
    return low * SEEK_BLOCKS + entry;
  }

  #read(scope: string, row: number, rows: RowsOfScope): Buffer | undefined {
    const bytes = this.#table.getBinary(blockKey(scope, row));
    if (bytes !== undefined) this.#tops.keep(rows, row, bytes);
    return bytes;
  }

  /** Whether the name of a top lies before another in the order of bytes. */
  #isBefore(start: number, end: number, name: Buffer): boolean {
    const tops = this.#tops.bytes;
    for (let at = start, i = 0; i < name.length; at++, i++) {
      if (at === end) return true;
      const difference = (tops[at] ?? 0) - (name[i] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}
