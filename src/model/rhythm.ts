import type { RegisterFacts } from './data-facts.ts';

/** How old the data of a register may become, in days, before that is an alarm. */
export interface Rhythm {
  /** The newest line or file: how often the register is renewed, and some grace. */
  readonly newestDays: number;
  /**
   * The oldest line, where every company is asked again in turn. Absent where lines are not asked again, or have the day of the
   * company's last change.
   */
  readonly oldestDays?: number;
}

/** Data of a register that is older than its rhythm allows. */
export interface Overdue {
  /** The newest of all lines and files, or the oldest line. */
  readonly which: 'newest' | 'oldest';
  readonly date: string;
  readonly days: number;
  readonly daysMax: number;
}

const DAY_MS = 86_400_000;

/** Days from one calendar day to another, never less than none. */
export function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));
}

/** What of a register is overdue on a day; nothing where it has no rhythm, or no dates. */
export function overdueOf(facts: RegisterFacts, today: string): Overdue[] {
  const {
    as_of_first: oldest,
    as_of_last: last,
    published,
    newest_days_max: newestMax,
    oldest_days_max: oldestMax,
  } = facts;
  const newest = [last, published]
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);
  const overdue: Overdue[] = [];
  const check = (which: Overdue['which'], date: string | undefined, daysMax: number | undefined): void => {
    if (date === undefined || daysMax === undefined) return;
    const days = daysBetween(date, today);
    if (days > daysMax) overdue.push({ which, date, days, daysMax });
  };
  check('newest', newest, newestMax);
  check('oldest', oldest, oldestMax);
  return overdue;
}
