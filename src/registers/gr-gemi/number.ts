import { FieldFault, type RecordReader } from '../../importer/declaration.ts';
import { quoteValue } from '../../model/index.ts';

/** The number as published. @throws {FieldFault} where there is none */
export function numberOf(record: RecordReader): string {
  const number = record.digits('arGemi');
  if (number === undefined) throw new FieldFault('arGemi', 'is missing');
  if (!/^\d{1,12}$/.test(number)) throw new FieldFault('arGemi', `must have 1 to 12 digits, got ${quoteValue(number)}`);
  return number;
}

/** A number without the zeros in front, by which its records are joined: the interface takes both. */
export function bareNumber(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}

/** The other way to write a number: the interface writes it as it is, the index of LEIs with zeros to twelve digits. */
export function otherForm(number: string): string | undefined {
  const bare = bareNumber(number);
  const padded = bare.padStart(12, '0');
  return [padded, bare].find((form) => form !== number);
}
