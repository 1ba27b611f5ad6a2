/** The day some days after a day or time, or before it for a negative number. */
export function dayAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
