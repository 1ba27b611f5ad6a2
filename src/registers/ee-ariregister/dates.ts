/** A date as the register writes it, `DD.MM.YYYY`, as `YYYY-MM-DD`. Undefined where it is no date of the calendar. */
export function isoDate(published: string | undefined): string | undefined {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(published ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  const time = year === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}
