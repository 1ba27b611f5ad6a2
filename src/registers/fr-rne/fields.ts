import { columnsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

export const RECORD = columnsOf(columns);

/** The kind of the requests for differences; paths in their responses begin with it. */
export const PAGE = 'page';
const inPages = (fields: readonly string[]): string[] => fields.map((field) => `${PAGE}.company.${field}`);

export const KINDS = {
  /** The files in the zip of the stock, each an array. */
  stock: { json: {}, ...RECORD },
  /** The daily differences, as `fetch` keeps them. */
  differences: { answers: true, required: [], taken: inPages(RECORD.taken), ignored: inPages(RECORD.ignored) },
} as const;
