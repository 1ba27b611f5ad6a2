const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a date of the calendar, `YYYY-MM-DD`. Faster than `Date`: some records have ten dates. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number) as [
    number,
    number,
    number,
  ];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** The date in a text as `YYYY-MM-DD`; undefined without a valid one. @param pattern has the groups `year`, `month` and `day` */
export function isoDate(text: string | undefined, pattern: RegExp): string | undefined {
  const { year, month, day } = pattern.exec(text ?? '')?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return isDate(date) ? date : undefined;
}

/** The days from one to another, both included, `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, from.length));
  }
  return days;
}

/** `20.11.2026`, `20/11/2026`, `20-11-2026`, with or without a time behind it */
export const DAY_FIRST = /^(?<day>\d{2})[./-](?<month>\d{2})[./-](?<year>\d{4})(?=$|[T ])/;
