import { weightedSum } from '../../src/model/index.ts';
import { luhn, mod11, mod11And10, mod11Twice } from './check-digits.ts';

/** A registry number as its register publishes it, and what the same ordinal gives beside it. */
export interface RegistryNumber {
  readonly value: string;
  /** ISO 3166-1 alpha-2, or ISO 3166-2 where a part of a country keeps its own register. */
  readonly scope: string;
  /** The register's own key, where its number is not unique or not permanent. */
  readonly key?: string;
  /** A tax number or a VAT number of the same company. */
  readonly second?: SecondNumber;
}

interface SecondNumber {
  readonly scheme: 'eu_vat_number' | 'vat_number' | 'tin';
  readonly value: string;
}

/** What an ordinal gives: a text is a number alone; undefined where a check digit does not exist. */
type Shape = (ordinal: number) => string | (Partial<RegistryNumber> & Pick<RegistryNumber, 'value'>) | undefined;

/**
 * The registry number of a country with the given ordinal (0, 1, 2 …): different ordinals give different numbers in
 * ascending order, so that neighbours share a prefix as they do in a real register. Undefined where the check digit
 * that the ordinal needs does not exist; take the next one then. Throws a RangeError where the shape has no room.
 */
export function registryNumber(country: string, ordinal: number): RegistryNumber | undefined {
  const shape = SHAPES[country];
  if (shape === undefined) throw new RangeError(`Cannot number a company: no shape for country "${country}"`);
  const number = shape(ordinal);
  return number === undefined
    ? undefined
    : { scope: country, ...(typeof number === 'string' ? { value: number } : number) };
}

function padded(value: number, width: number): string {
  const text = String(value).padStart(width, '0');
  if (text.length > width) throw new RangeError(`Cannot write ${value} in ${width} digits: the shape has no room`);
  return text;
}

/** A number with a second one, which may be made of it. */
function withSecond(
  value: string | undefined,
  scheme: SecondNumber['scheme'],
  secondOf: (value: string) => string | undefined,
): ReturnType<Shape> {
  const second = value === undefined ? undefined : secondOf(value);
  return value === undefined || second === undefined ? value : { value, second: { scheme, value: second } };
}

/** The Czech and Slovak IČO. */
const ico = (seven: string): string => `${seven}${(11 - (weightedSum(seven, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10}`;

/** The Ukrainian ЄДРПОУ: the weights turn round between thirty and sixty millions. */
function edrpou(seven: string): string {
  const turned = seven >= '3000000' && seven < '6000000';
  const first = turned ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];
  return mod11Twice(
    seven,
    first,
    first.map((weight) => weight + 2),
  );
}

/** The Icelandic kennitala of a company: a day plus 40, a month, a year, two digits in sequence, check, century. */
function kennitala(ordinal: number): string | undefined {
  const day = Math.floor(ordinal / 80);
  const date = `${41 + (day % 28)}${padded(1 + (Math.floor(day / 28) % 12), 2)}${padded(Math.floor(day / 336), 2)}`;
  const nine = mod11(`${date}${20 + (ordinal % 80)}`, [3, 2, 7, 6, 5, 4, 3, 2]);
  return nine === undefined ? undefined : `${nine.slice(0, 6)}-${nine.slice(6)}0`;
}

