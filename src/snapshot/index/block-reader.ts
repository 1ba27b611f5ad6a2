import { Block } from '../format/block.ts';
import { blockKey, blockOf, type Tables } from '../format/format.ts';

/**
 * Reads the blocks of a scope. The bytes of `block` are memory of LMDB, which the next read of any table overwrites: `begin` again after
 * reading another table.
 */
export class BlockReader {
  readonly block = new Block();
  #number = -1;
  #isThere = false;
  readonly #rows: Tables['rows'];
  readonly #key = blockKey('', 0);
  /** The buffer that LMDB returned last, always the same unless it grew, and all of its memory. */
  #lent: Uint8Array | undefined;
  #memory: Uint8Array = new Uint8Array(0);

  constructor({ rows }: Pick<Tables, 'rows'>) {
    this.#rows = rows;
  }

  /** Goes on in a scope, and forgets the block. */
  begin(scope: string): this {
    this.#key[0] = scope.charCodeAt(0);
    this.#key[1] = scope.charCodeAt(1);
    this.#number = -1;
    return this;
  }

  /** Reads the block with a number; false after the last one. */
  read(number: number): boolean {
    if (number === this.#number) return this.#isThere;
    this.#key.writeUInt32BE(number, 2);
    const lent = this.#rows.getBinaryFast(this.#key);
    this.#number = number;
    this.#isThere = lent !== undefined;
    if (lent === undefined) return false;
    if (lent !== this.#lent) {
      this.#lent = lent;
      // LMDB redefines the length of its buffer for each value, which slows every access to its bytes.
      this.#memory = new Uint8Array(lent.buffer, lent.byteOffset, lent.byteLength);
    }
    this.block.open(this.#memory);
    return true;
  }

  /** Reads the block with the company of a rank. */
  holding(rank: number): Block {
    if (!this.read(blockOf(rank))) throw new Error(`The snapshot has no company at rank ${rank}`);
    return this.block;
  }
}
