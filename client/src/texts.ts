/** The countries that are covered, ISO 3166-1 alpha-2. */
export const COUNTRY_CODES =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MD MT NL NO PL PT RO RS SE SI SK UA'.split(' ');

/** What `<company-search>` says. `{n}` stands for a number. */
export const TEXTS = {
  label: 'Company',
  country: 'Country',
  everyCountry: 'All countries',
  hint: 'At least 3 characters of a name or business ID',
  searching: 'Searching…',
  one: '1 company found',
  many: '{n} companies found',
  more: 'The first {n} companies. Type on to find others.',
  none: 'No company found. Names and IDs are searched from their beginning.',
  waiting: 'Too many searches at once. The next one is sent in {n} s.',
  failed: 'The search cannot be reached.',
  again: 'Try again',
  required: 'Choose a company.',
  unfinished: 'Choose a company from the list.',
};

/** Writes a number into a text. */
export function withNumber(text: string, n: number): string {
  return text.replace('{n}', String(n));
}

/** The name of a country in a language, for people; its code where the browser knows none. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    // A `lang` that is no language tag, or a code that is none: RangeError.
    return code;
  }
}
