import type { CompanyIdentifier } from '../resources.ts';
import vatForms from './vat-forms.json' with { type: 'json' };

export type Scheme = CompanyIdentifier['scheme'];

/** One way to read a number: it means identifiers with this folded value. */
export interface NumberReading {
  readonly value: string;
  /** Only identifiers of this country (ISO 3166-1 alpha-2); undefined for any country or none. */
  readonly country?: string;
  /** Only identifiers of these schemes; undefined for any. */
  readonly schemes?: readonly Scheme[];
}

/**
 * The country of a VAT number, by the letters in front of it: those of ISO 3166, and in Greece and Northern Ireland those of the VIES too.
 */
export const VAT_COUNTRIES: ReadonlyMap<string, string> = new Map(
  'AT BE BG CY CZ DE DK EE EL:GR ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO RS SE SI SK XI:GB'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(-2)]),
);

/** Returns the letters in front of the VAT numbers of a country. */
export function listLetters(country: string): string[] {
  return [...VAT_COUNTRIES].flatMap(([letters, one]) => (one === country ? [letters] : []));
}

const VAT_FORMS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(vatForms.forms).map(([country, form]) => [country, new RegExp(`^(?:${form})$`)]),
);

/** Whether a folded value may be a VAT number of a country, without its letters. */
export function isVatForm(country: string, value: string): boolean {
  return VAT_FORMS.get(country)?.test(value) === true;
}

/** The schemes of numbers that VAT authorities issue. */
export const VAT_SCHEMES: readonly Scheme[] = ['eu_vat_number', 'vat_number', 'tin'];
export const NATIONAL: readonly Scheme[] = ['national_registry_number'];
export const NATIONAL_AND_VAT: readonly Scheme[] = [...NATIONAL, ...VAT_SCHEMES];

/** The countries whose VAT numbers are the registry number after letters. */
export const VAT_OF_REGISTRY_NUMBER: ReadonlySet<string> = new Set('BE BG CZ DK ES FI IT LV PT RO'.split(' '));
