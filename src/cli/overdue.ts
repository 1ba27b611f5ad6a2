import { overdueOf, type RegisterFacts } from '../model/index.ts';

/** What of a register is older than its rhythm allows today, a sentence each. */
export function overdueText(facts: RegisterFacts, today: string = new Date().toISOString().slice(0, 10)): string[] {
  return overdueOf(facts, today).map(({ which, date, days, daysMax }) => {
    const what = which === 'newest' ? 'the newest data' : 'the oldest line';
    return `${what} is of ${date}, ${days} days ago, at most ${daysMax} are allowed`;
  });
}
