/** Adds a number of days, which may be negative, to a day or time. Returns the day. */
export function dayAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
