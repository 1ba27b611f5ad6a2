/** How spreadsheets show the numbers of cells: as dates, as percentages, with leading zeros. */

/** Returns the text that a spreadsheet shows for a number, or undefined if it shows its digits. */
export type NumberFormat = (value: number) => string | undefined;

/** The formats of numbers by the style of a cell. */
export type NumberFormats = readonly (NumberFormat | undefined)[];

/** The number formats that every workbook has (ISO/IEC 29500-1, 18.8.30): those of dates and times, of percentages. */
const DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);
const TIMES: ReadonlySet<number> = new Set([18, 19, 20, 21, 32, 33, 55, 56]);
const DATE_TIME = 22;
const PERCENTS: ReadonlySet<number> = new Set([9, 10]);

/**
 * Returns the format with a number.
 * @param code the format code of the workbook; undefined for a format that every workbook has
 * @param is1904 whether day 0 is 1904-01-01, as in workbooks of old Macintosh programs
 */
export function findFormat(id: number, code: string | undefined, is1904 = false): NumberFormat | undefined {
  const format = formatOfCode(code) ?? (code === undefined ? standardFormat(id) : undefined);
  if (format === 'percent') return percentText;
  if (format === 'date' || format === 'time' || format === 'date and time')
    return (value) => dateText(value, format, is1904);
  return format;
}

type Kind = 'date' | 'time' | 'date and time' | 'percent';

function standardFormat(id: number): Kind | undefined {
  if (DATES.has(id)) return 'date';
  if (TIMES.has(id)) return 'time';
  if (PERCENTS.has(id)) return 'percent';
  return id === DATE_TIME ? 'date and time' : undefined;
}

function formatOfCode(code: string | undefined): Kind | NumberFormat | undefined {
  if (code === undefined) return undefined;
  // The first section is that of positive numbers. Colours, conditions and locales are in brackets.
  const section = code.split(';')[0] ?? '';
  const plain = section.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  // Durations of more than a day, such as [h]:mm, have no other form.
  if (/\[[hms]+\]/i.test(plain)) return undefined;
  const letters = plain.replace(/general/i, '').toLowerCase();
  const hasDate = /[yd]/.test(letters) || /^[^hs]*m[^hs]*$/.test(letters);
  const hasTime = /[hs]/.test(letters);
  if (hasDate || hasTime) return hasDate && hasTime ? 'date and time' : hasDate ? 'date' : 'time';
  if (letters.includes('%')) return 'percent';
  return zerosFormat(section);
}

/** Number of decimal places that a double holds for numbers of usual size. */
const DIGITS_MAX = 15;

function percentText(value: number): string {
  return `${Number((100 * value).toPrecision(DIGITS_MAX))}%`;
}

/** Returns the format of a code such as `00000000` or `0000000-0`, which shows leading zeros; undefined for other codes. */
function zerosFormat(section: string): NumberFormat | undefined {
  const code = section
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted?: string, one?: string) => `"${quoted ?? one ?? ''}"`);
  if (!/^(?:[0# \-/]|"[^"0#]*")*$/.test(code) || !/0.*0/.test(code)) return undefined;
  const marks = code.replaceAll('"', '');
  const places = marks.replaceAll(/[^0#]/g, '').length;
  const zeros = marks.replaceAll(/[^0]/g, '').length;
  return (value) => {
    if (!Number.isSafeInteger(value) || value < 0) return undefined;
    const digits = String(value).padStart(zeros, '0');
    if (digits.length > places) return zeros === marks.length ? digits : undefined;
    const start = places - digits.length;
    let seen = 0;
    return marks.replaceAll(/[0#]/g, () => (seen++ < start ? '' : (digits[seen - 1 - start] ?? ''))).trim();
  };
}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Day 0 of the two calendars; the first has a wrong leap day before March 1900. */
const ZERO_1900 = Date.UTC(1899, 11, 30);
const ZERO_1904 = Date.UTC(1904, 0, 1);
const FIRST_DAY_1900 = 61;
const LAST_DAY = Date.UTC(9999, 11, 31) + DAY_MS;

/** Returns the day of a serial date as `YYYY-MM-DD`, without the time; undefined for other texts. */
export function serialDate(text: string): string | undefined {
  return /^\d{1,7}(\.\d+)?$/.test(text) ? dateText(Math.floor(Number(text)), 'date', false) : undefined;
}

/** Returns a date as `2026-11-28`, a time as `14:30` or `14:30:05`, or both. */
function dateText(serial: number, kind: Kind, is1904: boolean): string | undefined {
  const seconds = Math.round(serial * DAY_SECONDS);
  const ms = (is1904 ? ZERO_1904 : ZERO_1900) + 1000 * seconds;
  const isTime = kind === 'time' && seconds >= 0 && seconds < DAY_SECONDS;
  if (!isTime && (serial < (is1904 ? 0 : FIRST_DAY_1900) || ms >= LAST_DAY)) return undefined;
  const [day = '', time = ''] = new Date(isTime ? 1000 * seconds : ms).toISOString().split(/[TZ.]/);
  const short = time.replace(/^(\d\d:\d\d):00$/, '$1');
  if (isTime) return short;
  return seconds % DAY_SECONDS === 0 ? day : `${day} ${short}`;
}
