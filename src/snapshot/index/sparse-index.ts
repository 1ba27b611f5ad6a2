import { BLOCKS_PER_INDEX_ROW, INDEX_NAME_BYTES_MAX, blockKey, type Tables } from '../format/format.ts';
import { encodeNames, firstNotBefore } from '../format/front-coding.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../format/varint.ts';

/**
 * The sparse index finds the block of a name, in two levels. A row of the table `sparseIndex` holds the last names of 128 blocks of one
 * scope, front-coded. The top level holds the last name of each row, in memory: 20 kB at a million companies. Names are cut, so the
 * block found may be one before the right one.
 *
 *     top level, per row in the order of keys: 2 bytes of scope · varint bytes of the name · the name
 */

/** Writes the sparse index of one scope after another. */
export class SparseIndexWriter {
  readonly #put: (key: Buffer, value: Buffer) => void;
  readonly #top: Buffer[] = [];
  #scope = '';
  #row = 0;
  #names: Buffer[] = [];

  constructor(put: (key: Buffer, value: Buffer) => void) {
    this.#put = put;
  }

  /** Adds the last name of the next block of a scope. */
  add(scope: string, lastName: Buffer): void {
    if (scope !== this.#scope) {
      this.#finishRow();
      this.#scope = scope;
      this.#row = 0;
    }
    this.#names.push(Buffer.from(lastName.subarray(0, INDEX_NAME_BYTES_MAX)));
    if (this.#names.length === BLOCKS_PER_INDEX_ROW) this.#finishRow();
  }

  /** Writes the last row, and returns the top level. */
  finish(): Buffer {
    this.#finishRow();
    return Buffer.concat(this.#top);
  }

  #finishRow(): void {
    const last = this.#names.at(-1);
    if (last === undefined) return;
    this.#put(blockKey(this.#scope, this.#row++), encodeNames(this.#names));
    const head = Buffer.allocUnsafe(2 + VARINT_BYTES_MAX);
    head.write(this.#scope, 0, 'latin1');
    this.#top.push(head.subarray(0, writeVarint(head, 2, last.length)), last);
    this.#names = [];
  }
}

/** Bounds the cache of rows: 2 MB hold all rows of a million companies. Rows read later are not cached. */
const CACHED_BYTES_MAX = 2 ** 21;

interface ScopeIndex {
  /** The top level: the last name of each row as latin1, which sorts like its bytes. */
  readonly names: string[];
  /** The rows that are cached: a read costs a third of a search. */
  readonly rows: (Buffer | undefined)[];
}

/** Finds blocks by name. The readers of one snapshot share it. */
export class SparseIndex {
  readonly #scopes = new Map<string, ScopeIndex>();
  #cachedBytes = 0;

  /** @param top what {@linkcode SparseIndexWriter.finish} returned */
  constructor(top: Buffer) {
    for (const reader = new VarintReader(top, 0); reader.at < top.length;) {
      const scope = top.toString('latin1', reader.at, reader.at + 2);
      reader.at += 2;
      const length = reader.next();
      const index = this.#scopes.get(scope) ?? { names: [], rows: [] };
      this.#scopes.set(scope, index);
      index.names.push(top.toString('latin1', reader.at, reader.at + length));
      reader.at += length;
    }
  }

  /**
   * The block with the first name that is not before a prefix, or a block shortly before it; undefined where all names are before
   * the prefix. `table` is the table `sparseIndex`.
   */
  firstBlock(table: Tables['sparseIndex'], scope: string, prefix: Buffer): number | undefined {
    const index = this.#scopes.get(scope);
    if (index === undefined) return undefined;
    const cut = prefix.subarray(0, INDEX_NAME_BYTES_MAX);
    const name = cut.toString('latin1');
    let low = 0;
    let high = index.names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((index.names[middle] ?? '') < name) low = middle + 1;
      else high = middle;
    }
    const row = index.rows[low] ?? this.#read(table, scope, low, index);
    if (row === undefined) return undefined;
    const { entry } = firstNotBefore(row, new VarintReader(row, 0), BLOCKS_PER_INDEX_ROW, cut);
    return low * BLOCKS_PER_INDEX_ROW + entry;
  }

  /** The scopes that have companies. */
  get scopes(): Iterable<string> {
    return this.#scopes.keys();
  }

  /** The last block of a scope; undefined for a scope without companies. */
  lastBlock(table: Tables['sparseIndex'], scope: string): number | undefined {
    const index = this.#scopes.get(scope);
    if (index === undefined) return undefined;
    const last = index.names.length - 1;
    const row = index.rows[last] ?? this.#read(table, scope, last, index);
    if (row === undefined) return undefined;
    let count = 0;
    for (const reader = new VarintReader(row, 0); reader.at < row.length; count++) {
      reader.next();
      const length = reader.next();
      reader.at += length;
    }
    return last * BLOCKS_PER_INDEX_ROW + count - 1;
  }

  #read(table: Tables['sparseIndex'], scope: string, row: number, { rows }: ScopeIndex): Buffer | undefined {
    const bytes = table.getBinary(blockKey(scope, row));
    if (bytes !== undefined && this.#cachedBytes + bytes.length <= CACHED_BYTES_MAX) {
      this.#cachedBytes += bytes.length;
      rows[row] = bytes;
    }
    return bytes;
  }
}
