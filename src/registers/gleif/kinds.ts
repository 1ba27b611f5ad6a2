import { createLayouts, toColumns } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };

const { records, authorities, forms } = columns;

/**
 * LEI records in any edition, by the column names of the CSV, and the two code lists as `fetch gleif-lists` stores them. The JSON edition
 * is the same tree as the XML edition, with texts under `$` and attributes under `@`.
 */
export const KINDS = {
  records: {
    json: { recordsAt: 'records' },
    csv: { delimiter: ',' },
    xml: { records: 'LEIData.LEIRecords.LEIRecord', shared: ['LEIData.LEIHeader.ContentDate'] },
    ...toColumns(records),
  },
  ...createLayouts({ json: {}, isCodeList: true } as const, { authorities, forms }),
};
