import { columnsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

/** The columns that are taken of the sheet of companies. The status is only in older files. */
export const COLUMN = columns.taken;

export const KINDS = {
  companies: { xlsx: true, ...columnsOf({ ...columns.companies, taken: Object.values(COLUMN) }) },
  activities: { xlsx: true, ...columnsOf(columns.activities) },
} as const;
