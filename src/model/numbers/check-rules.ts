import { foldNumber } from '../folding.ts';
import { isLei } from '../lei.ts';
import type { CompanyIdentifier } from '../resources.ts';
import { hasIso7064Digit, hasLuhnDigit, hasModulus11Digit, luhnDigitOf, weightedSum } from './check-digits.ts';
import { frenchVatKey } from './french-vat.ts';
import { labelledNumbers, type LabelledNumber } from './labels.ts';
import { isCui, isRegistrationNumber } from './romania.ts';

/** A kind of number whose check digits can be told right from wrong. */
interface CheckRule {
  readonly scheme: CompanyIdentifier['scheme'];
  /** Absent where the rule is the same everywhere. */
  readonly country_scope?: string;
  /** What the number is called in its country. */
  readonly name: string;
  /** Matches a folded number that has the form, whatever its digits; the first group is what `areRight` is given. */
  readonly form: RegExp;
  readonly areRight: (number: string) => boolean;
}

/** What one less eleven leaves of the weighted sum; 10 and 11 as 0 and 1, as most rules write them. */
const less11 = (digits: string, weights: readonly number[]): number => 11 - (weightedSum(digits, weights) % 11);

const lastOf = (digits: string): number => Number(digits.at(-1));

/** The remainder by eleven; where it is ten, that by the second weights, and zero where that is ten, too. */
function bulgarianDigit(digits: string, weights: readonly number[], second: readonly number[]): string {
  const first = weightedSum(digits, weights) % 11;
  return String(first < 10 ? first : (weightedSum(digits, second) % 11) % 10);
}

/** Weights of Ukrainian codes, and of those from 30,000,000 to 60,000,000. */
const UKRAINIAN = [1, 2, 3, 4, 5, 6, 7];
const UKRAINIAN_MIDDLE = [7, 1, 2, 3, 4, 5, 6];

/**
 * The rules that are known, by country and name. Each is published, or used by an importer that has proven it with genuine numbers. Where
 * a register writes its numbers in one way only, its importer checks that, too.
 */
