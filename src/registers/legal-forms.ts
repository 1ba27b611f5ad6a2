import { CATEGORY_LABELS } from './fr-sirene/codes.ts';
import SWEDISH from './se-bolagsverket/codes.json' with { type: 'json' };
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
