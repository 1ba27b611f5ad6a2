import { entryCount, matchingEntries } from '../format/block.ts';
import { ALL_COUNTRIES, BLOCK_COMPANIES, blockKey, blockOf, entryOf, type Tables } from '../format/format.ts';
import type { ByteBuffer } from '../format/byte-buffer.ts';
import type { Seek } from './sparse-index.ts';

/**
 * Reads the blocks of one scope for one request, each into the same place. The bytes of a block are valid until the next one is read;
 * asking for the same one again, as finding a match and then taking its row does, costs nothing.
 */
export class BlockSource {
  readonly #rows: Tables['rows'];
  readonly #place: ByteBuffer;
  readonly #key = blockKey(ALL_COUNTRIES, 0);
  #block = -1;
  #bytes: Buffer | undefined;

  /** All sources that are given one place take turns in it. */
  constructor(tables: Tables, place: ByteBuffer) {
    this.#rows = tables.rows;
    this.#place = place;
  }

  /** Begins a request, in a scope. */
  begin(scope: string): this {
    this.#key[0] = scope.charCodeAt(0);
    this.#key[1] = scope.charCodeAt(1);
    this.#block = -1;
    return this;
  }

  /** The block with this number; undefined behind the last one. */
  read(block: number): Buffer | undefined {
    if (block !== this.#block) {
      this.#key.writeUInt32BE(block, 2);
      // What LMDB gives lies where it gives the next value of any table.
      const bytes = this.#rows.getBinaryFast(this.#key);
      this.#place.length = 0;
      if (bytes !== undefined) this.#place.append(bytes);
      this.#bytes = bytes && this.#place.written();
      this.#block = block;
    }
    return this.#bytes;
  }

  /** The block that holds the company of a rank. */
  holding(rank: number): Buffer {
    const block = this.read(blockOf(rank));
    if (block === undefined) throw new Error(`The snapshot has no company at rank ${rank}`);
    return block;
  }
}

/**
 * The companies of a scope whose folded name starts with a prefix: they are neighbours, so one seek finds the first
 * and every further one follows.
 */
export class NameMatches {
  readonly #source: BlockSource;
  readonly #prefix: Buffer;
  #block = 0;
  /** The match that comes next; Infinity when there is none left. */
  rank = Infinity;
  /** One behind the last match that is known to follow `rank` without a gap, in the same block. */
  runEnd = Infinity;

  /** Finds the first match at or after the rank `start`. */
  constructor(seek: Seek, scope: string, source: BlockSource, prefix: Buffer, start: number) {
    this.#source = source;
    this.#prefix = prefix;
    const first = seek.firstBlock(scope, prefix);
    if (first === undefined) return;
    const startBlock = blockOf(start);
    if (startBlock <= first) this.#findFrom(first, start);
    // Every name from here on is at or behind the first match, so this block tells whether matches go on this far.
    else this.#findFrom(startBlock, start);
  }

  /** Moves behind the current run of matches. */
  skipRun(): void {
    if (entryOf(this.runEnd) === 0) this.#findFrom(this.#block + 1, this.runEnd);
    else this.#end();
  }

  /** Moves to the next match. */
  skipOne(): void {
    this.rank++;
    if (this.rank === this.runEnd) this.skipRun();
  }

  #findFrom(firstToRead: number, start: number): void {
    for (let block = firstToRead; ; block++) {
      const bytes = this.#source.read(block);
      if (bytes === undefined) break;
      const { from, to, isOpen } = matchingEntries(bytes, this.#prefix);
      const base = block * BLOCK_COMPANIES;
      const first = Math.max(base + from, start);
      if (first < base + to) {
        this.#block = block;
        this.rank = first;
        this.runEnd = base + to;
        return;
      }
      if (!isOpen || entryCount(bytes) < BLOCK_COMPANIES) break;
    }
    this.#end();
  }

  #end(): void {
    this.rank = Infinity;
    this.runEnd = Infinity;
  }
}
