import type { Tables } from '../format/format.ts';

/**
 * Reads values of tables without a copy of its own: the bytes are memory of LMDB, which the next read of any table overwrites. LMDB redefines
 * the length of its buffer for each value, which slows every access to its bytes; so they are read through an array over all of the
 * memory, and the formats of values say where they end.
 */
export class LentMemory {
  #lent: Buffer | undefined;
  #memory: Buffer = Buffer.alloc(0);

  /** The value of a key and what follows it in memory; undefined where the table lacks the key. */
  read(table: Tables['rows'], key: Buffer): Buffer | undefined {
    const lent = table.getBinaryFast(key);
    if (lent === undefined) return undefined;
    if (lent !== this.#lent) {
      this.#lent = lent;
      this.#memory = Buffer.from(lent.buffer, lent.byteOffset, lent.byteLength);
    }
    return this.#memory;
  }
}
