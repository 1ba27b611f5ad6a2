import { codesIn } from '../../importer/declaration.ts';
import codes from './codes.json' with { type: 'json' };

/** The form of registered sole traders (Einzelunternehmer), whose names are people's. */
const SOLE_TRADER = 'EU';

/** Whether a form is that of sole traders, by its code or by its words. */
export function isSoleTrader(code: string | undefined, text: string | undefined): boolean {
  return code === SOLE_TRADER || /einzel(unternehm|kauf)/i.test(text ?? '');
}

/** The forms for searches by form; the last two date from before 2007 and find no companies any more. */
export const FORMS: readonly string[] = codes.RECHTSFORM.forms;

/**
 * Words that the law requires in the names of some forms whose code no document has: a search for them finds the code. The forms are
 * flexible companies (FlexKapGG, 2024), European groupings and European cooperatives.
 */
export const WORDS_OF_FORMS = ['FlexCo', 'FlexKapG', 'Flexible Kapitalgesellschaft', 'EWIV', 'SCE'];

const OFFICES = codesIn(codes.FKEN.officers);
const OWNERS = codesIn(codes.FKEN.owners);

/** The beginnings of words for functions whose code is in neither list: clients of the service name only some codes. */
const WORDS_OF_OFFICES =
  /^(GESCHÄFTSFÜHR|(STIFTUNGS)?VORSTAND|AUFSICHTSRAT|VERWALTUNGSRAT|PROKURIST|LIQUIDATOR|ABWICKLER|UNBESCHRÄNKT HAFTEND)/i;

/** Whether a function is that of an officer, by its code; by its words where the code is not known. */
export function isOffice(code: string, text: string): boolean {
  if (OFFICES.includes(code)) return true;
  return !OWNERS.includes(code) && WORDS_OF_OFFICES.test(text);
}

/** The status of a company that is struck off. */
export const DELETED = 'gelöscht';

/** The kind of change that strikes a company off. */
export const DELETION = 'Löschung';
