import { SHARED_MEMORY_BYTES, Sorter, type YieldIfDue } from '../../files/index.ts';
import { ADDRESS_RANKS_MAX, encodeAddress } from '../index/addresses.ts';
import type { TableWriter } from '../file/table-writer.ts';

/** Sorts the addresses of companies on disk, and writes the table of addresses that several companies have. */
export class AddressWriter {
  readonly #addresses: Sorter;

  /** @param directory where it creates and removes files */
  constructor(directory: string) {
    this.#addresses = new Sorter({ directory, name: 'addresses', memoryBytes: SHARED_MEMORY_BYTES });
  }

  /** Adds the key of the address of the company at a rank; an empty key is skipped. */
  add(key: Buffer, rank: number): void {
    if (key.length === 0) return;
    const value = Buffer.allocUnsafe(4);
    value.writeUInt32BE(rank, 0);
    this.#addresses.add(key, value);
  }

  async write(writer: TableWriter, yieldIfDue: YieldIfDue): Promise<void> {
    let current = Buffer.alloc(0);
    let count = 0;
    let ranks: number[] = [];
    const put = (): void => {
      if (count > 1) writer.put('addresses', current, encodeAddress(count, ranks));
    };
    for (const { key, value } of this.#addresses.sorted()) {
      if (!current.equals(key)) {
        put();
        // The sorter reuses its buffers for the next record.
        current = Buffer.from(key);
        count = 0;
        ranks = [];
      }
      if (count++ < ADDRESS_RANKS_MAX) ranks.push(value.readUInt32BE(0));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    put();
  }
}
