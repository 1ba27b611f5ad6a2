import { ParquetWriter, fileWriter, type SchemaElement } from 'hyparquet-writer';
import { dirname } from 'node:path';
import { makeFolder } from '../../../src/files/index.ts';
import { COMPANY_TABLES, FORMER_IDS } from './tables.ts';
import type { Column, FileKind, Format, Table } from './format.ts';

/** Number of rows in a group. They are kept in memory until the group is written. Readers divide their work by groups. */
const GROUP_ROWS = 20_000;

const DAY_MS = 86_400_000;

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

const TYPES: Readonly<Record<Exclude<Column['type'], 'list'>, Omit<SchemaElement, 'name'>>> = {
  string: TEXT,
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT32' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  // Without the logical type DuckDB reads a time without a zone, which other programs take for local time.
  datetime: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

function toSchemaElements({ name, type, isRequired }: Column): SchemaElement[] {
  const repetition_type = isRequired === true ? 'REQUIRED' : 'OPTIONAL';
  if (type !== 'list') return [{ name, repetition_type, ...TYPES[type] }];
  return [
    { name, repetition_type, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...TEXT },
  ];
}

/** Converts a cell to the type that the writer takes. */
function toCellValue(cell: unknown, { type }: Column): unknown {
  if (cell === undefined) return undefined;
  if (type === 'date') return Date.parse(cell as string) / DAY_MS;
  return type === 'datetime' ? new Date(cell as string) : cell;
}

function parquetKind<Item>(table: Table<Item>): FileKind<Item> {
  const { name, title, columns } = table;
  return {
    name,
    title,
    table,
    open(path, generation) {
      const values: unknown[][] = columns.map(() => []);
      let waiting = 0;
      let rows = 0;
      let parquet: ParquetWriter | undefined;
      const writeGroup = (): void => {
        parquet ??= openParquet(path, columns, generation);
        const columnData = columns.map((column, i) => ({ name: column.name, data: values[i] ?? [] }));
        // The writer of a file is synchronous.
        void parquet.write({ columnData, rowGroupSize: waiting });
        for (const column of values) column.length = 0;
        waiting = 0;
      };
      return {
        add(item) {
          for (const row of table.toRows(item)) {
            for (const [i, column] of columns.entries()) values[i]?.push(toCellValue(row[column.name], column));
            waiting++;
            rows++;
          }
          if (waiting >= GROUP_ROWS) writeGroup();
          return undefined;
        },
        async close() {
          if (waiting > 0) writeGroup();
          await parquet?.finish();
          return rows;
        },
      };
    },
  };
}

function openParquet(path: string, columns: readonly Column[], generation: string): ParquetWriter {
  makeFolder(dirname(path));
  return new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.flatMap(toSchemaElements)],
    kvMetadata: [{ key: 'generation', value: generation }],
    createdBy: 'openfirma, with hyparquet-writer',
  });
}

/** Tables with types, stored by columns, for analysis. */
export const PARQUET: Format = {
  name: 'parquet',
  title: 'Apache Parquet',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  fileType: 'PARQUET',
  perCountry: COMPANY_TABLES.map((table) => parquetKind(table)),
  forAll: [parquetKind(FORMER_IDS)],
};
