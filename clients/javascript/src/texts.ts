import { COUNTRIES } from '../../../src/model/countries.ts';

/** The countries that the service covers, ISO 3166-1 alpha-2. */
export const COUNTRY_CODES = [...COUNTRIES.keys()];

/** All texts of `<company-search>`. `{n}` stands for a number. */
export const TEXTS = {
  label: 'Company',
  country: 'Country',
  allCountries: 'All countries',
  hint: 'At least 3 characters of a name or business ID',
  searching: 'Searching…',
  one: '1 company found',
  many: '{n} companies found',
  more: 'The first {n} companies. Type more to narrow the list.',
  none: 'No company found. The search compares the beginning of names and business IDs.',
  waiting: 'Too many searches at once. The next one is sent in {n} s.',
  failed: 'The search service cannot be reached.',
  retry: 'Try again',
  required: 'Choose a company.',
  unknown: 'No company has this ID.',
  unfinished: 'Choose a company from the list.',
};

/** Replaces `{n}` in a text with a number. */
export function withNumber(text: string, n: number): string {
  return text.replace('{n}', String(n));
}

/** The name of a country in a language (BCP 47), or its code if the browser has no name for it. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    // RangeError: `lang` is not a language tag, or the code is not a region.
    return code;
  }
}
