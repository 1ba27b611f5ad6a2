import { COUNTRIES } from '../../../src/model/countries/countries.ts';

/** All texts of `<company-search>` in English. `{n}` is replaced by a number, `{fields}` by the names of form fields, `{text}` by the typed text. */
export const ENGLISH = {
  label: 'Company',
  country: 'Country',
  allCountries: 'All countries',
  hint: 'At least 3 characters of a name or business ID',
  searching: 'Searching…',
  one: '1 company found',
  many: '{n} companies found',
  more: 'The first {n} companies. Type more to narrow the list.',
  none: 'No company found. The search compares the beginning of names and business IDs.',
  similar: 'No company begins with “{text}”. Did you mean:',
  unlisted: 'Not listed: use “{text}” as typed',
  typed: '“{text}” is used as typed.',
  waiting: 'Too many searches at once. The next one is sent in {n} s.',
  failed: 'The search service cannot be reached.',
  retry: 'Try again',
  required: 'Choose a company.',
  unknown: 'No company has this ID.',
  unfinished: 'Choose a company from the list.',
  in_liquidation: 'In liquidation',
  insolvent: 'Insolvent',
  closed: 'Closed',
  filled: 'Filled in: {fields}',
  unfilled: 'The form could not be filled in.',
  'field-name': 'name',
  'field-number': 'registry number',
  'field-vat': 'VAT number',
  'field-street': 'street',
  'field-postal-code': 'postal code',
  'field-locality': 'town',
  'field-country': 'country',
};

/** The texts of one language. */
export type Texts = Record<keyof typeof ENGLISH, string>;

/** The texts that a page can replace for all its fields and languages. */
export const TEXTS: Texts = { ...ENGLISH };

/** Replaces `{n}` in a text with a number. */
export function withNumber(text: string, n: number): string {
  return text.replace('{n}', String(n));
}

/** Replaces `{text}` in a text with the typed text. */
export function withTyped(text: string, typed: string): string {
  return text.replace('{text}', () => typed);
}

/** Returns the name of a country in a language (BCP 47), or the code if the browser has no name. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    // RangeError: `lang` is not a language tag, or the code is not a region.
    return code;
  }
}

/** Returns the countries that the service covers with their names in a language (BCP 47), sorted by name. */
export function countryNames(language: string): (readonly [code: string, name: string])[] {
  const names = [...COUNTRIES.keys()].map((code) => [code, countryName(code, language)] as const);
  names.sort(([, a], [, b]) => a.localeCompare(b));
  return names;
}
