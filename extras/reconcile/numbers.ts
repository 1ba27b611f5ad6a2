import type { Company } from '../../src/contract/index.ts';
import type { Agreement } from '../matching/names/index.ts';
import {
  byValue,
  numberCountry,
  paddedReadings,
  readingOf,
  readingsOf,
  type ReadingsByValue,
} from '../../src/model/index.ts';

/** The numbers that were said, read in all forms in which the look-up reads them. */
export interface SaidNumbers {
  /** Without another digit. */
  readonly asIs: ReadingsByValue;
  /** With zeros in front that they may have lost, as spreadsheets drop them. */
  readonly padded: ReadingsByValue;
  /** The countries that were said: only in one of these a number without its zeros is certain. */
  readonly countries: readonly string[];
}

/** Reads the numbers that were said. */
export function saidNumbers(numbers: readonly string[], countries: readonly string[]): SaidNumbers {
  return {
    asIs: byValue(numbers.flatMap(readingsOf)),
    padded: byValue(numbers.flatMap(paddedReadings)),
    countries,
  };
}

/** The values of the numbers by which companies are looked for. */
export function valuesOf({ asIs, padded, countries }: SaidNumbers): string[] {
  const certain = Array.from(padded).flatMap(([value, readings]) =>
    readings.some(({ country }) => country !== undefined && countries.includes(country)) ? [value] : [],
  );
  return [...new Set([...asIs.keys(), ...certain])];
}

/**
 * Whether a company has a number that was said. A number without its zeros, where no country was said, speaks neither for nor against it.
 * @param forms other written forms of its registry number, which no identifier shows
 */
export function numberAgreement(
  { identifiers = [] }: Company,
  { asIs, padded, countries }: SaidNumbers,
  forms: readonly string[] = [],
): Agreement {
  if (asIs.size === 0 || identifiers.length === 0) return 0;
  const registered = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
  const its =
    registered === undefined ? identifiers : [...identifiers, ...forms.map((value) => ({ ...registered, value }))];
  if (its.some((identifier) => readingOf(identifier, asIs) !== undefined)) return 1;
  const withZeros = its.filter((identifier) => readingOf(identifier, padded) !== undefined);
  if (withZeros.some((identifier) => countries.includes(numberCountry(identifier) ?? ''))) return 1;
  return withZeros.length > 0 && countries.length === 0 ? 0 : -1;
}
