const DAY_MS = 86_400_000;

/** More days in a row without a file than holidays make. */
const HOLIDAYS_MAX = 7;

/** The days that files are there for, and those that may be missing. */
export interface Days {
  readonly last?: string;
  /** Days between the first and the last on which the register works as a rule, without a file: gaps, or holidays. */
  readonly workdaysWithout: readonly string[];
  /** The last day before the first stretch that no holidays explain; absent where there is none. */
  readonly beforeGap?: string;
}

/** Says which days lie between those of the files without one of their own. */
export function daysOf(given: Iterable<string>): Days {
  const days = [...new Set(given)].toSorted();
  const workdaysWithout: string[] = [];
  let beforeGap: string | undefined;
  for (const [position, day] of days.slice(1).entries()) {
    const before = days[position] ?? day;
    const between = daysBetween(before, day);
    if (between.length > HOLIDAYS_MAX) beforeGap ??= before;
    workdaysWithout.push(...between.filter(isWorkday));
  }
  const last = days.at(-1);
  return { ...(last !== undefined && { last }), workdaysWithout, ...(beforeGap !== undefined && { beforeGap }) };
}

function daysBetween(before: string, after: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(before) + DAY_MS; at < Date.parse(after); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, before.length));
  }
  return days;
}

function isWorkday(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday > 0 && weekday < 6;
}
