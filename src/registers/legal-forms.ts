import { CATEGORY_LABELS } from './fr-sirene/codes.ts';
import SWEDISH from './se-bolagsverket/codes.json' with { type: 'json' };
import ENGLISH from './english-forms.json' with { type: 'json' };
import LABELS from './legal-forms.json' with { type: 'json' };

/** The labels of legal forms that a register publishes as a code or an abbreviation, by country and code. */
const LABELS_BY_COUNTRY: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['FR', new Map([...CATEGORY_LABELS, ...Object.entries(LABELS.FR)])],
  ['GR', new Map(Object.entries(LABELS.GR))],
  ['RO', new Map(Object.entries(LABELS.RO))],
  ['SE', new Map(Object.entries(SWEDISH.organisationsform))],
]);

/** Returns the label of a legal form that the register of a country (ISO 3166-1 alpha-2) publishes as a code; undefined for other forms. */
export function legalFormLabel(country: string, form: string): string | undefined {
  return LABELS_BY_COUNTRY.get(country)?.get(form);
}

const ENGLISH_BY_COUNTRY: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(ENGLISH).map(([country, names]) => [country, new Map(Object.entries(names))]),
);

export const ENGLISH_FORMS_SOURCE = 'Entity Legal Forms Code List (ISO 20275) of GLEIF, CC0 1.0';

/** Returns the English name that GLEIF's list has for a legal form of a country; undefined if it has none, or if the form is in English. */
export function englishLegalForm(country: string, form: string): string | undefined {
  return ENGLISH_BY_COUNTRY.get(country)?.get(toFormKey(form));
}

/** Returns the name of a legal form as the list of English names has it: without case, and without the abbreviations at the end. */
export function toFormKey(name: string): string {
  return name.replace(/ (?:\([^)]*\)|\p{Lu}{2,}(?: \/ \p{Lu}{2,})*)$/u, '').toLowerCase();
}
