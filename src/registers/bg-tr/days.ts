import { daysBetween } from '../../importer/index.ts';

/** The most days in a row without a file on account of holidays. */
const HOLIDAYS_MAX = 7;

const SUNDAY = 0;

/** The days with files, and those that may be missing. */
export interface Days {
  readonly last?: string;
  /** Days between the first and the last that the publisher lists and the inputs lack. */
  readonly listed: readonly string[];
  /** Before the first listed day: days without a file that are not Sundays, so gaps or holidays. */
  readonly unlisted: readonly string[];
  /** The last day before the first certain gap: a listed day, or more than HOLIDAYS_MAX days. */
  readonly beforeGap?: string;
}

/**
 * The days without a file between the first and the last.
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
    const between = daysBetween(before, day).slice(1, -1);
    const missing = between.filter((one) => list.has(one));
    if (missing.length > 0 || between.filter((one) => one < listedSince).length > HOLIDAYS_MAX) beforeGap ??= before;
    listed.push(...missing);
    unlisted.push(...between.filter((one) => one < listedSince && new Date(one).getUTCDay() !== SUNDAY));
  }
  const last = days.at(-1);
  return { ...(last !== undefined && { last }), listed, unlisted, ...(beforeGap !== undefined && { beforeGap }) };
}
