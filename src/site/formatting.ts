import { COUNTRIES } from '../model/index.ts';
import { markup, type Html } from './html.ts';

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });
const FIGURES = new Intl.NumberFormat('en-GB');

/** The English name of a country, ISO 3166-1 alpha-2, of the 35 or elsewhere; the code itself where it is nobody's. */
export function countryName(code: string): string {
  return COUNTRIES.get(code) ?? REGIONS.of(code) ?? code;
}

/** A jurisdiction by its name: a country, or with its code a part of one (ISO 3166-2, such as `GB-SCT`). */
export function jurisdictionName(scope: string): string {
  const country = countryName(scope.slice(0, 2));
  return scope.length > 2 ? `${country} (${scope})` : country;
}

/** A whole number with its thousands apart. */
export function figure(count: number): string {
  return FIGURES.format(count);
}

/** A day, or the day of a time, as the register gives it; nothing where it gives none. */
export function day(date: string | undefined): Html | undefined {
  return date === undefined ? undefined : markup`<time datetime="${date}">${date.slice(0, 10)}</time>`;
}

/** The first and the last day of something. */
export function days(first: string | undefined, last: string | undefined): Html | undefined {
  return first === last ? day(first) : markup`${day(first)} to ${day(last)}`;
}

/** Words with which a cell or a sentence begins. */
export function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${words === '' ? '' : '.'}`;
}
