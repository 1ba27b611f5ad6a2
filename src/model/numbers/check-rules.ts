import { foldNumber } from '../folding/rules.ts';
import { isLei } from '../lei.ts';
import type { CompanyIdentifier } from '../resources.ts';
import {
  austrianLetter,
  computeLuhnDigit,
  hasIso7064Digit,
  hasLuhnDigit,
  hasModulus11Digit,
  isSiret,
  weightedSum,
} from './check-digits.ts';
import rules from './check-rules.json' with { type: 'json' };
import { frenchVatKey } from './french-vat.ts';
import { labelledNumbers } from './labels/labelled-numbers.ts';
import type { LabelledNumber } from './labels/number-kinds.ts';
import { numberText } from './spreadsheet.ts';
import { isCui, isRegistrationNumber } from './romania.ts';

type Check = (number: string, weights: readonly number[]) => boolean;

/** Makes a check of the weighted sum of the first digits against the digit after them. */
function formula(isRight: (sum: number, digit: number) => boolean): Check {
  return (number, weights) => isRight(weightedSum(number, weights), Number(number[weights.length]));
}

const CHECKS: Readonly<Record<string, Check>> = {
  'sum % 10 = 0': formula((sum) => sum % 10 === 0),
  'sum % 11 = 0': formula((sum) => sum % 11 === 0),
  'sum % 11 = 3': formula((sum) => sum % 11 === 3),
  'digit = sum % 10': formula((sum, digit) => digit === sum % 10),
  'digit = sum % 11': formula((sum, digit) => digit === sum % 11),
  'digit = sum % 11 % 10': formula((sum, digit) => digit === (sum % 11) % 10),
  'digit = (11 - sum % 11) % 10': formula((sum, digit) => digit === (11 - (sum % 11)) % 10),
  'digit = (11 - sum % 11) % 10, sum % 11 > 0': formula(
    (sum, digit) => sum % 11 > 0 && digit === (11 - (sum % 11)) % 10,
  ),
  'digit = (11 - sum % 11) % 11': formula((sum, digit) => digit === (11 - (sum % 11)) % 11),
  'digit = (11 - sum % 11) % 11 % 10': formula((sum, digit) => digit === ((11 - (sum % 11)) % 11) % 10),
  'ISO 17442': isLei,
  'ISO 7064 MOD 11,10': hasIso7064Digit,
  Luhn: hasLuhnDigit,
  'Estonian and Lithuanian': hasModulus11Digit,
  'Romanian CUI': isCui,
  'Romanian registration number': isRegistrationNumber,
  'Austrian letter': (number) => number.at(-1) === austrianLetter(number.slice(0, -1)),
  '97 less the remainder by 97': (number) => Number(number.slice(8)) === 97 - (Number(number.slice(0, 8)) % 97),
  Bulgarian: isBulgarian,
  Spanish: (number) => {
    const wanted = computeLuhnDigit(number.slice(1, 8));
    return number[8] === String(wanted) || number[8] === 'JABCDEFGHI'[wanted];
  },
  SIRET: isSiret,
  'French VAT': (number) => number.slice(0, 2) === frenchVatKey(number.slice(2)) && hasLuhnDigit(number.slice(2)),
  Ukrainian: isUkrainian,
};

