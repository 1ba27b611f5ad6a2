import { foldNumber } from '../folding/rules.ts';
import { hasRightDigits } from './check-rules.ts';
import { frenchVatNumber } from './french-vat.ts';
import { labelledNumbers } from './labels/labelled-numbers.ts';
import lengths from './lengths.json' with { type: 'json' };
import { inOtherNumbers } from './other-forms.ts';
import { asLabelled } from './readings.ts';
import { numberText } from './spreadsheet.ts';
import {
  NATIONAL,
  NATIONAL_AND_VAT,
  VAT_COUNTRIES,
  VAT_OF_REGISTRY_NUMBER,
  VAT_SCHEMES,
  listLetters,
  type NumberReading,
} from './schemes.ts';

/** Number of digits after the two letters of Scottish, Northern Irish and other company numbers of the United Kingdom. */
const BRITISH_DIGITS = 6;
const BRITISH = /^([A-Z]{2})(\d{1,5})$/;

/** A Cypriot company number without its letters. Partnerships, branches and business names have other letters and the same digits. */
const CYPRIOT = /^[1-9]\d{0,5}$/;

/**
 * Returns the readings of a number that lost its leading zeros, as in a spreadsheet: with the zeros restored, for each country whose
 * registry or tax numbers all have one length (lengths.json). A Belgian number of nine digits becomes one of ten, and a Cypriot one gets
 * the letters of companies, HE. Empty if nothing may be missing.
 */
export function paddedReadings(text: string): NumberReading[] {
  const number = numberText(text);
  if (number === undefined) return [];
  const value = foldNumber(number);
  const labelled = labelledNumbers(number, value).flatMap((label) => asLabelled(label, paddedNumbers(label.value)));
  return [...paddedNumbers(value), ...labelled];
}

function paddedNumbers(folded: string): NumberReading[] {
  const named = VAT_COUNTRIES.get(folded.slice(0, 2));
  const digits = named === undefined ? folded : folded.slice(2);
  const readings: NumberReading[] = [];
  const [, prefix, serial] = BRITISH.exec(folded) ?? [];
  if (prefix !== undefined && serial !== undefined)
    readings.push({ value: prefix + serial.padStart(BRITISH_DIGITS, '0'), country: 'GB', schemes: NATIONAL });
  if (!/^\d+$/.test(digits)) return readings;
  if (CYPRIOT.test(folded)) readings.push({ value: `HE${folded}`, country: 'CY', schemes: NATIONAL });
  for (const [country, length] of Object.entries(lengths.registry)) {
    if (digits.length >= length || (named !== undefined && !isVatCountry(country, named))) continue;
    const value = digits.padStart(length, '0');
    const hasVat = VAT_OF_REGISTRY_NUMBER.has(country);
    readings.push({ value, country, schemes: hasVat ? NATIONAL_AND_VAT : NATIONAL });
    if (hasVat) readings.push(...withLetters(value, country));
    if (country === 'FR') readings.push({ value: frenchVatNumber(value), country, schemes: VAT_SCHEMES });
  }
  for (const [country, length] of Object.entries(lengths.tax))
    if (digits.length < length && (named ?? country) === country) {
      const value = digits.padStart(length, '0');
      readings.push({ value, country, schemes: VAT_SCHEMES }, ...withLetters(value, country));
    }
  if (named === undefined) readings.push(...checkedNumbers(digits));
  return readings;
}

/** Whether the letters of the country `named` may precede the registry numbers of `country`: they must be the same country. */
function isVatCountry(country: string, named: string): boolean {
  return country === named && VAT_OF_REGISTRY_NUMBER.has(country);
}

function withLetters(value: string, country: string): NumberReading[] {
  return listLetters(country).map((letters) => ({ value: letters + value, country, schemes: VAT_SCHEMES }));
}

/** Readings of digits that have the right check digits only with zeros in front: a register whose other numbers are longer has them. */
function checkedNumbers(digits: string): NumberReading[] {
  return Object.entries(lengths.checked).flatMap(([kind, all]) =>
    all.flatMap((length) => {
      const value = digits.padStart(length, '0');
      if (digits.length >= length || !hasRightDigits(kind as keyof typeof lengths.checked, value)) return [];
      const country = kind.slice(0, 2);
      const own: NumberReading = { value, country, schemes: NATIONAL };
      return [own, ...inOtherNumbers(value).filter((reading) => reading.country === country)];
    }),
  );
}
