import { foldNumber } from '../../folding/rules.ts';
import { NATIONAL } from '../schemes.ts';
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
