import { hasRightDigits } from '../../model/index.ts';

/** A number as the service writes it in one place or the other, and as people do: `30435 h`, `433826f`, `FN 030435h`. */
const NUMBER = /^(?:FN)?\s*0*([1-9]\d{0,5})\s*([a-z])$/i;

/** A number as extracts print it, `30435 h`; undefined where the text is none. */
export function numberOf(text: string | undefined): string | undefined {
  const [, digits, letter] = NUMBER.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : `${digits} ${letter?.toLowerCase()}`;
}

/** A number as requests have it: `30435h`. */
export function compact(number: string): string {
  return number.replace(' ', '');
}

/** Whether the letter is the check letter of the digits. */
export function hasRightCheckLetter(number: string): boolean {
  return hasRightDigits('AT Firmenbuchnummer', number);
}

/** The other ways in which it is written: behind FN, and with the zeros that European numbers have. */
export function formsOf(number: string): string[] {
  const padded = number.padStart('000000 a'.length, '0');
  return padded === number ? [`FN ${number}`] : [`FN ${number}`, padded, `FN ${padded}`];
}