const RULES = {
  LEI: rule('lei', undefined, 'LEI', /^([0-9A-Z]{18}\d{2})$/, isLei),
  'AT Firmenbuchnummer': registered('AT', 'Firmenbuchnummer', /^(?:FN)?(\d{1,6}[A-Z])$/, (number) => {
    const digits = number.slice(0, -1).padStart(6, '0');
    return number.at(-1) === 'ABDFGHIKMPSTVWXYZ'[weightedSum(digits, [6, 4, 14, 15, 10, 1]) % 17];
  }),
  'BE ondernemingsnummer': registered('BE', 'ondernemingsnummer', /^(?:BE)?([01]\d{9})$/, (number) => {
    // The last two are 97 less the remainder of the others by 97.
    return Number(number.slice(8)) === 97 - (Number(number.slice(0, 8)) % 97);
  }),
  // The last four of thirteen digits are those of a unit.
  'BG ЕИК': registered('BG', 'ЕИК', /^(\d{9}|\d{13})$/, (number) => {
    const isRight =
      number[8] === bulgarianDigit(number.slice(0, 8), [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
    return (
      isRight && (number.length === 9 || number[12] === bulgarianDigit(number.slice(8, 12), [2, 7, 3, 5], [4, 9, 5, 7]))
    );
  }),
  'CH UID': registered('CH', 'UID', /^(?:CHE)?(\d{9})$/, (number) => {
    // A number whose digit would be 10 is not issued.
    return lastOf(number) === less11(number.slice(0, 8), [5, 4, 3, 2, 7, 6, 5, 4]) % 11;
  }),
  'CZ IČO': registered('CZ', 'IČO', /^(?:CZ)?(\d{8})$/, (number) => {
    return lastOf(number) === less11(number.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 10;
  }),
  'DK CVR': registered('DK', 'CVR', /^(?:DK)?(\d{8})$/, (number) => {
    return weightedSum(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  }),
  'EE registrikood': registered('EE', 'registrikood', /^(\d{8})$/, hasModulus11Digit),
  'EE KMKR': rule('eu_vat_number', 'EE', 'KMKR', /^(?:EE)?(\d{9})$/, (number) => {
    return weightedSum(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
  }),
  // Orden EHA/451/2008: the first letter is the kind of company, some of which have a letter in the place of the check digit.
  'ES NIF': registered('ES', 'NIF', /^(?:ES)?([A-HJNP-SUVW]\d{7}[\dA-J])$/, (number) => {
    const wanted = luhnDigitOf(number.slice(1, 8));
    return number[8] === String(wanted) || number[8] === 'JABCDEFGHI'[wanted];
  }),
  'FI Y-tunnus': registered('FI', 'Y-tunnus', /^(?:FI)?(\d{8})$/, (number) => {
    const rest = weightedSum(number.slice(0, 7), [7, 9, 10, 5, 8, 4, 2]) % 11;
    // A remainder of 1 would need the digit 10: such numbers are not issued.
    return lastOf(number) === (rest === 0 ? 0 : 11 - rest);
  }),
  'FR SIREN': registered('FR', 'SIREN', /^(\d{9})$/, hasLuhnDigit),
  'FR TVA': rule('eu_vat_number', 'FR', 'TVA', /^FR(\d{11})$/, (number) => {
    return number.slice(0, 2) === frenchVatKey(number.slice(2)) && hasLuhnDigit(number.slice(2));
  }),
  'GR ΑΦΜ': rule('tin', 'GR', 'ΑΦΜ', /^(?:EL|GR)?(\d{9})$/, (number) => {
    return lastOf(number) === (weightedSum(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10;
  }),
  'HR OIB': rule('tin', 'HR', 'OIB', /^(?:HR)?(\d{11})$/, hasIso7064Digit),
  // Decreto ministeriale 13813 of 23 December 1976; those of persons have letters.
  'IT codice fiscale': registered('IT', 'codice fiscale', /^(?:IT)?(\d{11})$/, hasLuhnDigit),
  'LT kodas': registered('LT', 'juridinio asmens kodas', /^(\d{9})$/, hasModulus11Digit),
  'LV reģistrācijas numurs': registered('LV', 'reģistrācijas numurs', /^(?:LV)?(\d{11})$/, (number) => {
    return weightedSum(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  }),
  'MD IDNO': registered('MD', 'IDNO', /^(\d{13})$/, (number) => {
    return lastOf(number) === weightedSum(number, [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10;
  }),
  'NO organisasjonsnummer': registered(
    'NO',
    'organisasjonsnummer',
    /^(?:NO)?([89]\d{8})(?:MVA)?$/,
    // Numbers whose check digit would be 10 are not issued.
    (number) => lastOf(number) === less11(number.slice(0, 8), [3, 2, 7, 6, 5, 4, 3, 2]) % 11,
  ),
  'PL NIP': rule('tin', 'PL', 'NIP', /^(?:PL)?(\d{10})$/, (number) => {
    // Numbers whose check digit would be 10 are not issued.
    return lastOf(number) === weightedSum(number.slice(0, 9), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
  }),
  // The last five of fourteen digits are those of a unit; zeros stand for the company.
  'PL REGON': registered('PL', 'REGON', /^(\d{9})(?:0{5})?$/, (number) => {
    return lastOf(number) === (weightedSum(number.slice(0, 8), [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10;
  }),
  // Decreto-Lei 14/2013 has no formula: that of its tax administration, as it is widely published. From 1 to 4 they are persons'.
  'PT NIPC': registered('PT', 'NIPC', /^(?:PT)?([5-9]\d{8})$/, (number) => {
    return lastOf(number) === (less11(number.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10;
  }),
  'RO CUI': registered('RO', 'CUI', /^(?:RO)?([1-9]\d{1,9})$/, isCui),
  'RO număr de ordine': registered(
    'RO',
    'număr de ordine în registrul comerțului',
    /^([A-Z]\d{13})$/,
    isRegistrationNumber,
  ),
  // With a month in the third and fourth place, or 302 in front, it is a person's.
  'SE organisationsnummer': registered('SE', 'organisationsnummer', /^(?!..[01]|302)(\d{10})$/, hasLuhnDigit),
  'SE momsregistreringsnummer': rule(
    'eu_vat_number',
    'SE',
    'momsregistreringsnummer',
    /^SE(?!..[01]|302)(\d{10})01$/,
    hasLuhnDigit,
  ),
  'SI matična številka': registered('SI', 'matična številka', /^(\d{10})$/, (number) => {
    // The last three tell the units of a subject from each other.
    return Number(number[6]) === (less11(number.slice(0, 6), [7, 6, 5, 4, 3, 2]) % 11) % 10;
  }),
  'SI davčna številka': rule('tin', 'SI', 'davčna številka', /^(?:SI)?([1-9]\d{7})$/, (number) => {
    const wanted = less11(number.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]);
    return wanted !== 11 && lastOf(number) === wanted % 10;
  }),
  'SK IČO': registered('SK', 'IČO', /^(\d{8})$/, (number) => {
    return lastOf(number) === less11(number.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 10;
  }),
  'UA ЄДРПОУ': registered('UA', 'код ЄДРПОУ', /^(\d{8})$/, (number) => {
    const value = Number(number);
    const weights = value > 30_000_000 && value < 60_000_000 ? UKRAINIAN_MIDDLE : UKRAINIAN;
    const first = weightedSum(number, weights) % 11;
    if (first < 10) return lastOf(number) === first;
    const others = weights.map((weight) => weight + 2);
    return lastOf(number) === (weightedSum(number, others) % 11) % 10;
  }),
} as const satisfies Readonly<Record<string, CheckRule>>;

/** The kinds of numbers whose rule is known. */
export type CheckedNumber = keyof typeof RULES;

/** Whether a number, in whatever punctuation, has the form of a kind and its right check digits. */
export function hasRightDigits(kind: CheckedNumber, number: string): boolean {
  const { form, areRight } = RULES[kind];
  const [, digits] = form.exec(foldNumber(number)) ?? [];
  return digits !== undefined && areRight(digits);
}

/** How registers write their numbers; people write them in more ways, which the rules accept. */
const PUBLISHED = {
  'BE ondernemingsnummer': /^[01]\d{3}\.\d{3}\.\d{3}$/,
  'BG ЕИК': /^\d+$/,
  'CH UID': /^CHE\d{9}$/,
  'CZ IČO': /^\d{8}$/,
  'DK CVR': /^\d{8}$/,
  'EE KMKR': /^EE\d{9}$/,
  'FI Y-tunnus': /^\d{7}-\d$/,
  'FR SIREN': /^\d{9}$/,
  'GR ΑΦΜ': /^\d{9}$/,
  'HR OIB': /^\d{11}$/,
  'LV reģistrācijas numurs': /^\d{11}$/,
  'MD IDNO': /^\d{13}$/,
  'NO organisasjonsnummer': /^[89]\d{8}$/,
  'SE organisationsnummer': /^\d{10}$/,
  'SI davčna številka': /^\d{8}$/,
  'SI matična številka': /^\d{10}$/,
  'SK IČO': /^\d{8}$/,
  'UA ЄДРПОУ': /^\d{8}$/,
} as const satisfies Readonly<Partial<Record<CheckedNumber, RegExp>>>;

/** Whether a text is a number exactly as its register writes it, with the right check digits. */
export function isPublishedNumber(kind: keyof typeof PUBLISHED, text: string): boolean {
  return PUBLISHED[kind].test(text) && hasRightDigits(kind, text);
}

/** What the check digits of a number say under one rule. */
export interface CheckedDigits extends Pick<CheckRule, 'scheme' | 'country_scope' | 'name'> {
  readonly are_right: boolean;
}

/** What the check digits of a number say under each rule whose form it has, with the words that stand around it or without them. */
export function checkDigitsOf(number: string): CheckedDigits[] {
  const folded = foldNumber(number);
  const read: readonly LabelledNumber[] = [{ value: folded }, ...labelledNumbers(folded)];
  return Object.values<CheckRule>(RULES).flatMap(({ scheme, country_scope: scope, name, form, areRight }) => {
    for (const { value, country, schemes } of read) {
      if (country !== undefined && country !== scope) continue;
      const [, digits] = (schemes?.includes(scheme) ?? true) ? (form.exec(value) ?? []) : [];
      if (digits === undefined) continue;
      return [{ scheme, ...(scope !== undefined && { country_scope: scope }), name, are_right: areRight(digits) }];
    }
    return [];
  });
}

function registered(country: string, name: string, form: RegExp, areRight: CheckRule['areRight']): CheckRule {
  return rule('national_registry_number', country, name, form, areRight);
}

function rule(
  scheme: CheckRule['scheme'],
  country: string | undefined,
  name: string,
  form: RegExp,
  areRight: CheckRule['areRight'],
): CheckRule {
  return { scheme, ...(country !== undefined && { country_scope: country }), name, form, areRight };
}
