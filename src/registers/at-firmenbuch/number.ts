import { FieldFault } from '../../importer/declaration.ts';
import { quoteValue } from '../../model/index.ts';

/** A number as the service and people write it: `30435 h`, `433826f`, `FN 030435h`. */
const NUMBER = /^(?:FN)?\s*0*([1-9]\d{0,5})\s*([a-z])$/i;

/** A number as extracts print it, `30435 h`; undefined where the text is not a number. */
export function numberOf(text: string | undefined): string | undefined {
  const [, digits, letter] = NUMBER.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : `${digits} ${letter?.toLowerCase()}`;
}

/** A number as extracts print it. @throws {FieldFault} where the text is not a number */
export function requiredNumber(field: string, text: string | undefined): string {
  const number = numberOf(text);
  if (number === undefined) throw new FieldFault(field, `must be a number, got ${quoteValue(text)}`);
  return number;
}

/** A number as requests have it: `30435h`. */
export function compact(number: string): string {
  return number.replace(' ', '');
}

/** Other forms of a number: with `FN`, and with the zeros of European numbers. */
export function formsOf(number: string): string[] {
  const padded = number.padStart('000000 a'.length, '0');
  return padded === number ? [`FN ${number}`] : [`FN ${number}`, padded, `FN ${padded}`];
}
