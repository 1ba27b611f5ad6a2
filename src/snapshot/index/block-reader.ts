import { Block } from '../format/block.ts';
import { blockKey, blockOf, type Tables } from '../format/format.ts';
import { LentMemory } from './lent-memory.ts';

/**
 * Reads the blocks of a scope. The bytes of `block` are overwritten by the next read of any table: call `begin` again after reading another
 * table.
 */
export class BlockReader {
  readonly block = new Block();
  #number = -1;
  #isThere = false;
  readonly #rows: Tables['rows'];
  readonly #key = blockKey('', 0);
  readonly #memory = new LentMemory();

  constructor({ rows }: Pick<Tables, 'rows'>) {
    this.#rows = rows;
  }

  /** Continues in a scope; the next block is read even if it has the same number. */
  begin(scope: string): this {
    this.#key[0] = scope.charCodeAt(0);
    this.#key[1] = scope.charCodeAt(1);
    this.#number = -1;
    return this;
  }

  /** Reads the block with a number. Returns false after the last block. */
  read(number: number): boolean {
    if (number === this.#number) return this.#isThere;
    this.#key.writeUInt32BE(number, 2);
    const bytes = this.#memory.read(this.#rows, this.#key);
    this.#number = number;
    this.#isThere = bytes !== undefined;
    if (bytes !== undefined) this.block.open(bytes);
    return this.#isThere;
  }

  /** Reads the block with the company of a rank. */
  holding(rank: number): Block {
    if (!this.read(blockOf(rank))) throw new Error(`The snapshot has no company at rank ${rank}`);
    return this.block;
  }
}
