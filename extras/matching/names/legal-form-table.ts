import table from './legal-forms.json' with { type: 'json' };

/**
 * The legal forms of each country as names contain them, by kind. Spellings of one form are joined by `=`; they
 * are folded before they are compared, so accents, case and full stops do not matter. legal-forms.json holds them; docs/legal-forms.md is
 * written from it.
 */

/** Forms of different kinds distinguish companies, spellings of one kind do not. */
export const LEGAL_FORM_KINDS = [
  'limited',
  'stock',
  'partnership',
  'cooperative',
  'association',
  'foundation',
  'sole trader',
  'fund',
] as const;
export type LegalFormKind = (typeof LEGAL_FORM_KINDS)[number];

/** The forms of a country by kind: forms between bars, spellings of one form joined by `=`. */
export type FormsOfCountry = Readonly<Partial<Record<LegalFormKind, string>>>;

export const LEGAL_FORM_TABLE: Readonly<Record<string, FormsOfCountry>> = table.countries;

/** Forms from outside the 35 countries, in the index of LEIs and the names of subsidiaries. */
export const OTHER_LEGAL_FORMS: FormsOfCountry = table.elsewhere;
