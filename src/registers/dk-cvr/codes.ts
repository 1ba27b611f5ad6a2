import { words } from '../../importer/declaration.ts';

/** Forms of one person in business, and of the estate of a dead one. */
const SOLE_TRADER_FORMS: ReadonlySet<string> = new Set(words('10 15 20'));

const SOLE_TRADER_WORDS = /enkeltmand|personligt ejet|dødsbo/i;

/** Whether a company of this form is one person: by its code, or by its words, whatever the code. */
export function isSoleTrader(code: string, label: string): boolean {
  return SOLE_TRADER_FORMS.has(code) || SOLE_TRADER_WORDS.test(label);
}

/** Where the company is; the other use is its postal address. */
export const SEAT = 'beliggenhedsadresse';
export const POST = 'postadresse';

export const CODES = {
  status: ['aktiv'],
  virksomhedsform: [...SOLE_TRADER_FORMS, ...words('30 40 60 70 80 90 110 115')],
  AdresseringAnvendelse: [SEAT, POST],
} as const;
