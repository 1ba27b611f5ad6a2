import { TABLES, creationOf, noSamplesOf, replacementOf, tableOf, type Table } from '../schema.ts';
import type { Lease } from './lease.ts';
import type { Writer } from './writer.ts';

/** How long a rewritten table waits for readers of the one that it replaces. */
const LOCK_MS_MAX = 5000;

/** Tables from which no row is ever deleted: they hold ranks and ids. */
const UNREDUCED: ReadonlySet<Table> = new Set(['postings', 'withheld']);

/** Makes a table of a load, under its name or another one. */
export async function createTable(writer: Writer, table: Table, name: string): Promise<void> {
  await writer.query(creationOf(table, name));
  await writer.queryIfKnown(noSamplesOf(table, name));
}

/**
 * Rewrites the tables of a load and replaces the old ones, whose files still hold the bytes of deleted rows. Reads continue
 * meanwhile.
 */
export async function rewrite(writer: Writer, lease: Lease, load: number): Promise<void> {
  for (const table of TABLES.filter((one) => !UNREDUCED.has(one))) {
    const [name, replacement] = [tableOf(table, load), replacementOf(table, load)];
    await writer.query(`DROP TABLE IF EXISTS ${replacement}`);
    await createTable(writer, table, replacement);
    await writer.query(`INSERT INTO ${replacement} SELECT * FROM ${name}`);
    await writer.query(`ANALYZE ${replacement}`);
    await writer.transaction(async () => {
      await lease.lock(writer);
      await writer.within(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`);
      await writer.within(`DROP TABLE ${name}`);
      await writer.within(`ALTER TABLE ${replacement} RENAME TO ${name.slice(name.indexOf('.') + 1)}`);
    });
  }
}
