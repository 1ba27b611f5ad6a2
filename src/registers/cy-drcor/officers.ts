import {
  cellOf,
  nonEmpty,
  officerSource,
  present,
  type CsvRow,
  type ImportRun,
  type JoinedRecord,
} from '../../importer/index.ts';
import type { LineOfficer } from '../../model/index.ts';
import { SHOWN_POSITIONS } from './codes.ts';
import { keyOf } from './company.ts';

const SYSTEM = 'Τμήμα Εφόρου Εταιρειών και Διανοητικής Ιδιοκτησίας';

/** An official as it is joined. */
type HeldOfficial = readonly [name: string, position: string];

/** A row of officials as a text that {@linkcode officersOf} reads; undefined where it is not shown, which is counted. */
export function textOfOfficial(row: CsvRow, run: ImportRun): string | undefined {
  const name = cellOf(row, 'PERSON_OR_ORGANISATION_NAME');
  const position = cellOf(row, 'OFFICIAL_POSITION');
  const key = keyOf((column) => cellOf(row, column));
  run.code('OFFICIAL_POSITION', position, 'left out');
  if (position === undefined || !SHOWN_POSITIONS.has(position)) {
    run.report.drop(`officers: ${position ?? 'no position'} is not shown`, key);
  } else if (name === undefined || !/\p{L}/u.test(name)) {
    // Some are telephone numbers.
    run.report.drop('officers: a name without a letter', key);
  } else {
    const held: HeldOfficial = [name, position];
    return JSON.stringify(held);
  }
  return undefined;
}

/** The officers of a company in the order of their rows: one name with several positions is one officer with several roles. */
export function officersOf(records: readonly JoinedRecord[], observed: string | undefined): LineOfficer[] {
  const officers = new Map<string, Set<string>>();
  for (const { text } of records) {
    const [name, position] = JSON.parse(text) as HeldOfficial;
    officers.set(name, (officers.get(name) ?? new Set()).add(position));
  }
  return Array.from(officers, ([name, roles]) =>
    present<LineOfficer>({ name, roles: nonEmpty(roles), source: officerSource(SYSTEM, observed) }),
  );
}