function isBulgarian(number: string): boolean {
  const isRight = number[8] === bulgarianDigit(number.slice(0, 8), [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
  return (
    isRight && (number.length === 9 || number[12] === bulgarianDigit(number.slice(8, 12), [2, 7, 3, 5], [4, 9, 5, 7]))
  );
}

/** Returns the weighted sum modulo 11; if that is 10, the sum by the second weights modulo 11; if that is 10 too, 0. */
function bulgarianDigit(digits: string, weights: readonly number[], second: readonly number[]): string {
  const first = weightedSum(digits, weights) % 11;
  return String(first < 10 ? first : (weightedSum(digits, second) % 11) % 10);
}

function isUkrainian(number: string): boolean {
  const value = Number(number);
  const weights = value > 30_000_000 && value < 60_000_000 ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];
  const first = weightedSum(number, weights) % 11;
  const others = weights.map((weight) => weight + 2);
  return Number(number[7]) === (first < 10 ? first : (weightedSum(number, others) % 11) % 10);
}

/** The kinds of numbers in check-rules.json. Each rule is published, or an importer has proven it with genuine numbers. */
export type CheckedNumber = keyof typeof rules;

/** The kinds of numbers that their register publishes in a single form. */
type PublishedNumber = {
  [K in CheckedNumber]: (typeof rules)[K] extends { readonly published: string } ? K : never;
}[CheckedNumber];

interface CheckRule {
  readonly scheme: CompanyIdentifier['scheme'];
  /** Absent if the rule is the same everywhere. */
  readonly country_scope?: string;
  readonly name: string;
  /** Matches a folded number that has the form, whatever its digits; the first group is the checked part. */
  readonly form: RegExp;
  /** Matches the number as its register writes it; people write it in more ways, which `form` accepts. */
  readonly published: RegExp | undefined;
  /** Set for a rule that no source states: only importers use it, and {@linkcode checkNumber} skips it. */
  readonly isUnpublished?: boolean;
  readonly areRight: (number: string) => boolean;
}

/** A rule as check-rules.json writes it. */
interface WrittenRule {
  readonly scheme: string;
  readonly country_scope?: string;
  readonly name: string;
  readonly form: string;
  readonly published?: string;
  readonly check: string;
  readonly weights?: readonly number[];
  readonly isUnpublished?: boolean;
}

const RULES: ReadonlyMap<string, CheckRule> = new Map(
  Object.entries<WrittenRule>(rules).map(([kind, { scheme, form, published, check, weights = [], ...rest }]) => {
    const isRight = CHECKS[check];
    if (isRight === undefined) throw new Error(`The rule "${kind}" names the check "${check}", which does not exist`);
    return [
      kind,
      {
        ...rest,
        scheme: scheme as CompanyIdentifier['scheme'],
        form: new RegExp(form),
        published: published === undefined ? undefined : new RegExp(published),
        // Zeros pass most rules, and no register issues them.
        areRight: (number) => /[^0]/.test(number) && isRight(number, weights),
      },
    ];
  }),
);

const PUBLISHED_RULES = [...RULES.values()].filter(({ isUnpublished }) => isUnpublished !== true);

/** The rules of a country, and those of no country. */
const RULES_BY_COUNTRY: ReadonlyMap<string, readonly CheckRule[]> = new Map(
  PUBLISHED_RULES.map(({ country_scope: country = '' }) => [
    country,
    PUBLISHED_RULES.filter(({ country_scope: scope = country }) => scope === country),
  ]),
);

/** Whether a number, in whatever punctuation, has the form of a kind and its right check digits. */
export function hasRightDigits(kind: CheckedNumber, number: string): boolean {
  const rule = RULES.get(kind);
  const [, digits] = rule?.form.exec(foldNumber(number)) ?? [];
  return digits !== undefined && rule?.areRight(digits) === true;
}

/** Whether a text is a number exactly as its register writes it, with the right check digits. */
export function isPublishedNumber(kind: PublishedNumber, text: string): boolean {
  return RULES.get(kind)?.published?.test(text) === true && hasRightDigits(kind, text);
}

export interface CheckedDigits extends Pick<CheckRule, 'scheme' | 'country_scope' | 'name'> {
  readonly are_right: boolean;
}

/**
 * Returns the results of all rules whose form a number has. Of a text with words around the number, only the number is checked: the words
 * and the number together have the form of an LEI by chance.
 * @param wanted the country whose rules are wanted; undefined for those of all countries
 */
export function checkNumber(text: string, wanted?: string): CheckedDigits[] {
  const number = numberText(text);
  if (number === undefined) return [];
  const folded = foldNumber(number);
  const labelled = labelledNumbers(number, folded);
  const read: readonly LabelledNumber[] = labelled.length > 0 ? labelled : [{ value: folded }];
  const isOfWords = labelled.length === 0 && hasWords(number);
  const applied =
    wanted === undefined ? PUBLISHED_RULES : (RULES_BY_COUNTRY.get(wanted) ?? RULES_BY_COUNTRY.get('') ?? []);
  return applied.flatMap(({ scheme, country_scope: scope, name, form, areRight }) => {
    if (isOfWords && scheme === 'lei') return [];
    for (const { value, country, schemes } of read) {
      if (country !== undefined && country !== scope) continue;
      const [, digits] = (schemes?.includes(scheme) ?? true) ? (form.exec(value) ?? []) : [];
      if (digits === undefined) continue;
      return [{ scheme, ...(scope !== undefined && { country_scope: scope }), name, are_right: areRight(digits) }];
    }
    return [];
  });
}

/** Whether a text has words: parts of letters only that are not blocks of an LEI, which is written in one piece or in blocks. */
function hasWords(text: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => /^\p{L}+$/u.test(part) && part.length % LEI_BLOCK !== 0);
}

const LEI_BLOCK = 4;
