import { hasRightDigits, weightedSum, type CheckedNumber } from '../../src/model/index.ts';
import forms from './numbers.json' with { type: 'json' };

/** A registry number as its register publishes it, and what the same ordinal gives beside it. */
export interface RegistryNumber {
  readonly value: string;
  /** ISO 3166-1 alpha-2, or ISO 3166-2 where a part of a country keeps its own register. */
  readonly scope: string;
  /** The register's own key, where its number is not unique or not permanent. */
  readonly key?: string | undefined;
  /** A tax number or a VAT number of the same company. */
  readonly second?: { readonly scheme: 'eu_vat_number' | 'vat_number' | 'tin'; readonly value: string } | undefined;
}

/** A number that is valid in the whole country, unless it says where. */
type CountryNumber = Omit<RegistryNumber, 'scope'> & { readonly scope?: string };

/** A number in numbers.json. */
interface Form {
  /** The number of ordinal 0; by default that of the registry number. */
  readonly first?: number;
  /** `#` is a digit, `*` stands for all digits, `{value}` and `{digits}` for the registry number, `?` for check digits. */
  readonly form: string;
  /** The rule of the check digits. */
  readonly kind?: string;
}

interface CountryForms extends Form {
  readonly key?: Form;
  readonly second?: Form & { readonly scheme: string };
}

const FORMS: Readonly<Record<string, CountryForms>> = forms;

/** Every check digit; the letters are Austrian. */
const CHECK_DIGITS = Array.from('0123456789abdfghikmpstvwxyz');
const TWO_CHECK_DIGITS = Array.from({ length: 100 }, (_, i) => padded(i, 2));

/**
 * The registry number of a country with the given ordinal (0, 1, 2 …): different ordinals give different numbers in
 * ascending order, so that neighbours share a prefix as they do in a real register. Undefined where the check digit
 * that the ordinal needs does not exist; take the next one then. Throws a RangeError where the form has no room.
 */
export function registryNumber(country: string, ordinal: number): RegistryNumber | undefined {
  const special = SPECIAL[country];
  const number = special === undefined ? numberOf(country, ordinal) : special(ordinal);
  return number && { scope: country, ...number };
}

function numberOf(country: string, ordinal: number): CountryNumber | undefined {
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

/** The number of an ordinal; undefined where no check digits are right. */
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

/** Countries whose numbers do not just count. */
const SPECIAL: Readonly<Record<string, (ordinal: number) => CountryNumber | undefined>> = {
  // Another letter after the numbers of the first one.
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
  // A day plus 40, a month, a year, two digits in sequence, check, century.
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
