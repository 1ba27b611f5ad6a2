import { addressOf, cellOf, type CsvRow } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';

/** The parts of a building, with the usual abbreviations in front. */
const PARTS = [
  ['ADR_BLOC', 'bl.'],
  ['ADR_SCARA', 'sc.'],
  ['ADR_ETAJ', 'et.'],
  ['ADR_APARTAMENT', 'ap.'],
] as const;

/**
 * The seat of a firm, without its country. A branch of a foreign firm has none. ADR_COMPLETARE is not read: it is free text, which may
 * name a person.
 */
export function addressIn(row: CsvRow): CompanyAddress | undefined {
  if (cellOf(row, 'TARA_FIRMA_MAMA') !== undefined) return undefined;
  const [street = '', number = ''] = ['ADR_DEN_STRADA', 'ADR_NR_STRADA'].map((column) => cellOf(row, column));
  const parts = PARTS.flatMap(([column, short]) => {
    const part = cellOf(row, column);
    return part === undefined ? [] : `${short} ${part}`;
  });
  return addressOf({
    street: [`${street} ${number}`, ...parts].join(', '),
    postal_code: cellOf(row, 'ADR_COD_POSTAL'),
    locality: cellOf(row, 'ADR_LOCALITATE'),
    region: cellOf(row, 'ADR_JUDET'),
  });
}
