import type { Table } from '../schema.ts';
import { tableOf } from '../schema.ts';
import { cell, type Writer } from './writer.ts';

/** The number of characters per copy: few commits, and little memory. */
const BATCH_CHARS = 4 * 2 ** 20;

/** Copies rows into the tables of a load over several connections, while the next rows are made. */
export class Copier {
  readonly #load: number;
  readonly #idle: Writer[];
  readonly #batches = new Map<Table, { text: string[]; chars: number }>();
  readonly #running = new Set<Promise<void>>();
  #fault: unknown;

  constructor(load: number, writers: readonly Writer[]) {
    this.#load = load;
    this.#idle = [...writers];
  }

  /** Adds a row; the promise, where there is one, resolves once there is room for more. */
  add(table: Table, cells: readonly Parameters<typeof cell>[0][]): Promise<void> | undefined {
    const batch = this.#batches.get(table) ?? { text: [], chars: 0 };
    this.#batches.set(table, batch);
    const row = `${cells.map(cell).join('\t')}\n`;
    batch.text.push(row);
    batch.chars += row.length;
    return batch.chars < BATCH_CHARS ? undefined : this.#send(table);
  }

  /** Resolves once every row is in its table. */
  async finish(): Promise<void> {
    for (const table of this.#batches.keys()) await this.#send(table);
    await this.settle();
    this.#throwFault();
  }

  /** Resolves when all copies are done. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #send(table: Table): Promise<void> {
    while (this.#idle.length === 0) await Promise.race(this.#running);
    this.#throwFault();
    const batch = this.#batches.get(table);
    const writer = this.#idle.pop();
    if (batch === undefined || writer === undefined) return;
    this.#batches.delete(table);
    const running = writer
      .copy(tableOf(table, this.#load), batch.text.join(''))
      .catch((error: unknown) => {
        this.#fault ??= error;
      })
      .finally(() => {
        this.#idle.push(writer);
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  #throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }
}
