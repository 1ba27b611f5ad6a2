import { COUNTRIES } from '../countries.ts';
import { foldNumber } from '../folding/rules.ts';
import type { CompanyIdentifier } from '../resources.ts';
import { frenchVatNumber } from './french-vat.ts';
import { labelledNumbers, type LabelledNumber } from './labels.ts';
import { isRegistrationNumber, lastingNumber, registrationNumberForms } from './romania.ts';
import { lostDigits, withoutFraction } from './spreadsheet.ts';
import {
  NATIONAL,
  NATIONAL_AND_VAT,
  VAT_COUNTRIES,
  VAT_OF_REGISTRY_NUMBER,
  VAT_SCHEMES,
  type Scheme,
} from './schemes.ts';

/** One way to read a number: it means identifiers with this folded value. */
export interface NumberReading {
  readonly value: string;
  /** Only identifiers of this country (ISO 3166-1 alpha-2); undefined for any country or none. */
  readonly country?: string;
  /** Only identifiers of these schemes; undefined for any. */
  readonly schemes?: readonly Scheme[];
}

/**
 * Minimum and maximum length of a VAT number after its letters (Directive 2006/112/EC, article 215, with the structure that the VIES
 * publishes).
 */
const VAT_CHARS_MIN = 2;
const VAT_CHARS_MAX = 12;

/** Returns the country of an identifier: that of its scope, or of the letters of an EU VAT number without a scope. */
export function numberCountry({ scheme, value, country_scope: scope }: CompanyIdentifier): string | undefined {
  if (scope !== undefined) return scope.slice(0, 2);
  return scheme === 'eu_vat_number' ? VAT_COUNTRIES.get(foldNumber(value).slice(0, 2)) : undefined;
}

/** Readings by their values: a number has some fifty, and a hundred identifiers of a company may be compared with them. */
export type ReadingsByValue = ReadonlyMap<string, readonly NumberReading[]>;

export function byValue(readings: readonly NumberReading[]): ReadingsByValue {
  return Map.groupBy(readings, ({ value }) => value);
}

/** Returns the first of the readings that means the identifier; undefined if none does. */
export function readingOf(identifier: CompanyIdentifier, readings: ReadingsByValue): NumberReading | undefined {
  return readings
    .get(foldNumber(identifier.value))
    ?.find(
      ({ country, schemes }) =>
        (country === undefined || country === numberCountry(identifier)) &&
        (schemes === undefined || schemes.includes(identifier.scheme)),
    );
}

/**
 * Returns all ways to read a number: as it is, without and with the letters of a VAT number, as a European number (EUID), as an old or new
 * Romanian number, as a VAT number that holds a registry number, each also without the words around it. The first reading is the number as
 * it is. Empty if digits of the number are lost.
 */
export function readingsOf(written: string): NumberReading[] {
  if (lostDigits(written)) return [];
  const text = withoutFraction(written);
  const value = foldNumber(text);
  const labelled = labelledNumbers(value).flatMap((label) => asLabelled(label, readingsOfNumber(label.value)));
  return [...readingsOfNumber(value, text), ...labelled].filter(({ value: read }, i) => i === 0 || read !== '');
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
  return [
    { value },
    ...withoutLetters(value),
    ...withLetters(value),
    ...inOtherNumbers(value),
    ...europeanNumber(text),
    ...romanianNumbers(text),
  ];
}

/** Reads `FI01120389` as `01120389` of Finland. */
function withoutLetters(value: string): NumberReading[] {
  const country = VAT_COUNTRIES.get(value.slice(0, 2));
  if (country === undefined) return [];
  const schemes = VAT_OF_REGISTRY_NUMBER.has(country) ? NATIONAL_AND_VAT : VAT_SCHEMES;
  return [{ value: value.slice(2), country, schemes }];
}

/** Reads `100366327` as `EE100366327` too, and with the letters of every other country. */
function withLetters(value: string): NumberReading[] {
  if (value.length < VAT_CHARS_MIN || value.length > VAT_CHARS_MAX) return [];
  return [...VAT_COUNTRIES].map(([letters, country]) => ({ value: letters + value, country, schemes: VAT_SCHEMES }));
}

