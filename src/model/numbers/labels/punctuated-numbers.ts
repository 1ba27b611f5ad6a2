/**
 * Numbers whose punctuation says which they are.
 * @module
 */
import { foldNumber } from '../../folding/rules.ts';
import { NATIONAL, VAT_SCHEMES } from '../schemes.ts';
import type { LabelledNumber } from './number-kinds.ts';

/**
 * The old form as people write it, with any text around it, for no other number has this form. A certificate prints the day of the
 * registration in place of the year, and some write the letter apart.
 */
const WRITTEN = new RegExp(
  String.raw`(?:^|[^0-9A-Z])(?:ROONRC\.?)?([A-Z])\s*[/\\-]?\s*(\d{1,2})\s*[/\\-]\s*(\d{1,6})\s*[/\\-]\s*(?:\d{1,2}[./-]\d{1,2}[./-])?(\d{4})(?!\d|[/.-]\d)`,
);

const COUNTIES_MAX = 52;

/** Returns the registration number in a text, in its old form; empty if it has none. */
export function romanianNumbers(text: string): LabelledNumber[] {
  const [, letter = '', county = '', serial, year] = WRITTEN.exec(text.normalize('NFKC').trim().toUpperCase()) ?? [];
  if (serial === undefined || Number(county) < 1 || Number(county) > COUNTIES_MAX) return [];
  const number = `${letter}${county}/${Number(serial)}/${year}`;
  return [{ value: foldNumber(number), text: number, country: 'RO', schemes: NATIONAL }];
}

/** The VAT number in a Hungarian tax number, 8-1-2 digits, and in a statistical number, 8-4-3-2 digits: no other numbers are so divided. */
const HUNGARIAN = /^(?:HU[\s-]?)?(\d{8})-(?:[1-5]-\d{2}|\d{4}-\d{3}-\d{2})$/;

/** Returns the VAT number in a Hungarian number; empty for any other text. */
export function hungarianNumbers(text: string): LabelledNumber[] {
  const [, value] = HUNGARIAN.exec(text.normalize('NFKC').trim().toUpperCase()) ?? [];
  return value === undefined ? [] : [{ value, country: 'HU', schemes: VAT_SCHEMES }];
}
