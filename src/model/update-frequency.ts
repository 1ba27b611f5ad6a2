import type { RegisterFacts } from './data-facts.ts';

/** Maximum age of the data of a register, in days, before it is overdue; or the day of the last edition of a register that has ended. */
export type UpdateFrequency = RenewedFrequency | EndedFrequency;

export interface RenewedFrequency {
  /** Of the newest line or file: the publisher's interval, and some grace. */
  readonly newestDays: number;
  /** Of the oldest line, if all companies are crawled in turn. Absent if they are not, or if lines have the day of the last change. */
  readonly oldestDays?: number;
}

/** Of a register whose publisher no longer renews it: no download makes its data newer, so it is never overdue. */
export interface EndedFrequency {
  /** The day of the last edition. */
  readonly endedOn: string;
}

/** The usual update frequencies: the interval of the publisher, and the longest usual delay of an edition. */
export const UPDATE_FREQUENCIES = {
  /** Also of working days only: between Christmas and New Year nothing may appear for nine days. */
  daily: { newestDays: 10 },
  weekly: { newestDays: 21 },
  twiceMonthly: { newestDays: 30 },
  monthly: { newestDays: 45 },
} as const satisfies Readonly<Record<string, RenewedFrequency>>;

export interface Age {
  /** The newest of all lines and files, or the oldest line. */
  readonly which: 'newest' | 'oldest';
  readonly date: string;
  readonly days: number;
  readonly daysMax: number;
}

const DAY_MS = 86_400_000;

/** Returns the ages of a register on a day; empty if it has ended, is not known, or has no dates. */
export function computeAges(facts: RegisterFacts, today: string): Age[] {
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

/** Returns the ages that are higher than the update frequency of a register allows. */
export function findOverdue(facts: RegisterFacts, today: string): Age[] {
  return computeAges(facts, today).filter(({ days, daysMax }) => days > daysMax);
}
