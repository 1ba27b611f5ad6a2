import { createLayouts, toColumns } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

const { companies, activities, extracts, answers: responses, basics } = columns;

export const KINDS = {
  ...createLayouts({ csv: { delimiter: ',' } }, { companies, activities }),
  extracts: { xml: { records: 'Ares_odpovedi.Odpoved' }, ...toColumns(extracts) },
  ...createLayouts({ json: {} }, { answers: responses, basics }),
};
