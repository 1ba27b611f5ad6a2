import { tableOf, type Table } from '../schema.ts';
import { cell, type Writer } from './writer.ts';

/** The number of characters per copy: few commits, and little memory. */
const BATCH_CHARS = 4 * 2 ** 20;

/** Copies rows into the tables of a load over several connections, while the next rows are made. */
export class Copier {
  readonly #load: number;
  readonly #idle: Writer[];
  readonly #batches = new Map<Table, { text: string[]; chars: number }>();
  /** Each resolves to its connection, and rejects if the copy fails. */
  readonly #running = new Set<Promise<Writer>>();

  constructor(load: number, writers: readonly Writer[]) {
    this.#load = load;
    this.#idle = [...writers];
  }

  /** Adds a row. A promise, if any, resolves when more rows may be added. */
  add(table: Table, cells: readonly Parameters<typeof cell>[0][]): Promise<void> | undefined {
    const batch = this.#batches.get(table) ?? { text: [], chars: 0 };
    this.#batches.set(table, batch);
    const row = `${cells.map(cell).join('\t')}\n`;
    batch.text.push(row);
    batch.chars += row.length;
    return batch.chars < BATCH_CHARS ? undefined : this.#send(table, batch.text);
  }

  /** Resolves when every row is in its table. */
  async finish(): Promise<void> {
    for (const [table, { text }] of this.#batches) await this.#send(table, text);
    await Promise.all(this.#running);
  }

  /** Resolves when all copies have ended, also after a fault. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #send(table: Table, text: readonly string[]): Promise<void> {
    this.#batches.delete(table);
    const writer = this.#idle.pop() ?? (await this.#nextIdle());
    const running = writer.copy(tableOf(table, this.#load), text.join('')).then(() => writer);
    // The fault is thrown to the next caller.
    running.catch(() => undefined);
    this.#running.add(running);
  }

  async #nextIdle(): Promise<Writer> {
    const ended = await Promise.race(
      Array.from(this.#running, async (running) => ({ running, writer: await running })),
    );
    this.#running.delete(ended.running);
    return ended.writer;
  }
}
