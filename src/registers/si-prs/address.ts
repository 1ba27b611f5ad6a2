import { addressOf, cellOf, type CsvRow } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';

/** The address of a subject, without its country. House numbers have zeros in front: `004` is 4, with the addition `a` 4a. */
export function addressIn(row: CsvRow): CompanyAddress | undefined {
  const number = cellOf(row, 'Hišna št')?.replace(/^0+(?=\d)/, '') ?? '';
  const addition = cellOf(row, 'Hišna št  dodatek') ?? cellOf(row, 'Hišna št dodatek') ?? '';
  return addressOf({
    street: `${cellOf(row, 'Ulica') ?? ''} ${number}${addition}`,
    postal_code: cellOf(row, 'Poštna št'),
    locality: cellOf(row, 'Naselje'),
  });
}
