import { hasRightDigits } from './check-rules.ts';
import { frenchVatNumber } from './french-vat.ts';
import { NATIONAL, NATIONAL_AND_VAT, VAT_SCHEMES, type NumberReading } from './schemes.ts';

type Reader = (value: string) => NumberReading[];

/** Readers of numbers of digits only, by the length of the number. */
const OF_DIGITS: ReadonlyMap<number, readonly Reader[]> = new Map([
  [7, [slovenian]],
  [9, [french, polish, norwegian, swiss]],
  [10, [swedish, slovenian]],
  [11, [liechtenstein]],
  [12, [swedish, finnish]],
  [13, [bulgarian, finnish]],
  [14, [french, polish, finnish]],
  [15, [finnish]],
  [16, [finnish]],
  [17, [finnish]],
]);

const WITH_LETTERS: readonly Reader[] = [
  french,
  bulgarian,
  swedish,
  norwegian,
  swiss,
  austrian,
  liechtenstein,
  finnish,
  dutch,
];

/** Reads the numbers of each country that contain a registry number, or that other numbers contain, in their other forms. */
export function inOtherNumbers(value: string): NumberReading[] {
  const readers = /^\d*$/.test(value) ? (OF_DIGITS.get(value.length) ?? []) : WITH_LETTERS;
  return readers.flatMap((read) => read(value));
}

/** The SIREN, the VAT number made of it, and the SIRET of an establishment. */
function french(value: string): NumberReading[] {
  const [, vat] = /^FR(?:\d{2})(\d{9})$/.exec(value) ?? [];
  if (vat !== undefined && value === frenchVatNumber(vat)) return [{ value: vat, country: 'FR', schemes: NATIONAL }];
  const [, siren] = /^(\d{9})(?:\d{5})?$/.exec(value) ?? [];
  if (siren === undefined) return [];
  const withVat: NumberReading = { value: frenchVatNumber(siren), country: 'FR', schemes: VAT_SCHEMES };
  if (siren === value) return [withVat];
  return hasRightDigits('FR SIRET', value) ? [{ value: siren, country: 'FR', schemes: NATIONAL }, withVat] : [];
}

/** A branch has the number of its company and four digits more. */
function bulgarian(value: string): NumberReading[] {
  const [, digits] = /^(?:BG)?(\d{13})$/.exec(value) ?? [];
  if (digits === undefined || !hasRightDigits('BG ЕИК', digits)) return [];
  const company = digits.slice(0, 9);
  return [
    { value: company, country: 'BG', schemes: NATIONAL_AND_VAT },
    { value: `BG${company}`, country: 'BG', schemes: VAT_SCHEMES },
  ];
}

const REGON_OF_COMPANY = '00000';

/** A REGON of fourteen digits is that of a unit, or with five zeros that of the company. */
function polish(value: string): NumberReading[] {
  const [, company, unit] = /^(\d{9})(\d{5})?$/.exec(value) ?? [];
  if (company === undefined || !hasRightDigits('PL REGON', company)) return [];
  if (unit !== undefined && unit !== REGON_OF_COMPANY && !hasRightDigits('PL REGON of a unit', value)) return [];
  return [company, company + REGON_OF_COMPANY]
    .filter((form) => form !== value)
    .map((form) => ({ value: form, country: 'PL', schemes: NATIONAL }));
}

/** The VAT number adds 01. Statistics Sweden and the tax agency write 16, the century of organisations, in front of the number. */
function swedish(value: string): NumberReading[] {
  const [, inVat] = /^SE(\d{10})(?:01)?$/.exec(value) ?? [];
  const [, withCentury] = /^16(\d{10})$/.exec(value) ?? [];
  const number =
    inVat ??
    (withCentury !== undefined && hasRightDigits('SE organisationsnummer', withCentury) ? withCentury : undefined);
  if (number !== undefined)
    return [{ value: number, country: 'SE', schemes: NATIONAL }, swedishVat(number)].filter(
      (one) => one.value !== value,
    );
  return /^\d{10}$/.test(value) ? [swedishVat(value)] : [];
}

function swedishVat(digits: string): NumberReading {
  return { value: `SE${digits}01`, country: 'SE', schemes: VAT_SCHEMES };
}

function norwegian(value: string): NumberReading[] {
  const [, number] = /^(?:NO)?([89]\d{8})(?:MVA)?$/.exec(value) ?? [];
  if (number === undefined) return [];
  return [
    { value: number, country: 'NO', schemes: NATIONAL_AND_VAT },
    ...[`${number}MVA`, `NO${number}MVA`].map((one) => ({ value: one, country: 'NO', schemes: VAT_SCHEMES })),
  ];
}

function swiss(value: string): NumberReading[] {
  const [, digits] = /^(?:CHE)?(\d{9})$/.exec(value) ?? [];
  if (digits === undefined) return [];
  const withLetters: NumberReading = { value: `CHE${digits}`, country: 'CH' };
  return digits === value ? [withLetters] : [{ value: digits, country: 'CH' }, withLetters];
}

function austrian(value: string): NumberReading[] {
  const [, number] = /^(?:FN)?0*([1-9]\d{0,5}[A-Z])$/.exec(value) ?? [];
  if (number === undefined) return [];
  return [number, number.padStart(7, '0')].flatMap((one) =>
    [one, `FN${one}`].map((form) => ({ value: form, country: 'AT', schemes: NATIONAL })),
  );
}

/** Three digits tell the units of a subject apart; 000 is the subject itself. */
function slovenian(value: string): NumberReading[] {
  const [, subject] = /^(\d{7})(?:\d{3})?$/.exec(value) ?? [];
  if (subject === undefined || !hasRightDigits('SI matična številka', `${subject}000`)) return [];
  return [subject, `${subject}000`]
    .filter((form) => form !== value)
    .map((form) => ({ value: form, country: 'SI', schemes: NATIONAL }));
}

/** `FL-0002.123.456-7`, also without the letters. */
function liechtenstein(value: string): NumberReading[] {
  const [, digits] = /^(?:FL)?(000[1-9]\d{7})$/.exec(value) ?? [];
  if (digits === undefined) return [];
  const other = digits === value ? `FL${digits}` : digits;
  return [{ value: other, country: 'LI', schemes: NATIONAL }];
}

/** The VAT number of an organisation contains its RSIN; the end distinguishes its VAT groups and parts. */
function dutch(value: string): NumberReading[] {
  const [, number] = /^(?:NL)?(\d{9})B\d{2}$/.exec(value) ?? [];
  return number === undefined ? [] : [{ value: number, country: 'NL', schemes: VAT_SCHEMES }];
}

/** The OVT code: 0037, the code of the register in ISO 6523, the number, and an optional part of the organisation. */
function finnish(value: string): NumberReading[] {
  const [, number] = /^0037(\d{8})[0-9A-Z]{0,5}$/.exec(value) ?? [];
  if (number === undefined || !hasRightDigits('FI Y-tunnus', number)) return [];
  return [
    { value: number, country: 'FI', schemes: NATIONAL_AND_VAT },
    { value: `FI${number}`, country: 'FI', schemes: VAT_SCHEMES },
  ];
}
