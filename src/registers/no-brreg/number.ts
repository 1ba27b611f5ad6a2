import { FieldFault, type RecordReader } from '../../importer/index.ts';

/** The number of the entity that a record is about. @throws {FieldFault} where there is none */
export function numberOf(record: RecordReader): string {
  const number = record.text('organisasjonsnummer');
  if (number === undefined) throw new FieldFault('organisasjonsnummer', 'is missing');
  return number;
}
