import { FieldFault, required, type RecordReader } from '../../importer/declaration.ts';
import { quoteValue } from '../../model/index.ts';

/** The number as published. @throws {FieldFault} where it is missing or too long */
export function numberOf(record: RecordReader): string {
  const number = required(record.digits('arGemi'), 'arGemi');
  if (!/^\d{1,12}$/.test(number)) throw new FieldFault('arGemi', `must have 1 to 12 digits, got ${quoteValue(number)}`);
  return number;
}

/** A number without the zeros in front, by which its records are joined: the interface takes both. */
export function bareNumber(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}

/** A number with zeros to twelve digits. */
export function paddedNumber(number: string): string {
  return bareNumber(number).padStart(12, '0');
}

/** The other way to write a number: the interface writes it as it is, the index of LEIs with zeros to twelve digits. */
export function otherForm(number: string): string | undefined {
  return [paddedNumber(number), bareNumber(number)].find((form) => form !== number);
}
