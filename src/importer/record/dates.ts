const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Says whether a text is a date of the calendar, `YYYY-MM-DD`. Without a `Date`: some registers have ten in a record. */
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

/**
 * Finds a date in a text and gives it as `YYYY-MM-DD`; undefined where there is none of the calendar.
 * @param pattern with the named groups `year`, `month` and `day`
 */
export function isoDate(text: string | undefined, pattern: RegExp): string | undefined {
  const { year, month, day } = pattern.exec(text ?? '')?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return isDate(date) ? date : undefined;
}
