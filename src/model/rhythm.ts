import type { RegisterFacts } from './data-facts.ts';

/** Maximum age of a register's data, in days, before an alarm. */
export interface Rhythm {
  /** Of the newest line or file: how often the register is renewed, and some grace. */
  readonly newestDays: number;
  /** Of the oldest line, if all companies are crawled in turn. Absent if they are not, or if lines have the day of the last change. */
  readonly oldestDays?: number;
}

export interface Age {
  /** The newest of all lines and files, or the oldest line. */
  readonly which: 'newest' | 'oldest';
  readonly date: string;
  readonly days: number;
  readonly daysMax: number;
}

const DAY_MS = 86_400_000;

/** Returns the ages of a register on a day; empty if it has no rhythm, or no dates. */
export function agesOf(facts: RegisterFacts, today: string): Age[] {
  const { as_of_first: oldest, as_of_last: last, published } = facts;
  const newest = [last, published]
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);
  const age = (which: Age['which'], date: string | undefined, daysMax: number | undefined): Age[] => {
    if (date === undefined || daysMax === undefined) return [];
    const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(date)) / DAY_MS));
    return [{ which, date, days, daysMax }];
  };
  return [...age('newest', newest, facts.newest_days_max), ...age('oldest', oldest, facts.oldest_days_max)];
}

/** Returns the ages that are higher than the rhythm of a register allows. */
export function overdueOf(facts: RegisterFacts, today: string): Age[] {
  return agesOf(facts, today).filter(({ days, daysMax }) => days > daysMax);
}
