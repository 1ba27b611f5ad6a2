/** Whether a text is a real instant in UTC as `Date` writes it, such as 2026-11-22T18:00:00.000Z: no 30 February. */
export function isInstant(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
