/** The day before the first of the calendar of serial dates, as far as days after February 1900 are concerned. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

const DAY_MS = 86_400_000;

/** The serials of 1900-03-01, before which the calendar has a day that never was, and of 9999-12-31. */
const SERIAL_MIN = 61;
const SERIAL_MAX = 2_958_465;

/**
 * A number as a person writes it. Some programs write a whole number of thirteen digits as `1.003600012345E12` or with `.0`: an
 * identifier keeps all its digits. What is not whole, or has more digits than a cell can hold, stays as it is.
 */
export function plainNumber(text: string): string {
  if (!/[.eE]/.test(text)) return text.trim();
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text.trim();
}

/** The day of a serial date (its time left out) as `YYYY-MM-DD`; undefined where a text is none. */
export function serialDate(text: string): string | undefined {
  const serial = /^\d{1,7}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (serial < SERIAL_MIN || serial > SERIAL_MAX) return undefined;
  return new Date(SERIAL_ZERO + serial * DAY_MS).toISOString().slice(0, 10);
}
