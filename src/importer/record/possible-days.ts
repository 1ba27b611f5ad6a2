import type { CompanyName, LineOfficer, RegisterLine } from '../../model/index.ts';
import type { ImportReport } from '../report.ts';
import { isDate } from './details.ts';

/** The first day that a register may have, unless its declaration names a later one: the oldest companies with a register are as old. */
const FIRST_DAY = '1600-01-01';

/** Terms of office may end in the future, but not later than a life lasts: `9999-12-31` stands for no end. */
const TERM_YEARS_MAX = 100;
/** Officers may be appointed for a day to come, such as the next business year. */
const APPOINTED_YEARS_MAX = 1;

/** The days that a register can have published in its files. */
export interface PossibleDays {
  /** A day before it is a placeholder: the register, and those it continues, did not exist yet. */
  readonly first: string;
  /** The day of the files, and one more, because a file of one evening in UTC may have the next day of its country. */
  readonly last: string;
}

/**
 * Returns the possible days.
 * @param fileDay the latest day of the files, YYYY-MM-DD: from their names, their downloads, or the day of the import
 * @param firstDay the first possible day that the declaration names
 */
export function possibleDays(fileDay: string, firstDay = FIRST_DAY): PossibleDays {
  const next = new Date(Date.parse(fileDay) + 86_400_000);
  return { first: firstDay, last: next.toISOString().slice(0, 10) };
}

/**
 * Returns the line without days that cannot be: later than the file, or before the register can have existed. Each is counted under the
 * name of its field. Ends of terms may lie ahead; an officer whose term ended on an impossible early day is dropped, because without the
 * day he would look current.
 */
export function withPossibleDays(
  line: RegisterLine,
  { first, last }: PossibleDays,
  report: ImportReport,
): RegisterLine {
  const isPossible = (field: string, day: string | undefined, until: string): boolean => {
    // What is no day at all is refused by the rules of lines.
    if (day === undefined || (day >= first && day <= until) || !isDate(day)) return true;
    const why = day < first ? 'is before the register can have existed' : 'is later than the file';
    report.note(`${field} ${why}, skipped`, day);
    return false;
  };
  const checked: { -readonly [Field in keyof RegisterLine]: RegisterLine[Field] } = { ...line };
  for (const field of ['as_of_date', 'registered_on', 'closed_on'] as const)
    if (!isPossible(field, line[field], last)) delete checked[field];
  for (const field of ['former_names', 'other_names'] as const) {
    const names = line[field];
    if (names !== undefined)
      checked[field] = names.map((name) =>
        withPossibleTimes(name, (end, day) => isPossible(`${field}.${end}`, day, last)),
      );
  }
  if (line.officers === undefined) return checked;
  const [appointed, resigned] = [yearsAfter(last, APPOINTED_YEARS_MAX), yearsAfter(last, TERM_YEARS_MAX)];
  checked.officers = line.officers.flatMap((officer): LineOfficer[] => {
    const { appointed_on: from, resigned_on: until, ...rest } = officer;
    const hasStart = isPossible('officers.appointed_on', from, appointed);
    const hasEnd = isPossible('officers.resigned_on', until, resigned);
    if (hasStart && hasEnd) return [officer];
    if (!hasEnd && until !== undefined && until < first) return [];
    return [
      {
        ...rest,
        ...(hasStart && from !== undefined && { appointed_on: from }),
        ...(hasEnd && until !== undefined && { resigned_on: until }),
      },
    ];
  });
  return checked;
}

function withPossibleTimes(
  name: CompanyName,
  isPossible: (end: 'from' | 'until', day: string | undefined) => boolean,
): CompanyName {
  const [hasStart, hasEnd] = [isPossible('from', name.from), isPossible('until', name.until)];
  if (hasStart && hasEnd) return name;
  const { from, until, ...rest } = name;
  return { ...rest, ...(hasStart && from !== undefined && { from }), ...(hasEnd && until !== undefined && { until }) };
}

function yearsAfter(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}
