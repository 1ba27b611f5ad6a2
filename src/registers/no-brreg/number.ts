import { FieldFault, type RecordReader } from '../../importer/index.ts';
import { hasRightDigits } from '../../model/index.ts';

/** The number of the entity that a record is about. @throws {FieldFault} where there is none */
export function numberOf(record: RecordReader): string {
  const number = record.text('organisasjonsnummer');
  if (number === undefined) throw new FieldFault('organisasjonsnummer', 'is missing');
  return number;
}

/** Says whether a text is a Norwegian organisation number: nine digits, the first 8 or 9, the last the right check digit. */
export function isOrganisationNumber(text: string): boolean {
  return /^[89]\d{8}$/.test(text) && hasRightDigits('NO organisasjonsnummer', text);
}
