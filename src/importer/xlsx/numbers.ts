/** Day 0 of serial dates, for days after February 1900. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

const DAY_MS = 86_400_000;

/** The serials of 1900-03-01, before which the calendar has a wrong leap day, and of 9999-12-31. */
const SERIAL_MIN = 61;
const SERIAL_MAX = 2_958_465;

/**
 * A whole number without exponent and `.0`, which some programs write: `1.003600012345E12`. Other numbers are unchanged.
 */
export function plainNumber(text: string): string {
  if (!/[.eE]/.test(text)) return text.trim();
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text.trim();
}

/** The day of a serial date as `YYYY-MM-DD`, without its time; undefined for other texts. */
export function serialDate(text: string): string | undefined {
  const serial = /^\d{1,7}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (serial < SERIAL_MIN || serial > SERIAL_MAX) return undefined;
  return new Date(SERIAL_ZERO + serial * DAY_MS).toISOString().slice(0, 10);
}
