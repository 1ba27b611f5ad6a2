/** The result of each row of a list, the choices of the visitor, and the table to download. Works without a DOM. */
import { cellText, withoutFormula } from '../../../model/tables/delimited.ts';
import type { Candidate } from './service.ts';
import type { Table } from './table.ts';

export interface MatchedRow {
  readonly cells: readonly string[];
  readonly candidates: readonly Candidate[];
  /** The index of the chosen candidate; -1 for none. */
  chosen: number;
  isChecked: boolean;
}

export const KINDS = ['doubtful', 'certain', 'without', 'all'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a row is of a kind. @param doubtfulMin the minimum score of a doubtful row, in percent */
export function isOfKind({ candidates: [best] }: MatchedRow, kind: Kind, doubtfulMin: number): boolean {
  if (kind === 'all') return true;
  if (best?.match === true) return kind === 'certain';
  return kind === ((best?.score ?? 0) >= doubtfulMin ? 'doubtful' : 'without');
}

/** The properties that the download adds to each company. */
export const ADDED_PROPERTIES = ['number', 'locality', 'country', 'state'] as const;

/** The values of each further candidate in the download. */
const CANDIDATE_COLUMNS = ['id', 'name', 'description', 'score'] as const;

/** Returns the table with the result of each row, beginning with a byte order mark. Formulas are written as texts. */
export function downloadText(
  { header, separator = ',' }: Table,
  rows: readonly MatchedRow[],
  properties: ReadonlyMap<string, Readonly<Record<string, string>>>,
  candidatesMax: number,
): string {
  const next = Array.from({ length: candidatesMax - 1 }, (_, i) =>
    CANDIDATE_COLUMNS.map((what) => `candidate_${i + 2}_${what}`),
  );
  const added = [
    'company_id',
    'company_name',
    ...ADDED_PROPERTIES.map((name) => `company_${name}`),
    'match_score',
    'match_certain',
    'match_reason',
    ...next.flat(),
    'match_checked',
  ];
  const all = [[...header, ...added], ...rows.map((row) => [...row.cells, ...toCells(row, properties, candidatesMax)])];
  const lines = all.map((cells) => cells.map((cell) => cellText(withoutFormula(cell), separator)).join(separator));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function toCells(
  { candidates, chosen, isChecked }: MatchedRow,
  properties: ReadonlyMap<string, Readonly<Record<string, string>>>,
  candidatesMax: number,
): string[] {
  const company = candidates[chosen];
  const others = candidates.filter((candidate) => candidate !== company).slice(0, candidatesMax - 1);
  const values = properties.get(company?.id ?? '') ?? {};
  const next = Array.from({ length: candidatesMax - 1 }, (_, i) => {
    const candidate: Partial<Candidate> = others[i] ?? {};
    return CANDIDATE_COLUMNS.map((what) => String(candidate[what] ?? ''));
  });
  return [
    company?.id ?? '',
    company?.name ?? '',
    ...ADDED_PROPERTIES.map((name) => values[name] ?? ''),
    String(company?.score ?? ''),
    String(company?.match ?? false),
    company?.reason ?? (candidates.length === 0 ? 'no similar name' : 'none of the candidates'),
    ...next.flat(),
    String(isChecked),
  ];
}
