import { formatTableName, type Table } from '../schema.ts';
import { cell, type Writer } from './writer.ts';

/** The number of characters per copy: few commits, and little memory. */
const BATCH_CHARS = 4 * 2 ** 20;

export type Copier = ReturnType<typeof openCopier>;

/** Copies rows into the tables of a load over several connections, while the next rows are made. */
export function openCopier(load: number, writers: readonly Writer[]) {
  const idle = [...writers];
  const batches = new Map<Table, { text: string[]; chars: number }>();
  /** The running copies. Each resolves to its connection, and rejects if the copy fails. */
  const running = new Set<Promise<Writer>>();
  const nextIdle = async (): Promise<Writer> => {
    const ended = await Promise.race(Array.from(running, async (copy) => ({ copy, writer: await copy })));
    running.delete(ended.copy);
    return ended.writer;
  };
  const send = async (table: Table, text: readonly string[]): Promise<void> => {
    batches.delete(table);
    const writer = idle.pop() ?? (await nextIdle());
    const copy = writer.copy(formatTableName(table, load), text.join('')).then(() => writer);
    // A fault is thrown later, by the next caller that waits.
    copy.catch(() => undefined);
    running.add(copy);
  };
  return {
    /** Adds a row. If a promise is returned, more rows may be added when it resolves. */
    add(table: Table, cells: readonly Parameters<typeof cell>[0][]): Promise<void> | undefined {
      const batch = batches.get(table) ?? { text: [], chars: 0 };
      batches.set(table, batch);
      const row = `${cells.map(cell).join('\t')}\n`;
      batch.text.push(row);
      batch.chars += row.length;
      return batch.chars < BATCH_CHARS ? undefined : send(table, batch.text);
    },
    /** Resolves when every row is in its table. */
    async finish(): Promise<void> {
      for (const [table, { text }] of batches) await send(table, text);
      await Promise.all(running);
    },
    /** Resolves when all copies have ended, also after a fault. */
    settle: async () => void (await Promise.allSettled(running)),
  };
}
