import { ALL_COUNTRIES, KEYS_PER_ROW, blockKey, type Tables } from '../format/format.ts';

/**
 * The sparse index finds the block of a name. Each block has a key: the first 8 bytes of its last folded name; shorter names are padded
 * with zeros. A row of the table `sparseIndex` holds the keys of 8,192 blocks of one scope.
 */
const KEY_BYTES = 8;

/** Writes the keys of the blocks, one scope after another. */
export class SparseIndexWriter {
  readonly #put: (key: Buffer, value: Buffer) => void;
  #scope = '';
  #row = 0;
  #keys: Buffer[] = [];

  constructor(put: (key: Buffer, value: Buffer) => void) {
    this.#put = put;
  }

  /** Adds the next block of a scope, given its last name. */
  add(scope: string, lastName: Uint8Array): void {
    if (scope !== this.#scope) {
      this.finish();
      this.#scope = scope;
      this.#row = 0;
    }
    this.#keys.push(keyOf(lastName));
    if (this.#keys.length === KEYS_PER_ROW) this.finish();
  }

  /** Writes the last row. */
  finish(): void {
    if (this.#keys.length === 0) return;
    this.#put(blockKey(this.#scope, this.#row++), Buffer.concat(this.#keys));
    this.#keys = [];
  }
}

function keyOf(name: Uint8Array): Buffer {
  const key = Buffer.alloc(KEY_BYTES);
  key.set(name.subarray(0, KEY_BYTES));
  return key;
}

/** Consecutive blocks of a scope: `from` to `to`, `to` excluded. */
export interface BlockRange {
  from: number;
  to: number;
}

/** Reads the last names of the blocks of a scope. */
type LastNames = (tables: Tables, scope: string) => Iterable<Uint8Array>;

/** The keys of a snapshot by scope, kept in memory from their first use: half a byte for each company of the scope. */
export class SparseIndex {
  readonly #keys = new Map<string, DataView>();
  readonly #lastNames: LastNames | undefined;

  /** @param lastNames for a file of an earlier version, which has no keys */
  constructor(lastNames?: LastNames) {
    this.#lastNames = lastNames;
  }

  /**
   * Narrows down the first block whose last name is not before a name: it is in the range, or is `to`. If the keys of several blocks equal
   * the key of the name, only the blocks themselves can decide. All blocks before `from` end before the name.
   */
  find(tables: Tables, scope: string, name: Uint8Array, range: BlockRange): void {
    const keys = this.#keysOf(tables, scope);
    const high = wordAt(name, 0);
    const low = wordAt(name, 4);
    range.from = firstFrom(keys, 0, high, low, false);
    // A name that fits into a key is not after any name with an equal key.
    range.to = name.length <= KEY_BYTES ? range.from : firstFrom(keys, range.from, high, low, true);
  }

  #keysOf(tables: Tables, scope: string): DataView {
    const known = this.#keys.get(scope);
    if (known !== undefined) return known;
    const rows =
      this.#lastNames === undefined
        ? Array.from(rowsOf(tables, scope))
        : Array.from(this.#lastNames(tables, scope), keyOf);
    const { buffer, byteOffset, length } = Buffer.concat(rows);
    const keys = new DataView(buffer, byteOffset, length);
    this.#keys.set(scope, keys);
    return keys;
  }
}

function* rowsOf({ sparseIndex }: Tables, scope: string): Generator<Buffer, void, undefined> {
  for (let row = 0; ; row++) {
    const bytes = sparseIndex.getBinary(blockKey(scope, row));
    if (bytes === undefined) return;
    yield bytes;
  }
}

/** Returns four bytes of a name as a number, with zeros for missing bytes. */
function wordAt(name: Uint8Array, at: number): number {
  let word = 0;
  for (let i = at; i < at + 4; i++) word = word * 256 + (name[i] ?? 0);
  return word;
}

/**
 * Returns the first block from `start` on whose key is not before a key or, with `isAfter`, is after it; without such a block, the number
 * of blocks.
 */
function firstFrom(keys: DataView, start: number, high: number, low: number, isAfter: boolean): number {
  let from = start;
  let to = keys.byteLength / KEY_BYTES;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const word = keys.getUint32(KEY_BYTES * middle);
    const difference = word === high ? keys.getUint32(KEY_BYTES * middle + 4) - low : word - high;
    if (difference < 0 || (isAfter && difference === 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the countries that have companies, in order. */
export function* countriesIn(table: Tables['sparseIndex']): Generator<string, void, undefined> {
  for (let scope = ALL_COUNTRIES; ;) {
    // The last possible key of a scope.
    const [key] = [...table.getKeys({ start: blockKey(scope, 0xffffffff), limit: 1 })];
    if (key === undefined) return;
    scope = key.toString('latin1', 0, 2);
    yield scope;
  }
}
