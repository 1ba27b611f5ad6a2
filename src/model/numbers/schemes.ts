import type { CompanyIdentifier } from '../resources.ts';

export type Scheme = CompanyIdentifier['scheme'];

/** The country of a VAT number, by the letters in front of it. For most countries both are the same code; the United Kingdom has two. */
export const VAT_COUNTRIES: ReadonlyMap<string, string> = new Map(
  'AT BE BG CY CZ DE DK EE EL:GR ES FI FR GB HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI:GB'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(-2)]),
);

/** The schemes of numbers that VAT authorities issue. */
export const VAT_SCHEMES: readonly Scheme[] = ['eu_vat_number', 'vat_number', 'tin'];
export const NATIONAL: readonly Scheme[] = ['national_registry_number'];
export const NATIONAL_AND_VAT: readonly Scheme[] = [...NATIONAL, ...VAT_SCHEMES];

/** The countries whose VAT numbers are the registry number after letters. */
export const VAT_OF_REGISTRY_NUMBER: ReadonlySet<string> = new Set('BE BG CZ DK ES FI LV PT RO'.split(' '));
