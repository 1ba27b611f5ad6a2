import { hasRightDigits, weightedSum, type CheckedNumber } from '../../src/model/index.ts';
import forms from './numbers.json' with { type: 'json' };

/** A registry number as its register publishes it, with the key and the second number of the same ordinal. */
export interface RegistryNumber {
  readonly value: string;
  /** ISO 3166-1 alpha-2, or ISO 3166-2 for a part of a country with its own register. */
  readonly scope: string;
  /** The register's own key, if its number is not unique or not permanent. */
  readonly key?: string | undefined;
  /** A tax number or a VAT number of the same company. */
  readonly second?: { readonly scheme: 'eu_vat_number' | 'vat_number' | 'tin'; readonly value: string } | undefined;
}

/** A number that is valid in the whole country, unless it has a `scope`. */
type CountryNumber = Omit<RegistryNumber, 'scope'> & { readonly scope?: string };

/** The form of a number in numbers.json. */
interface Form {
  /** The number for ordinal 0. Default: `first` of the registry number. */
  readonly first?: number;
  /** `#` is one digit, `*` all digits, `{value}` the registry number, `{digits}` its digits, `?` a check digit. */
  readonly form: string;
  /** The rule of the check digits. */
  readonly kind?: string;
}

interface CountryForms extends Form {
  readonly key?: Form;
  readonly second?: Form & { readonly scheme: string };
}

const FORMS: Readonly<Record<string, CountryForms>> = forms;

/** All possible check digits; only Austria has letters. */
const CHECK_DIGITS = Array.from('0123456789abdfghikmpstvwxyz');
const TWO_CHECK_DIGITS = Array.from({ length: 100 }, (_, i) => padded(i, 2));

/**
 * Returns the registry number of a country for an ordinal (0, 1, 2 …). Different ordinals give different numbers in ascending order, so
 * that neighbours share a prefix, as in a real register. Returns undefined if the ordinal would need a check digit that does not exist;
 * use the next ordinal then. Throws a RangeError if the ordinal has too many digits for the form.
 */
export function registryNumber(country: string, ordinal: number): RegistryNumber | undefined {
  const special = SPECIAL[country];
  const number = special === undefined ? createNumber(country, ordinal) : special(ordinal);
  return number && { scope: country, ...number };
}

function createNumber(country: string, ordinal: number): CountryNumber | undefined {
  const form = FORMS[country];
  if (form === undefined) throw new RangeError(`Cannot number a company: no form for country "${country}"`);
  const { first = 0, key, second } = form;
  const value = written(form, ordinal);
  if (value === undefined) return undefined;
  const other = second && written({ first, ...second }, ordinal, value);
  return {
    value,
    key: key && written({ first, ...key }, ordinal),
    second: other === undefined ? undefined : ({ scheme: second?.scheme, value: other } as RegistryNumber['second']),
  };
}

/** Returns the number for an ordinal; undefined if no check digits are right. */
function written({ first = 0, form, kind }: Form, ordinal: number, value = ''): string | undefined {
  const number = first + ordinal;
  const width = form.split('#').length - 1;
  const digits = width === 0 ? [] : Array.from(padded(number, width));
  const text = form
    .replaceAll('#', () => digits.shift() ?? '')
    .replace('*', String(number))
    .replace('{value}', value)
    .replace('{digits}', value.replaceAll(/\D/g, ''));
  return kind === undefined ? text : withCheckDigits(text, kind as CheckedNumber);
}

function withCheckDigits(text: string, kind: CheckedNumber): string | undefined {
  const candidates = text.includes('??') ? TWO_CHECK_DIGITS : CHECK_DIGITS;
  return candidates
    .values()
    .map((digits) => text.replace(/\?+/, digits))
    .find((number) => hasRightDigits(kind, number));
}

function padded(value: number, width: number): string {
  const text = String(value).padStart(width, '0');
  if (text.length > width) throw new RangeError(`Cannot write ${value} in ${width} digits: the form has no room`);
  return text;
}

/** Countries whose numbers are not a counter in one form. */
const SPECIAL: Readonly<Record<string, (ordinal: number) => CountryNumber | undefined>> = {
  // When the numbers of a letter are used up, the next letter follows.
  ES: (n) => {
    const letter = 'BCDE'.charAt((8_100_000 + n) / 1e7);
    const value = withCheckDigits(`${letter}${padded((8_100_000 + n) % 1e7, 7)}?`, 'ES NIF');
    return value === undefined ? undefined : { value };
  },
  GB: (n) => {
    if (n % 20 === 3) return { value: `SC${padded(300_000 + Math.floor(n / 20), 6)}`, scope: 'GB-SCT' };
    if (n % 40 === 7) return { value: `NI${padded(600_000 + Math.floor(n / 40), 6)}`, scope: 'GB-NIR' };
    if (n % 40 === 11) return { value: `OC${padded(300_000 + Math.floor(n / 40), 6)}` };
    return { value: padded(9_100_000 + n, 8) };
  },
  HU: (n) => {
    const seven = padded(1_100_000 + n, 7);
    const check = (10 - (weightedSum(seven, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10;
    const value = `${padded(1 + Math.floor(n / 900_000), 2)}-09-${padded(100_000 + (n % 900_000), 6)}`;
    return { value, second: { scheme: 'tin', value: `${seven}${check}-2-41` } };
  },
  // Day plus 40, month, year, two digits in sequence, check digit, century.
  IS: (n) => {
    const day = Math.floor(n / 80);
    const date = `${41 + (day % 28)}${padded(1 + (Math.floor(day / 28) % 12), 2)}${padded(Math.floor(day / 336), 2)}`;
    const sequence = 20 + (n % 80);
    const check = (11 - (weightedSum(`${date}${sequence}`, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return check === 10 ? undefined : { value: `${date}-${sequence}${check}0` };
  },
  LI: (n) => ({ value: `FL-0002.${padded(100 + Math.floor(n / 1000), 3)}.${padded(n % 1000, 3)}-${n % 10}` }),
  RO: (n) => {
    const year = 1991 + Math.floor(n / 1_200_000);
    const value = `J${padded(1 + (Math.floor(n / 30_000) % 40), 2)}/${1 + (n % 30_000)}/${year}`;
    const cui = withCheckDigits(`${1_300_000 + n}?`, 'RO CUI') ?? '';
    return { value, key: `ro-onrc:${value}`, second: { scheme: 'tin', value: cui } };
  },
};
