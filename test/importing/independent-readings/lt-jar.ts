import { registryNumber, rowsOf, type Reader } from './raw.ts';

/** The states by the codes that readings needed. */
const STATES: Readonly<Record<string, string>> = {
  '0': 'active',
  '1': 'active',
  '4': 'insolvent',
  '5': 'insolvent',
  '7': 'in_liquidation',
  '10': 'closed',
};

export const read: Reader = (files) =>
  files.flatMap((file) =>
    rowsOf(file, { delimiter: '|' }).map((row) => ({
      name: row['ja_pavadinimas'],
      company_status: row['isreg_data'] ? 'Išregistruotas' : row['stat_pavadinimas'],
      company_type: row['form_kodas'],
      legal_form: row['form_pavadinimas'],
      as_of_date: row['formavimo_data'],
      identifiers: [registryNumber(row['ja_kodas'] ?? '', 'LT')],
      state: row['isreg_data'] ? 'closed' : STATES[row['stat_kodas'] ?? ''],
      registered_on: row['ja_reg_data']?.replace('0001-01-01', ''),
      closed_on: row['isreg_data'],
      address: /^(Individuali|Užsienio)/.test(row['form_pavadinimas'] ?? '')
        ? undefined
        : { text: row['adresas']?.replace(/^c\/o [^,]*, /, '') },
    })),
  );
