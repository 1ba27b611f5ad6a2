import type { Company } from '../../contract/index.ts';
import type { Agreement } from '../../matching/index.ts';
import { isReadAs, numberCountry, paddedReadings, readingsOf, type NumberReading } from '../../model/index.ts';

/** The numbers that were said, read in all forms in which the look-up reads them. */
export interface SaidNumbers {
  /** Without another digit. */
  readonly asIs: readonly NumberReading[];
  /** With zeros in front that they may have lost, as spreadsheets drop them. */
  readonly padded: readonly NumberReading[];
  /** The countries that were said: only in one of these a number without its zeros is certain. */
  readonly countries: readonly string[];
}

/** Reads the numbers that were said. */
export function saidNumbers(numbers: readonly string[], countries: readonly string[]): SaidNumbers {
  return { asIs: numbers.flatMap(readingsOf), padded: numbers.flatMap(paddedReadings), countries };
}

/** The values of the numbers by which companies are looked for. */
export function valuesOf({ asIs, padded, countries }: SaidNumbers): string[] {
  const certain = padded.filter(({ country }) => country !== undefined && countries.includes(country));
  return [...new Set([...asIs, ...certain].map(({ value }) => value))];
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
  if (asIs.length === 0 || identifiers.length === 0) return 0;
  const registered = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
  const its =
    registered === undefined ? identifiers : [...identifiers, ...forms.map((value) => ({ ...registered, value }))];
  if (its.some((identifier) => isReadAs(identifier, asIs))) return 1;
  const withZeros = its.filter((identifier) => isReadAs(identifier, padded));
  if (withZeros.some((identifier) => countries.includes(numberCountry(identifier) ?? ''))) return 1;
  return withZeros.length > 0 && countries.length === 0 ? 0 : -1;
}
