import { ByteBuffer } from '../../model/index.ts';
import { PREFIX_BYTES, appendPrefix, firstFrom, wordAt } from '../file/key-prefixes.ts';
import { toDataView } from '../file/table.ts';
import type { Tables } from '../format/format.ts';

/**
 * Writes the sparse index, which finds the block of a name: per scope a row with the prefix of the last folded name of each block. Memory:
 * half a byte for each company of a scope.
 */
export class SparseIndexWriter {
  readonly #put: (key: Buffer, value: Buffer) => void;
  readonly #prefixes = new ByteBuffer(4096);
  #scope = '';

  constructor(put: (key: Buffer, value: Buffer) => void) {
    this.#put = put;
  }

  /** Adds the next block of a scope, given its last name. */
  add(scope: string, lastName: Uint8Array): void {
    if (scope !== this.#scope) {
      this.finish();
      this.#scope = scope;
    }
    appendPrefix(this.#prefixes, lastName);
  }

  /** Writes the row of the last scope. */
  finish(): void {
    if (this.#prefixes.length === 0) return;
    this.#put(Buffer.from(this.#scope, 'latin1'), this.#prefixes.written());
    this.#prefixes.clear();
  }
}

/** Consecutive blocks of a scope: `from` to `to`, `to` excluded. */
export interface BlockRange {
  from: number;
  to: number;
}

const NO_PREFIXES = new DataView(new ArrayBuffer(0));

/** Reads the sparse index of a snapshot, where the file is mapped. */
export class SparseIndex {
  readonly #table: Tables['sparseIndex'];
  /** By scope; there are no more than countries. */
  readonly #prefixes = new Map<string, DataView>();

  constructor({ sparseIndex }: Pick<Tables, 'sparseIndex'>) {
    this.#table = sparseIndex;
  }

  /**
   * Narrows down the first block whose last name is not before a name: it is in the range, or is `to`. If the prefixes of several blocks
   * equal that of the name, only the blocks themselves can decide. All blocks before `from` end before the name.
   */
  find(scope: string, name: Uint8Array, range: BlockRange): void {
    const prefixes = this.#prefixes.get(scope) ?? this.#read(scope);
    const high = wordAt(name, 0);
    const low = wordAt(name, 4);
    range.from = firstFrom(prefixes, 0, high, low, false);
    // A name that fits into a prefix is not after any name with an equal prefix.
    range.to = name.length <= PREFIX_BYTES ? range.from : firstFrom(prefixes, range.from, high, low, true);
  }

  /** Returns the countries that have companies, in order. */
  countries(): string[] {
    const scopes = Array.from({ length: this.#table.count }, (_, row) => this.#table.rowAt(row).key.toString('latin1'));
    return scopes.slice(1);
  }

  /** Returns the number of blocks of a scope. */
  countBlocks(scope: string): number {
    return (this.#prefixes.get(scope) ?? this.#read(scope)).byteLength / PREFIX_BYTES;
  }

  #read(scope: string): DataView {
    const row = this.#table.get(Buffer.from(scope, 'latin1'));
    const prefixes = row === undefined ? NO_PREFIXES : toDataView(row);
    this.#prefixes.set(scope, prefixes);
    return prefixes;
  }
}
