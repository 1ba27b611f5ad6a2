import { cellOf, isDate, type CsvRow, type JoinedRecord } from '../../importer/index.ts';
import { collapseWhiteSpace } from '../../model/index.ts';

/** The kinds of rows that are joined, in the order in which a group gives them. */
export const JOINED = ['companies', 'names', 'forms', 'activities', 'addresses'] as const;
export type JoinedKind = (typeof JOINED)[number];

/** A row as it is joined; a text is empty where nothing is published. */
export interface HeldRow {
  readonly value: string;
  readonly label: string;
  /** The place among those of its kind: 0 is the main one. */
  readonly place: string;
  readonly from: string;
  /** The end of what a row says, which only names may have. */
  readonly until: string;
}

const COLUMNS: Readonly<Record<JoinedKind, readonly [value: string, label: string]>> = {
  companies: ['CVRNummer', 'status'],
  names: ['vaerdi', ''],
  forms: ['vaerdi', 'vaerdiTekst'],
  activities: ['vaerdi', 'vaerdiTekst'],
  addresses: ['AdresseringAnvendelse', 'CVRAdresse_landekode'],
};

/** What is joined of a row. */
export function heldOf(kind: JoinedKind, row: CsvRow): HeldRow {
  const [value, label] = COLUMNS[kind];
  const text = (column: string): string => collapseWhiteSpace(cellOf(row, column) ?? '');
  const [from = '', until = ''] = ['virkningFra', 'virkningTil'].map((column) => {
    const day = text(column).slice(0, 10);
    return isDate(day) ? day : '';
  });
  return { value: text(value), label: text(label), place: text('sekvens'), from, until };
}

/** Reads what {@linkcode heldOf} gave. */
export function heldIn({ text }: JoinedRecord): HeldRow {
  return JSON.parse(text) as HeldRow;
}

/** The row that began last; of those of one day, that of the newest file. */
export function latestOf(rows: readonly HeldRow[]): HeldRow | undefined {
  let latest: HeldRow | undefined;
  for (const row of rows) if (latest === undefined || row.from > latest.from) latest = row;
  return latest;
}
