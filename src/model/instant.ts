/** Whether a text is a real instant in UTC as `Date` writes it, such as 2026-11-22T18:00:00.000Z: no 30 February. */
export function isInstant(text: string): boolean {
  const time = new Date(text);
  return text.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Whether a text is a day in the calendar, such as 2026-11-22. */
export function isDay(text: string): boolean {
  return isInstant(`${text}T00:00:00.000Z`);
}
