const DANISH_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen' });

/** Returns the Danish day of an instant in UTC; undefined for other texts. */
export function toDanishDay(text: string): string | undefined {
  const isInstant = /T.*(?:Z|[+-]00:?00)$/.test(text) && !Number.isNaN(Date.parse(text));
  return isInstant ? DANISH_DAY.format(new Date(text)) : undefined;
}
