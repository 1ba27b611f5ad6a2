/** Rewrites a snapshot so that its digests match but its content is wrong, as after a faulty build. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TableWriter, contentDigest } from '../file/table-writer.ts';
import type { Table } from '../file/table.ts';
import { tableNames, type TableName } from '../file/table-names.ts';
import { METADATA_KEY } from '../format/format.ts';
import type { SnapshotMetadata } from '../format/metadata.ts';
import { SnapshotReader } from '../read/reader.ts';

/** The rows of a table, which can be changed. */
export class EditedTable {
  readonly #rows: Map<string, Buffer>;

  constructor(table: Table) {
    const rows = Array.from({ length: table.count }, (_, row) => table.rowAt(row));
    this.#rows = new Map(rows.map(({ key, value }) => [key.toString('hex'), value]));
  }

  get(key: Uint8Array): Buffer | undefined {
    return this.#rows.get(Buffer.from(key).toString('hex'));
  }

  put(key: Uint8Array, value: Buffer): void {
    this.#rows.set(Buffer.from(key).toString('hex'), value);
  }

  remove(key: Uint8Array): void {
    this.#rows.delete(Buffer.from(key).toString('hex'));
  }

  /** Returns the rows in the order of their keys. */
  rows(): [key: Buffer, value: Buffer][] {
    const sorted = [...this.#rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([key, value]) => [Buffer.from(key, 'hex'), value]);
  }

  firstKey(): Buffer {
    const [[key] = []] = this.rows();
    if (key === undefined) throw new Error('The table is empty');
    return key;
  }
}

export type EditedTables = Readonly<Record<TableName | 'metadata', EditedTable>>;

export async function rewritten(path: string, edit: (tables: EditedTables) => unknown): Promise<void> {
  const reader = SnapshotReader.open(path);
  const names = tableNames(reader.tables.match !== undefined);
  const all = { ...reader.tables, ...reader.tables.match } as unknown as Readonly<Record<string, Table>>;
  const tables = Object.fromEntries(
    [...names, 'metadata'].map((name) => [name, new EditedTable(all[name] as Table)]),
  ) as EditedTables;
  await reader.close();
  edit(tables);
  const directory = mkdtempSync(join(dirname(path), 'rewritten-'));
  const writer = new TableWriter(join(directory, 'snapshot'), directory);
  for (const name of names) for (const [key, value] of tables[name].rows()) writer.put(name, key, value);
  const stored = JSON.parse(tables.metadata.get(METADATA_KEY)?.toString() ?? '{}') as SnapshotMetadata;
  const digests = { ...stored.tables, ...writer.digests(names) };
  const metadata = { ...stored, tables: digests, digest: contentDigest(digests).toString('hex') };
  tables.metadata.put(METADATA_KEY, Buffer.from(JSON.stringify(metadata)));
  for (const [key, value] of tables.metadata.rows()) writer.put('metadata', key, value);
  await writer.finish();
  renameSync(join(directory, 'snapshot'), path);
  rmSync(directory, { recursive: true });
}
