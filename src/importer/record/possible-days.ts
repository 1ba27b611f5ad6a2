import type { CompanyName, LineOfficer, RegisterLine } from '../../model/index.ts';
import type { ImportReport } from '../report.ts';
import { dayAfter, isDate } from './details.ts';

/**
 * The first possible day, unless the declaration of a register names a later one. Registers also have days of foundation: the oldest
 * corporation of Europe, the University of Bologna, is of 1088, and chartered bodies of the British register are older than 1600.
 */
const FIRST_DAY = '1088-01-01';

/** No officer of today was appointed a hundred years ago: 1900-01-01 means an unknown day. */
const OFFICE_YEARS_MAX = 100;

/** Laws on companies allow terms of office of at most six years: 2096 is mistyped, and 9999 means no end. */
const TERM_YEARS_MAX = 10;

/** An officer may be appointed, and a company or a name may end, on a day to come, such as the first of the next business year. */
const AHEAD_YEARS_MAX = 1;

/** The days that a register can have published in its files. */
export interface PossibleDays {
  /** A day of a company before it is a placeholder: the register, and those it continues, did not exist yet. */
  readonly first: string;
  readonly firstOfOffices: string;
  /** The day of the files, and one more, because a file of one evening in UTC may have the next day of its country. */
  readonly last: string;
  readonly lastAhead: string;
  readonly lastOfTerms: string;
}

/**
 * Returns the possible days.
 * @param fileDay the latest day of the files, YYYY-MM-DD: from their names, their downloads, or the day of the import
 * @param firstDay the first possible day that the declaration names
 */
export function possibleDays(fileDay: string, first = FIRST_DAY): PossibleDays {
  const last = dayAfter(fileDay, 1);
  const [firstOfOffices, lastAhead, lastOfTerms] = [-OFFICE_YEARS_MAX, AHEAD_YEARS_MAX, TERM_YEARS_MAX].map(
    (years) => `${Number(last.slice(0, 4)) + years}${last.slice(4)}`,
  ) as [string, string, string];
  return { first, firstOfOffices, last, lastAhead, lastOfTerms };
}

/** A line, a name or an officer, as far as its days matter. */
type Dated<Field extends string> = { [Name in Field]?: string };

/**
 * Removes days that cannot be from a line: later than the file, or before the register can have existed. Each is counted under the name of
 * its field. Ends may lie ahead; an officer whose term ended on an impossible early day is dropped, because without the day he would look
 * current.
 */
export function withPossibleDays(line: RegisterLine, days: PossibleDays, report: ImportReport): RegisterLine {
  const { first, firstOfOffices, last, lastAhead, lastOfTerms } = days;
  const isPossible = (field: string, day: string, from: string, until: string): boolean => {
    // What is not a day is refused by the rules of lines.
    if ((day >= from && day <= until) || !isDate(day)) return true;
    const why = day < from ? 'is before the register can have existed' : 'is later than the file';
    report.note(`${field} ${why}, skipped`, day);
    return false;
  };
  /** Returns whether a day was removed. Days are removed in place, because nearly all lines keep theirs. */
  const remove = <F extends string>(of: Dated<F>, field: F, at: string, from: string, until: string): boolean => {
    const day = of[field];
    if (day === undefined || isPossible(at + field, day, from, until)) return false;
    delete of[field];
    return true;
  };
  const checkNames = (names: CompanyName[], at: string): void => {
    for (const name of names) {
      remove(name, 'from', at, FIRST_DAY, last);
      remove(name, 'until', at, FIRST_DAY, lastAhead);
    }
  };
  const staysOfficer = (officer: LineOfficer): boolean => {
    remove(officer, 'appointed_on', 'officers.', firstOfOffices, lastAhead);
    const end = officer.resigned_on;
    return !remove(officer, 'resigned_on', 'officers.', firstOfOffices, lastOfTerms) || (end ?? '') > last;
  };
  remove(line, 'as_of_date', '', FIRST_DAY, last);
  remove(line, 'registered_on', '', first, last);
  remove(line, 'closed_on', '', first, lastAhead);
  if (line.former_names !== undefined) checkNames(line.former_names, 'former_names.');
  if (line.other_names !== undefined) checkNames(line.other_names, 'other_names.');
  if (line.officers !== undefined) {
    const left = line.officers.filter((officer) => !staysOfficer(officer));
    if (left.length > 0) line.officers = line.officers.filter((officer) => !left.includes(officer));
  }
  return line;
}
