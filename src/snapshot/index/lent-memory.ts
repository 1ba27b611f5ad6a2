import type { Tables } from '../format/format.ts';

/**
 * Reads values of tables without copying them: the bytes are memory of LMDB, which the next read of any table overwrites. LMDB redefines
 * the length of its buffer for each value, which slows down every access to its bytes. So the bytes are read through an array over all of
 * the memory, and the formats of values define where they end.
 */
export class LentMemory {
  #lent: Buffer | undefined;
  #memory: Buffer = Buffer.alloc(0);

  /** Returns the value of a key and what follows it in memory; undefined if the table lacks the key. */
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
