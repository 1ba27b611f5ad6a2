import { foldNumber } from '../folding/rules.ts';
import { weightedSum } from './check-digits.ts';

/** Letter, county, number, year: `J40/15812/2017`. The same county may be written with one digit or two. */
const OLD_FORM = /^([A-Z])(\d{1,2})\/(\d{1,6})\/(\d{4})$/;

/** Letter, year, number of six digits, county (00 since numbers are issued in this form), check digit: `J2017015812405`. */
const NEW_FORM = /^[A-Z]\d{13}$/;

const NEW_PARTS = /^([A-Z])(\d{4})(\d{6})(\d{2})\d$/;

const CUI = /^(RO)?(\d{2,10})$/;

/** The European number (EUID, Regulation (EU) 2021/1042) begins with this: the country, the register, a full stop. */
const EUID_PREFIX = 'ROONRC.';

const CUI_WEIGHTS = [7, 5, 3, 2, 1, 7, 5, 3, 2];

/**
 * Returns the lasting form of a registration number: the new one. Since 26 July 2024 the register converts the number of a firm whenever it
 * changes the firm's entry, so the same firm has `J40/15812/2017` in one file and `J2017015812405` in the next. A number in neither form is
 * returned in capitals, without blanks.
 */
export function lastingNumber(number: string): string {
  if (NEW_FORM.test(number)) return number;
  const bare = number.replaceAll(/[\s\p{Cc}]+/gu, '').toUpperCase();
  const [, letter, county = '', serial = '', year] = OLD_FORM.exec(bare) ?? [];
  if (letter === undefined) return bare;
  const prefix = `${letter}${year}${serial.padStart(6, '0')}${county.padStart(2, '0')}`;
  return `${prefix}${computeCheckDigit(prefix)}`;
}

/**
 * Returns the other ways in which a registration number is written: old and new form, and both as European numbers. The county has two
 * digits in the old form: with one, `J1/23/2017` would have the same letters and digits as `J12/3/2017`.
 */
export function registrationNumberForms(number: string): string[] {
  const lasting = lastingNumber(number);
  const isSound = isRegistrationNumber(lasting);
  const [, letter, year, serial, county] = (isSound && NEW_PARTS.exec(lasting)) || [];
  // A number with county 00 never had an old form.
  const old = county === undefined || county === '00' ? [] : [`${letter}${county}/${Number(serial)}/${year}`];
  const written = [...new Set([number, lasting, ...old])];
  return [...written.filter((form) => form !== number), ...written.map((form) => EUID_PREFIX + form)];
}

/** Returns the folded values of all ways in which a registration number is written; empty for any other text. */
export function registrationNumberValues(number: string): string[] {
  const lasting = lastingNumber(number.normalize('NFKC').trim().toUpperCase());
  if (!isRegistrationNumber(lasting)) return [];
  const forms = registrationNumberForms(lasting).filter((form) => !form.includes('.'));
  // The county is also written with one digit.
  const short = forms.flatMap((form) => (/^[A-Z]0\d\//.test(form) ? [form.replace('0', '')] : []));
  return [...new Set([lasting, ...forms, ...short].map(foldNumber))];
}

/** Returns the other ways in which a CUI is written: with and without the `RO` of a VAT number. */
export function cuiForms(cui: string): string[] {
  const [, prefix, digits] = CUI.exec(cui.replaceAll(/\s+/g, '').toUpperCase()) ?? [];
  if (digits === undefined) return [];
  return [prefix === undefined ? `RO${digits}` : digits];
}

/** Whether a registration number has one of the two forms and, in the new one, the right check digit. */
export function isRegistrationNumber(number: string): boolean {
  if (OLD_FORM.test(number)) return true;
  return NEW_FORM.test(number) && number.endsWith(computeCheckDigit(number.slice(0, 13)));
}

/** Returns the check digit: the sum of the digits and of the letter's ASCII code, modulo 10. */
function computeCheckDigit(prefix: string): string {
  let sum = prefix.charCodeAt(0) % 10;
  for (let i = 1; i < prefix.length; i++) sum += prefix.charCodeAt(i) - 0x30;
  return String(sum % 10);
}

/**
 * Whether a text is a CUI (cod unic de înregistrare): 2 to 10 digits, the last of which is the sum of the others, weighted 7, 5, 3, 2, 1,
 * 7, 5, 3, 2 from the right, times 10, modulo 11; 10 is 0.
 */
export function isCui(text: string): boolean {
  if (!/^[1-9]\d{1,9}$/.test(text)) return false;
  const digits = text.padStart(10, '0');
  return Number(digits[9]) === ((weightedSum(digits, CUI_WEIGHTS) * 10) % 11) % 10;
}
