import type { Company } from '../../src/contract/index.ts';
import {
  byValue,
  numberCountry,
  paddedReadings,
  readingOf,
  readingsOf,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import type { Agreement } from '../matching/names/index.ts';

/** The numbers of a query, read in all forms in which the look-up reads them. */
export interface RequestedNumbers {
  readonly asRequested: ReadingsByValue;
  /** With the leading zeros that they may have lost. */
  readonly padded: ReadingsByValue;
  /** The countries of the query: a number without its zeros is certain only in one of these. */
  readonly countries: readonly string[];
}

export function readNumbers(numbers: readonly string[], countries: readonly string[]): RequestedNumbers {
  return {
    asRequested: byValue(numbers.flatMap(readingsOf)),
    padded: byValue(numbers.flatMap(paddedReadings)),
    countries,
  };
}

/** The folded numbers by which companies are looked up. */
export function numbersToFind({ asRequested, padded, countries }: RequestedNumbers): string[] {
  const certain = Array.from(padded).flatMap(([value, readings]) =>
    readings.some(({ country }) => country !== undefined && countries.includes(country)) ? [value] : [],
  );
  return [...new Set([...asRequested.keys(), ...certain])];
}

/**
 * Whether a company has a requested number. Without a country, a number without its zeros counts neither for nor against it.
 * @param forms other written forms of its registry number, which no identifier shows
 */
export function numberAgreement(
  { identifiers = [] }: Company,
  { asRequested, padded, countries }: RequestedNumbers,
  forms: readonly string[] = [],
): Agreement {
  if (asRequested.size === 0 || identifiers.length === 0) return 0;
  const registered = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
  const all =
    registered === undefined ? identifiers : [...identifiers, ...forms.map((value) => ({ ...registered, value }))];
  if (all.some((identifier) => readingOf(identifier, asRequested) !== undefined)) return 1;
  const withZeros = all.filter((identifier) => readingOf(identifier, padded) !== undefined);
  if (withZeros.some((identifier) => countries.includes(numberCountry(identifier) ?? ''))) return 1;
  return withZeros.length > 0 && countries.length === 0 ? 0 : -1;
}
