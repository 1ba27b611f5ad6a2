import type { SnapshotReader } from '../../snapshot/index.ts';
import { close } from './opening.ts';
import type { SwapOptions } from './swap.ts';

interface Earlier {
  readonly reader: SnapshotReader;
  /** The latest time at which a cursor of it may have been issued. */
  issuedMs: number;
}

/** Earlier snapshots that cursors still need, by generation. */
export class EarlierSnapshots {
  readonly #options: SwapOptions;
  readonly #all = new Map<string, Earlier>();

  constructor(options: SwapOptions) {
    this.#options = options;
  }

  get readers(): SnapshotReader[] {
    return [...this.#all.values()].map(({ reader }) => reader);
  }

  get(generation: string): SnapshotReader | undefined {
    return this.#all.get(generation)?.reader;
  }

  /** Notes that a cursor of a generation was issued: the snapshot is kept until that cursor has expired. */
  issued(generation: string): void {
    const earlier = this.#all.get(generation);
    if (earlier !== undefined) earlier.issuedMs = this.#options.nowMs();
  }

  /** Keeps a snapshot for its cursors; beyond the maximum, closes the one that expires first. */
  keep(reader: SnapshotReader): void {
    this.#all.set(reader.metadata.generation, { reader, issuedMs: this.#options.nowMs() });
    while (this.#all.size > this.#options.generationsMax) {
      const [first] = [...this.#all].toSorted(([, a], [, b]) => a.issuedMs - b.issuedMs);
      if (first !== undefined) this.#drop(first[0], false);
    }
  }

  /** Replaces a snapshot by a copy with the same cursors. */
  replace(copy: SnapshotReader): void {
    const { generation } = copy.metadata;
    const earlier = this.#all.get(generation);
    if (earlier !== undefined) this.#all.set(generation, { ...earlier, reader: copy });
  }

  closeExpired(): void {
    // One second more, because the expiry of cursors is in whole seconds.
    const lastMs = this.#options.nowMs() - (this.#options.cursorTtlSeconds + 1) * 1000;
    for (const [generation, { issuedMs }] of this.#all) if (issuedMs < lastMs) this.#drop(generation, true);
  }

  /** Closes the snapshot of a generation, if it is open. */
  close(generation: string): void {
    close(this.get(generation));
    this.#all.delete(generation);
  }

  #drop(generation: string, hasExpired: boolean): void {
    this.close(generation);
    this.#options.onSwap({ kind: 'closed', generation, hasExpired });
  }
}
