import { zstdCompressSync, gzipSync } from 'node:zlib';
import { ParquetWriter, fileWriter, type SchemaElement } from 'hyparquet-writer';

/** The types of columns that registers publish. */
const TYPES = {
  VARCHAR: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  BIGINT: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  DATE: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
} as const satisfies Record<string, Omit<SchemaElement, 'name'>>;
export type ParquetType = keyof typeof TYPES;

const VALUES: Readonly<Record<ParquetType, (text: string) => unknown>> = {
  VARCHAR: (text) => text,
  BIGINT: BigInt,
  DOUBLE: Number,
  BOOLEAN: (text) => text === 'true',
  DATE: (text) => Date.parse(text) / 86_400_000,
  TIMESTAMP: (text) => new Date(`${text}Z`),
};

interface Writing {
  readonly groupRows?: number;
  readonly codec?: 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP' | 'ZSTD';
  /** The approximate number of bytes in a page. */
  readonly pageSize?: number;
}

/** Writes a Parquet file for tests. An empty text is a null. */
export async function writeParquet(
  path: string,
  columns: Readonly<Record<string, ParquetType>>,
  rows: readonly (readonly string[])[],
  { groupRows = 1000, codec = 'SNAPPY', pageSize }: Writing = {},
): Promise<void> {
  const names = Object.entries(columns);
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [
      { name: 'schema', num_children: names.length },
      ...names.map(([name, type]): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[type] })),
    ],
    codec,
    compressors: { GZIP: (bytes) => gzipSync(bytes), ZSTD: (bytes) => zstdCompressSync(bytes) },
  });
  const columnData = names.map(([name, type], at) => ({
    name,
    data: rows.map((row) => (row[at] === undefined || row[at] === '' ? undefined : VALUES[type](row[at]))),
  }));
  await writer.write({ columnData, rowGroupSize: groupRows, ...(pageSize !== undefined && { pageSize }) });
  await writer.finish();
}
