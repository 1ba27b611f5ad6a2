import { columnsOf, kindsOf } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

const { companies, activities, extracts, answers, basics } = columns;

export const KINDS = {
  ...kindsOf({ csv: { delimiter: ',' } }, { companies, activities }),
  extracts: { xml: { records: 'Ares_odpovedi.Odpoved' }, ...columnsOf(extracts) },
  ...kindsOf({ json: {} }, { answers, basics }),
};
