/** Says whether a text is a date of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
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
