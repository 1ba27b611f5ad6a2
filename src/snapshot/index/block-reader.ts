import { Block } from '../format/block.ts';
import { blockKey, blockOf, entryOf, type Tables } from '../format/format.ts';

/** Number of ranks that fit into 32 bits. */
const RANKS_MAX = 2 ** 32;

/** The blocks of a scope are consecutive rows of the table. */
interface Scope {
  readonly firstRow: number;
  readonly blocks: number;
}

/** Reads the blocks of a scope, one at a time. */
export class BlockReader {
  readonly block = new Block();
  #number = -1;
  #scope: Scope = { firstRow: 0, blocks: 0 };
  readonly #rows: Tables['rows'];
  /** By name; there are no more than countries. */
  readonly #scopes = new Map<string, Scope>();

  constructor({ rows }: Pick<Tables, 'rows'>) {
    this.#rows = rows;
  }

  /** Selects the scope whose blocks `read` reads. */
  begin(scope: string): this {
    this.#scope = this.#scopes.get(scope) ?? this.#find(scope);
    this.#number = -1;
    return this;
  }

  /** Reads the block with a number. Returns false after the last block. */
  read(number: number): boolean {
    const { firstRow, blocks } = this.#scope;
    if (number >= blocks) return false;
    if (number === this.#number) return true;
    const rows = this.#rows;
    rows.seek(firstRow + number);
    this.block.open(rows.bytes, rows.valueStart, rows.valueEnd);
    this.#number = number;
    return true;
  }

  /** Reads the block with the company of a rank. */
  holding(rank: number): Block {
    // Block numbers have 32 bits, so a larger rank would lead to another company.
    if (rank >= RANKS_MAX || !this.read(blockOf(rank)) || entryOf(rank) >= this.block.count)
      throw new RangeError(`The snapshot has no company at rank ${rank}`);
    return this.block;
  }

  #find(scope: string): Scope {
    const firstRow = this.#rows.firstFrom(blockKey(scope, 0));
    const found = { firstRow, blocks: this.#rows.firstFrom(blockKey(scope, 0xffffffff)) - firstRow };
    this.#scopes.set(scope, found);
    return found;
  }
}
