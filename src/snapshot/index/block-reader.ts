import { ByteBuffer } from '../format/byte-buffer.ts';
import { blockKey, blockOf, type Tables } from '../format/format.ts';

/** Reads the blocks of one scope for one request. Keeps the last block: a search reads it to find a match, then to return its row. */
export class BlockReader {
  readonly scope: string;
  readonly #rows: Tables['rows'];
  readonly #key: Buffer;
  readonly #buffer: ByteBuffer;
  #block = -1;
  #bytes: Buffer | undefined;

  /** @param buffer where the current block is copied to; readers that take turns may share it */
  constructor({ rows }: Pick<Tables, 'rows'>, scope: string, buffer = new ByteBuffer(16 * 1024)) {
    this.scope = scope;
    this.#rows = rows;
    this.#key = blockKey(scope, 0);
    this.#buffer = buffer;
  }

  /** The block with this number, valid until another one is read; undefined after the last one. */
  read(block: number): Buffer | undefined {
    if (block !== this.#block) {
      this.#key.writeUInt32BE(block, 2);
      // LMDB lends a buffer that the next read of any table overwrites.
      const bytes = this.#rows.getBinaryFast(this.#key);
      this.#buffer.length = 0;
      if (bytes !== undefined) this.#buffer.append(bytes);
      this.#bytes = bytes && this.#buffer.written();
      this.#block = block;
    }
    return this.#bytes;
  }

  /** The block that holds the company of a rank, valid until another one is read. */
  holding(rank: number): Buffer {
    const block = this.read(blockOf(rank));
    if (block === undefined) throw new Error(`The snapshot has no company at rank ${rank}`);
    return block;
  }
}
