import { registryNumber, rowsOf, type Reader } from './raw.ts';

export const read: Reader = (files) =>
  files.flatMap((file) =>
    rowsOf(file, { delimiter: '|' }).map((row) => ({
      name: row['ja_pavadinimas'],
      company_status: row['isreg_data'] ? 'Išregistruotas' : row['stat_pavadinimas'],
      company_type: row['form_kodas'],
      legal_form: row['form_pavadinimas'],
      as_of_date: row['formavimo_data'],
      identifiers: [registryNumber(row['ja_kodas'] ?? '', 'LT')],
    })),
  );
