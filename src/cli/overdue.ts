import { overdueOf, type RegisterFacts } from '../model/index.ts';

/** The data of a register that is older than its update interval allows, a sentence each. */
export function overdueText(facts: RegisterFacts, today: string = new Date().toISOString().slice(0, 10)): string[] {
  return overdueOf(facts, today).map(({ which, date, days, daysMax }) => {
    const what = which === 'newest' ? 'the newest data' : 'the oldest line';
    return `${what} is of ${date}, ${days} days ago, at most ${daysMax} are allowed`;
  });
}
