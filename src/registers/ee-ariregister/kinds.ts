import { columnsOf, kindsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

const { basic, ...ofTrees } = columns;

/** The basic data in both layouts, of 7 columns in 2022 and 17 in 2026; the others are bare arrays. */
export const KINDS = {
  basic: { csv: { delimiter: ';' }, ...columnsOf(basic) },
  ...kindsOf({ json: {} }, ofTrees),
};
