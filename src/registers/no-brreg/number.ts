import { FieldFault, type RecordReader } from '../../importer/index.ts';
import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

/** The number of the entity that a record is about. @throws {FieldFault} where there is none */
export function numberOf(record: RecordReader): string {
  const number = record.text('organisasjonsnummer');
  if (number === undefined) throw new FieldFault('organisasjonsnummer', 'is missing');
  return number;
}

/**
 * Says whether a text is a Norwegian organisation number by form and check digit: nine digits, the first 8 or 9, the
 * last by modulus 11 over the weights 3 2 7 6 5 4 3 2.
 */
export function isOrganisationNumber(text: string): boolean {
  if (!/^[89]\d{8}$/.test(text)) return false;
  const check = 11 - (weightedSum(text, WEIGHTS) % 11);
  // Numbers whose check digit would be 10 are not issued.
  return (check === 11 ? 0 : check) === Number(text[8]);
}
