import { codesIn } from '../../importer/declaration.ts';
import codes from './codes.json' with { type: 'json' };

/** The form of registered sole traders (Einzelunternehmer), whose names are people's. */
const SOLE_TRADER = 'EU';

/** Whether a form is that of sole traders, by its code or, where that is another one, by its words. */
export function isSoleTrader(code: string | undefined, text: string | undefined): boolean {
  return code === SOLE_TRADER || /einzel(unternehm|kauf)/i.test(text ?? '');
}

/** The forms that a search by form finds companies of; the last two are of before 2007 and find none any more. */
export const FORMS: readonly string[] = codes.RECHTSFORM.forms;

/**
 * Words that stand in the names of companies by law, for forms whose code is in no document: a search by them tells the code.
 * That of flexible companies (FlexKapGG, 2024), of European groupings and of European cooperatives.
 */
export const WORDS_OF_FORMS = ['FlexCo', 'FlexKapG', 'Flexible Kapitalgesellschaft', 'EWIV', 'SCE'];

const OFFICES = codesIn(codes.FKEN.officers);
const OWNERS = codesIn(codes.FKEN.owners);

/** What the words for a function begin with where its code is in neither list: clients of the service name some codes only. */
const WORDS_OF_OFFICES =
  /^(GESCHÄFTSFÜHR|(STIFTUNGS)?VORSTAND|AUFSICHTSRAT|VERWALTUNGSRAT|PROKURIST|LIQUIDATOR|ABWICKLER|UNBESCHRÄNKT HAFTEND)/i;

/** Whether a function is that of an officer, by its code; by its words where the code is not known. */
export function isOffice(code: string, text: string): boolean {
  if (OFFICES.includes(code)) return true;
  return !OWNERS.includes(code) && WORDS_OF_OFFICES.test(text);
}

/** The word of the search for what is struck off. */
export const DELETED = 'gelöscht';

/** The change that says so. */
export const DELETION = 'Löschung';
