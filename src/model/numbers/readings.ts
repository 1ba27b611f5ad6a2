import { foldNumber } from '../folding/rules.ts';
import type { CompanyIdentifier } from '../resources.ts';
import { germanNumbers } from './germany/german-numbers.ts';
import { labelledNumbers } from './labels/labelled-numbers.ts';
import type { LabelledNumber } from './labels/number-kinds.ts';
import { hungarianNumbers } from './labels/punctuated-numbers.ts';
import { inOtherNumbers } from './other-forms.ts';
import { registrationNumberValues } from './romania.ts';
import { numberText } from './spreadsheet.ts';
import {
  NATIONAL,
  NATIONAL_AND_VAT,
  VAT_COUNTRIES,
  VAT_OF_REGISTRY_NUMBER,
  VAT_SCHEMES,
  isVatForm,
  listLetters,
  type NumberReading,
} from './schemes.ts';

/** Returns the country of an identifier: that of its scope, or of the letters of an EU VAT number without a scope. */
export function numberCountry({ scheme, value, country_scope: scope }: CompanyIdentifier): string | undefined {
  if (scope !== undefined) return scope.slice(0, 2);
  return scheme === 'eu_vat_number' ? VAT_COUNTRIES.get(foldNumber(value).slice(0, 2)) : undefined;
}

/** Readings by their values: a number has some twenty, and a hundred identifiers of a company may be compared with them. */
export type ReadingsByValue = ReadonlyMap<string, readonly NumberReading[]>;

export function byValue(readings: readonly NumberReading[]): ReadingsByValue {
  return Map.groupBy(readings, ({ value }) => value);
}

/**
 * Returns the folded values under which an identifier is found: the whole one, and the first eight digits of a Hungarian tax number
 * (`11033169-2-41`). They are the taxpayer's own; the others change.
 */
function foldedValues({ value, country_scope: scope }: CompanyIdentifier): string[] {
  const taxpayers = scope === 'HU' ? hungarianNumbers(value) : [];
  return [foldNumber(value), ...taxpayers.map((one) => one.value)];
}

/** Returns the folded numbers under which identifiers are found, each once. */
export function foldNumbers(identifiers: readonly CompanyIdentifier[]): string[] {
  return [...new Set(identifiers.flatMap(foldedValues))];
}

/** Returns the first of the readings that means the identifier; undefined if none does. */
export function findReading(identifier: CompanyIdentifier, readings: ReadingsByValue): NumberReading | undefined {
  for (const value of foldedValues(identifier)) {
    const reading = readings
      .get(value)
      ?.find(
        ({ country, schemes }) =>
          (country === undefined || country === numberCountry(identifier)) &&
          (schemes === undefined || schemes.includes(identifier.scheme)),
      );
    if (reading !== undefined) return reading;
  }
  return undefined;
}

/**
 * Returns all ways to read a number: as it is, without and with the letters of a VAT number, as a European number (EUID), as an old or new
 * Romanian number, as a VAT number that holds a registry number, each also without the words around it, and as a number of a German
 * court. The first reading is the number as it is. Empty if digits of the number are lost.
 */
export function listReadings(written: string): NumberReading[] {
  const text = numberText(written);
  if (text === undefined) return [];
  const value = foldNumber(text);
  // Several labels often name one number.
  const known = new Map<string, readonly NumberReading[]>();
  const labelled = labelledNumbers(text, value).flatMap((label) => {
    const readings = known.get(label.value) ?? readingsOfNumber(label.value, label.text);
    known.set(label.value, readings);
    return asLabelled(label, readings);
  });
  return [...readingsOfNumber(value, text), ...labelled, ...germanNumbers(text)].filter(
    ({ value: read }, i) => i === 0 || read !== '',
  );
}

/** Returns those readings of a labelled number that its words allow. */
export function asLabelled({ country, schemes }: LabelledNumber, readings: readonly NumberReading[]): NumberReading[] {
  return readings.flatMap((reading) => {
    if (country !== undefined && reading.country !== undefined && reading.country !== country) return [];
    const both =
      schemes === undefined ? reading.schemes : schemes.filter((one) => reading.schemes?.includes(one) ?? true);
    if (both?.length === 0) return [];
    return [{ ...reading, ...(country !== undefined && { country }), ...(both !== undefined && { schemes: both }) }];
  });
}

/** @param text the number as written, for forms in which punctuation matters */
function readingsOfNumber(value: string, text = value): NumberReading[] {
  return [{ value }, ...withoutLetters(value), ...withLetters(value), ...inOtherNumbers(value), ...romanianForms(text)];
}

/** Reads `FI01120389` as `01120389` of Finland. */
function withoutLetters(value: string): NumberReading[] {
  const country = VAT_COUNTRIES.get(value.slice(0, 2));
  if (country === undefined) return [];
  const schemes = VAT_OF_REGISTRY_NUMBER.has(country) ? NATIONAL_AND_VAT : VAT_SCHEMES;
  const digits = value.slice(2);
  return [
    { value: digits, country, schemes },
    // Greece and the United Kingdom have two spellings of their letters.
    ...listLetters(country).map((letters) => ({ value: letters + digits, country, schemes: VAT_SCHEMES })),
  ].filter((reading) => reading.value !== value);
}

/** Reads `100366327` as `EE100366327` too, and with the letters of every other country whose VAT numbers have this form. */
function withLetters(value: string): NumberReading[] {
  if (hasLetters(value)) return [];
  const countries = [...VAT_COUNTRIES].filter(([, country]) => isVatForm(country, value));
  return countries.map(([letters, country]) => ({ value: letters + value, country, schemes: VAT_SCHEMES }));
}

/** Whether a number has the letters of a country already: no VAT number continues with those of another. */
function hasLetters(value: string): boolean {
  return VAT_COUNTRIES.has(value.slice(0, 2)) || /^(?:NO|CHE)\d/.test(value);
}

function romanianForms(text: string): NumberReading[] {
  return registrationNumberValues(text).map((value) => ({ value, country: 'RO', schemes: NATIONAL }));
}