/** The Romanian CUI: the key is aligned to the right. */
function cui(body: string): string {
  const check = (weightedSum(body.padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11;
  return `${body}${check % 10}`;
}

function britishNumber(ordinal: number): ReturnType<Shape> {
  if (ordinal % 20 === 3) return { value: `SC${padded(300_000 + Math.floor(ordinal / 20), 6)}`, scope: 'GB-SCT' };
  if (ordinal % 40 === 7) return { value: `NI${padded(600_000 + Math.floor(ordinal / 40), 6)}`, scope: 'GB-NIR' };
  if (ordinal % 40 === 11) return { value: `OC${padded(300_000 + Math.floor(ordinal / 40), 6)}` };
  return { value: padded(9_100_000 + ordinal, 8) };
}

const SHAPES: Readonly<Record<string, Shape>> = {
  AT: (n) => {
    const six = padded(130_000 + n, 6);
    return `${Number(six)}${'abdfghikmpstvwxyz'.charAt(weightedSum(six, [6, 4, 14, 15, 10, 1]) % 17)}`;
  },
  BE: (n) => {
    const eight = padded(4_100_000 + n, 8);
    const ten = `${eight}${padded(97 - (Number(eight) % 97), 2)}`;
    return `${ten.slice(0, 4)}.${ten.slice(4, 7)}.${ten.slice(7)}`;
  },
  BG: (n) => mod11Twice(padded(20_100_000 + n, 8), [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]),
  CH: (n) => {
    const nine = mod11(padded(10_200_000 + n, 8), [5, 4, 3, 2, 7, 6, 5, 4]);
    const value = nine && `CHE-${nine.slice(0, 3)}.${nine.slice(3, 6)}.${nine.slice(6)}`;
    return withSecond(value, 'vat_number', (number) => `${number} MWST`);
  },
  CY: (n) => ({ value: `HE ${130_000 + n}`, key: `cy-drcor:C:${130_000 + n}` }),
  CZ: (n) => withSecond(ico(padded(2_600_000 + n, 7)), 'eu_vat_number', (value) => `CZ${value}`),
  DE: (n) => ({ value: `HRB ${21_000 + n}`, key: `de-offeneregister:X0000_HRB${21_000 + n}` }),
  DK: (n) => mod11(padded(3_100_000 + n, 7), [2, 7, 6, 5, 4, 3, 2]),
  EE: (n) => {
    const value = mod11Twice(padded(1_100_000 + n, 7), [1, 2, 3, 4, 5, 6, 7], [3, 4, 5, 6, 7, 8, 9]);
    const check = (10 - (weightedSum(value, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10;
    return withSecond(value, 'eu_vat_number', () => `EE${value}${check}`);
  },
  // Another letter after the numbers of the first one.
  ES: (n) => `${'BCDE'.charAt((8_100_000 + n) / 1e7)}${luhn(padded((8_100_000 + n) % 1e7, 7))}`,
  FI: (n) => {
    const eight = mod11(padded(110_000 + n, 7), [7, 9, 10, 5, 8, 4, 2]);
    return withSecond(eight && `${eight.slice(0, 7)}-${eight.slice(7)}`, 'eu_vat_number', () => `FI${eight}`);
  },
  FR: (n) =>
    withSecond(
      luhn(padded(41_000_000 + n, 8)),
      'eu_vat_number',
      (value) => `FR${padded((12 + 3 * (Number(value) % 97)) % 97, 2)}${value}`,
    ),
  GB: britishNumber,
  GR: (n) => {
    const eight = padded(9_400_000 + n, 8);
    const check = (weightedSum(eight, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10;
    return withSecond(`${131_000_000 + n}000`, 'tin', () => `${eight}${check}`);
  },
  HR: (n) => withSecond(padded(80_100_000 + n, 9), 'tin', () => mod11And10(padded(1_234_500_000 + n, 10))),
  HU: (n) => {
    const seven = padded(1_100_000 + n, 7);
    const check = (10 - (weightedSum(seven, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10;
    const value = `${padded(1 + Math.floor(n / 900_000), 2)}-09-${padded(100_000 + (n % 900_000), 6)}`;
    return withSecond(value, 'tin', () => `${seven}${check}-2-41`);
  },
  IE: (n) => String(41_000 + n),
  IS: kennitala,
  IT: (n) => withSecond(luhn(`${padded(210_000 + n, 7)}015`), 'eu_vat_number', (value) => `IT${value}`),
  LI: (n) => `FL-0002.${padded(100 + Math.floor(n / 1000), 3)}.${padded(n % 1000, 3)}-${n % 10}`,
  LT: (n) => mod11Twice(padded(30_100_000 + n, 8), [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 1]),
  LU: (n) => `B${21_000 + n}`,
  LV: (n) => {
    const ten = padded(4_000_310_000 + n, 10);
    const check = (14 - (weightedSum(ten, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11)) % 11;
    return check === 10 ? undefined : `${ten}${check}`;
  },
  MD: (n) => {
    const twelve = `10${padded(3 + Math.floor(n / 100_000), 2)}600${padded(n % 100_000, 5)}`;
    return `${twelve}${weightedSum(twelve, [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10}`;
  },
  MT: (n) => `C ${21_000 + n}`,
  NL: (n) => padded(17_100_000 + n, 8),
  NO: (n) =>
    withSecond(mod11(padded(91_100_000 + n, 8), [3, 2, 7, 6, 5, 4, 3, 2]), 'vat_number', (value) => `${value}MVA`),
  PL: (n) => {
    const nine = padded(521_000_000 + n, 9);
    const check = weightedSum(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
    return withSecond(padded(110_000 + n, 10), 'tin', () => (check === 10 ? undefined : `${nine}${check}`));
  },
  PT: (n) => {
    const eight = padded(50_100_000 + n, 8);
    const check = 11 - (weightedSum(eight, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
    return `${eight}${check > 9 ? 0 : check}`;
  },
  RO: (n) => {
    const year = 1991 + Math.floor(n / 1_200_000);
    const value = `J${padded(1 + (Math.floor(n / 30_000) % 40), 2)}/${1 + (n % 30_000)}/${year}`;
    return { value, key: `ro-onrc:${value}`, second: { scheme: 'tin', value: cui(String(1_300_000 + n)) } };
  },
  RS: (n) => mod11(padded(1_710_000 + n, 7), [8, 7, 6, 5, 4, 3, 2]),
  SE: (n) => {
    const ten = luhn(padded(556_010_000 + n, 9));
    return withSecond(`${ten.slice(0, 6)}-${ten.slice(6)}`, 'eu_vat_number', () => `SE${ten}01`);
  },
  SI: (n) => {
    const seven = mod11(padded(510_000 + n, 6), [7, 6, 5, 4, 3, 2]);
    return seven && `${seven}000`;
  },
  SK: (n) => ico(padded(3_510_000 + n, 7)),
  UA: (n) => ({ value: edrpou(padded(2_410_000 + n, 7)), key: `ua-edr:${1_000_000 + n}` }),
};
