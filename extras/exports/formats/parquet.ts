import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../../src/files/index.ts';
import type { OutputFile } from '../exported-company.ts';
import { COMPANY_TABLES, FORMER_IDS, type Cell, type Column, type Table } from '../tables.ts';
import type { FileKind, Format } from './format.ts';

/** The rows of a group wait in memory until it is written. Readers divide their work by groups. */
const GROUP_ROWS = 20_000;

/** The first room for a group; it grows where a group needs more. */
const GROUP_BYTES = 64 * 1024;

const DAY_MS = 86_400_000;

/** The columns of the file; a list has three nested ones. */
function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [{ name: 'schema', num_children: columns.length }, ...columns.flatMap((column) => elementsOf(column))];
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

/** The types of Parquet. */
const TYPES: Readonly<Record<Exclude<Column['type'], 'list'>, Omit<SchemaElement, 'name'>>> = {
  string: TEXT,
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT32' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  datetime: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

function elementsOf({ name, type, isRequired }: Column): SchemaElement[] {
  const repetition_type = isRequired === true ? 'REQUIRED' : 'OPTIONAL';
  if (type !== 'list') return [{ name, repetition_type, ...TYPES[type] }];
  return [
    { name, repetition_type, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...TEXT },
  ];
}

/** The value as the writer wants it. */
function valueOf(cell: Cell, { type }: Column): unknown {
  if (cell === undefined) return undefined;
  if (type === 'date') return Date.parse(cell as string) / DAY_MS;
  return type === 'datetime' ? new Date(cell as string) : cell;
}

/** A file that is written group by group. */
interface OpenParquet {
  readonly parquet: ParquetWriter;
  /** Bytes not yet written to the file. */
  readonly bytes: ByteWriter;
  readonly descriptor: number;
}

class ParquetFile<Item> implements OutputFile<Item> {
  readonly #path: string;
  readonly #table: Table<Item>;
  readonly #generation: string;
  readonly #values: unknown[][];
  #waiting = 0;
  #rows = 0;
  #file: OpenParquet | undefined;

  constructor(path: string, table: Table<Item>, generation: string) {
    this.#path = path;
    this.#table = table;
    this.#generation = generation;
    this.#values = table.columns.map(() => []);
  }

  add(item: Item): void {
    const { columns } = this.#table;
    for (const cells of this.#table.rowsOf(item)) {
      for (const [i, column] of columns.entries()) this.#values[i]?.push(valueOf(cells[i], column));
      this.#waiting++;
      this.#rows++;
    }
  }

  settle(): undefined {
    if (this.#waiting >= GROUP_ROWS) this.#writeGroup();
  }

  async close(): Promise<number> {
    if (this.#waiting > 0) this.#writeGroup();
    const file = this.#file;
    if (file === undefined) return 0;
    await file.parquet.finish();
    flush(file);
    this.discard();
    return this.#rows;
  }

  discard(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file.descriptor);
  }

  #writeGroup(): void {
    this.#file ??= this.#open();
    const columnData = this.#table.columns.map(({ name }, i) => ({ name, data: this.#values[i] ?? [] }));
    // Nothing in memory is waited for.
    void this.#file.parquet.write({ columnData, rowGroupSize: this.#waiting });
    flush(this.#file);
    for (const values of this.#values) values.length = 0;
    this.#waiting = 0;
  }

  #open(): OpenParquet {
    makeFolder(dirname(this.#path));
    const descriptor = openSync(this.#path, 'w');
    const bytes = new ByteWriter(GROUP_BYTES);
    const parquet = new ParquetWriter({
      writer: bytes,
      schema: schemaOf(this.#table.columns),
      kvMetadata: [{ key: 'generation', value: this.#generation }],
      createdBy: 'openfirma, with hyparquet-writer',
    });
    return { parquet, bytes, descriptor };
  }
}

function flush({ bytes, descriptor }: OpenParquet): void {
  writeFileSync(descriptor, bytes.getBytes());
  bytes.index = 0;
}

function parquetKind<Item>(table: Table<Item>): FileKind<Item> {
  const { name, title } = table;
  return { name, title, table, open: (path, generation) => new ParquetFile(path, table, generation) };
}

/** Tables with types, by columns, for programs that analyse them. */
export const PARQUET: Format = {
  name: 'parquet',
  title: 'Apache Parquet',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  fileType: 'PARQUET',
  perCountry: COMPANY_TABLES.map((table) => parquetKind(table)),
  forAll: [parquetKind(FORMER_IDS)],
};
