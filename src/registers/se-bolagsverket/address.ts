import { addressOf, countryCode, type CsvRow, type ImportRun } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';
import { nameIn, textOf } from './row.ts';

/** Branches of foreign companies, whose head office is abroad, and simple partnerships, whose partners have the address. */
const WITHOUT_ADDRESS = new Set(['BFL-ORGFO', 'EB-ORGFO', 'FL-ORGFO']);

/** The registered address: `street$c/o$town$postal code$country`. The name behind c/o is not taken. */
export function addressIn(row: CsvRow, run: ImportRun): CompanyAddress | undefined {
  if (WITHOUT_ADDRESS.has(textOf(row, 'organisationsform') ?? '')) return undefined;
  const parts = textOf(row, 'postadress')
    ?.split('$')
    .map((part) => (part === 'null' ? '' : nameIn(part)));
  if (parts === undefined) return undefined;
  if (parts.length !== 5) return run.report.note('postadress without five parts, skipped', `record ${row.record}`);
  const [street, , locality, postal_code, country = ''] = parts;
  const country_code = countryCode(run, 'postadress', country.replace(/-LAND$/, '') || undefined);
  return addressOf({ street, postal_code, locality, country_code });
}
