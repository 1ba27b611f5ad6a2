import { COUNTRIES, countryCodes, pluralUnlessOne } from '../../model/index.ts';
import { markup, type Html } from '../html.ts';

// Created at their first use, because together they would delay a start by 20 ms.
let countries: ReadonlySet<string> | undefined;
let regions: Intl.DisplayNames | undefined;
let numbers: Intl.NumberFormat | undefined;

/** Returns the English name of a country (ISO 3166-1 alpha-2), or the code itself if it is not assigned. */
export function countryName(code: string): string {
  const known = COUNTRIES.get(code);
  if (known !== undefined) return known;
  regions ??= new Intl.DisplayNames('en', { type: 'region' });
  return regions.of(code) ?? code;
}

/** Whether a country has a code. */
export function isCountry(code: string): boolean {
  countries ??= new Set(countryCodes());
  return countries.has(code);
}

/** Returns the name of a jurisdiction: a country, or a subdivision with its code (ISO 3166-2, such as `GB-SCT`). */
export function jurisdictionName(scope: string): string {
  const country = countryName(scope.slice(0, 2));
  return scope.length > 2 ? `${country} (${scope})` : country;
}

/** Returns a whole number with thousands separators. */
export function formatNumber(count: number): string {
  numbers ??= new Intl.NumberFormat('en-GB');
  return numbers.format(count);
}

/** Returns a count with its noun: `1 company`, `2 companies`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${pluralUnlessOne(count, noun)}`;
}

/** Returns the date (`YYYY-MM-DD`) of a date or a timestamp; undefined for undefined. */
export function formatDate(date: string | undefined): Html | undefined {
  return date === undefined ? undefined : markup`<time datetime="${date}">${date.slice(0, 10)}</time>`;
}

/** Returns a range of dates, or one date if both are equal. */
export function formatDates(first: string | undefined, last: string | undefined): Html | undefined {
  return first === last ? formatDate(first) : markup`${formatDate(first)} to ${formatDate(last)}`;
}

/** Returns a text as a sentence: with a capital letter and a full stop. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text === '' ? '' : '.'}`;
}

const DAY_MS = 86_400_000;

/** Returns the days from a date to another, both `YYYY-MM-DD`. */
export function ageInDays(date: string, today: string): number {
  return (Date.parse(today) - Date.parse(date)) / DAY_MS;
}

/** Returns an age in words, such as `2 days`. A negative age, of a date from a publisher ahead of UTC, counts as 0. */
export function formatAge(days: number): string {
  return formatCount(Math.max(0, days), 'day');
}
