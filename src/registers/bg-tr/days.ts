const DAY_MS = 86_400_000;

/** More days in a row without a file than holidays make. */
const HOLIDAYS_MAX = 7;

/** The days that files are there for, and those that may be missing. */
export interface Days {
  readonly last?: string;
  /** Days between the first and the last that are listed by the publisher and have no file here. */
  readonly listed: readonly string[];
  /** Of the time that no list is known of: the days but Sundays without a file. Gaps, or holidays. */
  readonly unlisted: readonly string[];
  /** The last day before the first gap that is certain: a listed day, or more in a row than holidays make. */
  readonly beforeGap?: string;
}

/**
 * Says which days lie between those of the files without one of their own.
 * @param list the days that the publisher lists, from the newest back to where its pages were read
 */
export function daysOf(given: Iterable<string>, list: ReadonlySet<string>): Days {
  const days = [...new Set(given)].toSorted();
  const [listedSince = '~'] = [...list].toSorted();
  const listed: string[] = [];
  const unlisted: string[] = [];
  let beforeGap: string | undefined;
  for (const [position, day] of days.slice(1).entries()) {
    const before = days[position] ?? day;
    const between = daysBetween(before, day);
    const missing = between.filter((one) => list.has(one));
    if (missing.length > 0 || between.filter((one) => one < listedSince).length > HOLIDAYS_MAX) beforeGap ??= before;
    listed.push(...missing);
    unlisted.push(...between.filter((one) => one < listedSince && !isSunday(one)));
  }
  const last = days.at(-1);
  return { ...(last !== undefined && { last }), listed, unlisted, ...(beforeGap !== undefined && { beforeGap }) };
}

function daysBetween(before: string, after: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(before) + DAY_MS; at < Date.parse(after); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, before.length));
  }
  return days;
}

function isSunday(day: string): boolean {
  return new Date(day).getUTCDay() === 0;
}