/** Reads VAT numbers that add more than letters to a registry number, and registry numbers as such VAT numbers. */
function inOtherNumbers(value: string): NumberReading[] {
  const readings: NumberReading[] = [];
  const [, , french] = /^FR(\d{2})(\d{9})$/.exec(value) ?? [];
  if (french !== undefined && value === frenchVatNumber(french))
    readings.push({ value: french, country: 'FR', schemes: NATIONAL });
  if (/^\d{9}$/.test(value))
    readings.push(
      { value: frenchVatNumber(value), country: 'FR', schemes: VAT_SCHEMES },
      { value: `CHE${value}`, country: 'CH' },
    );
  const [, swedish] = /^SE(\d{10})01$/.exec(value) ?? [];
  if (swedish !== undefined) readings.push({ value: swedish, country: 'SE', schemes: NATIONAL });
  if (/^\d{10}$/.test(value)) readings.push({ value: `SE${value}01`, country: 'SE', schemes: VAT_SCHEMES });
  const [, norwegian] = /^(?:NO)?([89]\d{8})(?:MVA)?$/.exec(value) ?? [];
  if (norwegian !== undefined)
    readings.push(
      { value: norwegian, country: 'NO', schemes: NATIONAL_AND_VAT },
      ...[`${norwegian}MVA`, `NO${norwegian}MVA`].map((one) => ({ value: one, country: 'NO', schemes: VAT_SCHEMES })),
    );
  const [, swiss = ''] = /^CHE(\d{9})$/.exec(value) ?? [];
  if (swiss !== '') readings.push({ value: swiss, country: 'CH' }, { value: `CHE${swiss}`, country: 'CH' });
  const [, austrian] = /^(?:FN)?0*([1-9]\d{0,5}[A-Z])$/.exec(value) ?? [];
  if (austrian !== undefined)
    for (const one of [austrian, austrian.padStart(7, '0')])
      readings.push(...[one, `FN${one}`].map((form) => ({ value: form, country: 'AT', schemes: NATIONAL })));
  return readings;
}

/**
 * The country, the register, a full stop, the number: Implementing Regulation (EU) 2021/1042, annex, section 9. French registers are four
 * digits.
 */
const EUROPEAN_NUMBER = /^([A-Z]{2})([A-Z][A-Z0-9]{0,11}|\d{4})\.(.+)$/;
/** Courts of these countries issue the same numbers, and only the European number names the court. */
const MANY_REGISTERS: ReadonlySet<string> = new Set(['DE']);

function europeanNumber(text: string): NumberReading[] {
  const bare = text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/^EUID\b[\s:]*/, '');
  const [, letters = '', , number] = EUROPEAN_NUMBER.exec(bare) ?? [];
  const country = letters === 'EL' ? 'GR' : letters;
  if (number === undefined || !COUNTRIES.has(country) || MANY_REGISTERS.has(country)) return [];
  return [{ value: foldNumber(number), country, schemes: NATIONAL }];
}

function romanianNumbers(text: string): NumberReading[] {
  const number = text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/^(?:EUID\b[\s:]*)?ROONRC\.?/, '')
    // No other number is written in this form, so the words in front do not matter.
    .replace(/^.*[^0-9A-Z](?=[A-Z]\s*\d{1,2}\s*\/\s*\d{1,6}\s*\/\s*\d{4}$)/, '');
  const lasting = lastingNumber(number);
  if (!isRegistrationNumber(lasting)) return [];
  const forms = registrationNumberForms(lasting).filter((form) => !form.includes('.'));
  // The county is also written with one digit.
  const short = forms.flatMap((form) => (/^[A-Z]0\d\//.test(form) ? [form.replace('0', '')] : []));
  return [...new Set([lasting, ...forms, ...short].map(foldNumber))].map((value) => ({
    value,
    country: 'RO',
    schemes: NATIONAL,
  }));
}
