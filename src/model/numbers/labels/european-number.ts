import { COUNTRIES } from '../../countries/countries.ts';
import { foldNumber } from '../../folding/rules.ts';
import { austrianLetter } from '../check-digits.ts';
import type { LabelledNumber } from './number-kinds.ts';
import { NATIONAL } from '../schemes.ts';
import { isOnlyWords } from './words.ts';

/**
 * The country, the register, a full stop, the number: Implementing Regulation (EU) 2021/1042, annex, section 9. French registers are four
 * digits.
 */
const EUROPEAN_NUMBER = /^(|.*?[^0-9A-Z])([A-Z]{2})([A-Z][A-Z0-9]{0,11}|(?<=FR)\d{4})\.(\S.*)$/;

/** Courts of these countries issue the same numbers: `germanNumbers` reads them with the court. */
const MANY_REGISTERS: ReadonlySet<string> = new Set(['DE']);

/** An Austrian number has no check letter here; the digits behind the hyphen are 000 for the head office. */
const AUSTRIAN = /^(\d{6})-?000$/;

/** Returns the registry number in a European number (EUID), which may have words in front; empty for any other text. */
export function europeanNumbers(text: string): LabelledNumber[] {
  if (!text.includes('.') && !text.includes('．')) return [];
  const written = text.normalize('NFKC').trim().toUpperCase();
  const [, front = '', letters = '', , number] = EUROPEAN_NUMBER.exec(written) ?? [];
  const country = letters === 'EL' ? 'GR' : letters;
  if (number === undefined || !COUNTRIES.has(country) || MANY_REGISTERS.has(country)) return [];
  if (front !== '' && !isOnlyWords(foldNumber(front))) return [];
  const digits = country === 'AT' ? AUSTRIAN.exec(number)?.[1] : undefined;
  const value = digits === undefined ? foldNumber(number) : `${Number(digits)}${austrianLetter(digits)}`;
  return [{ value, text: number, country, schemes: NATIONAL }];
}
