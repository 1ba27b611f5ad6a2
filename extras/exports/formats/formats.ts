import { CSV } from './csv.ts';
import type { Format, FormatName } from './format.ts';
import { FTM } from './ftm.ts';
import { NDJSON } from './ndjson.ts';
import { PARQUET } from './parquet.ts';

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  csv: CSV,
  ndjson: NDJSON,
  parquet: PARQUET,
  ftm: FTM,
};
