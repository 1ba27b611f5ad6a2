import { registryNumber, rowsOf, type Reader } from './raw.ts';

export const read: Reader = (files) =>
  files.flatMap((file) =>
    rowsOf(file).map((row) => ({
      name: row['company_name'],
      company_status: row['company_status'],
      company_type: row['company_type_code'],
      legal_form: row['company_type'],
      identifiers: [registryNumber(row['company_num'] ?? '', 'IE')],
      classifications: row['nace_v2_code']
        ? [{ scheme: 'NACE Rev. 2', code: row['nace_v2_code'], is_primary: true }]
        : [],
    })),
  );
