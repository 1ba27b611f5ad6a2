import { FieldFault, RecordReader, cellOf, type CsvRow, type JsonRow, type XmlRow } from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };

/** What an import takes from one LEI record, trimmed; an empty value is absent. */
export interface LeiRecord {
  readonly lei: string;
  readonly name: string | undefined;
  /** The language of the name, `xml:lang`. */
  readonly language: string | undefined;
  readonly category: string | undefined;
  readonly entityStatus: string | undefined;
  readonly registrationStatus: string | undefined;
  readonly country: string | undefined;
  readonly jurisdiction: string | undefined;
  readonly authority: string | undefined;
  readonly number: string | undefined;
  readonly formCode: string | undefined;
  readonly otherForm: string | undefined;
  /** The LEIs the record names as successors, without repeats. */
  readonly successors: readonly string[];
  /** When the record changed, as published. */
  readonly updated: string | undefined;
  /** When the file was made, as its header says. */
  readonly fileDate: string | undefined;
}

/** The successors a CSV row can name: format 3.1 has five numbered columns, format 1.0 one without a number. */
const SUCCESSOR_COLUMNS = [
  'Entity.SuccessorEntity.SuccessorLEI',
  ...[1, 2, 3, 4, 5].map((position) => `Entity.SuccessorEntity.${position}.SuccessorLEI`),
];

/** The values of a record by their path, as the CSV names its columns; the language of the name; its successors. */
interface Values {
  readonly of: (path: string) => string | undefined;
  readonly language: string | undefined;
  readonly successors: readonly (string | undefined)[];
}

/**
 * Reads a record of any edition.
 * @throws {FieldFault} where the LEI is missing or a value has not the published type
 */
export function readRecord(row: CsvRow | JsonRow | XmlRow): LeiRecord {
  if (row.format === 'csv' && row.record === 1) requireColumns(row);
  const { of, language, successors } = row.format === 'csv' ? csvValues(row) : treeValues(row.value);
  const lei = of('LEI');
  if (lei === undefined) throw new FieldFault('LEI', 'is missing');
  return {
    lei,
    name: of('Entity.LegalName'),
    language,
    category: of('Entity.EntityCategory'),
    entityStatus: of('Entity.EntityStatus'),
    registrationStatus: of('Registration.RegistrationStatus'),
    country: of('Entity.HeadquartersAddress.Country'),
    jurisdiction: of('Entity.LegalJurisdiction'),
    authority: of('Entity.RegistrationAuthority.RegistrationAuthorityID'),
    number: of('Entity.RegistrationAuthority.RegistrationAuthorityEntityID'),
    formCode: of('Entity.LegalForm.EntityLegalFormCode'),
    otherForm: of('Entity.LegalForm.OtherLegalForm'),
    updated: of('Registration.LastUpdateDate'),
    fileDate: of('ContentDate'),
    successors: [...new Set(successors.filter((successor) => successor !== undefined))],
  };
}

/** Columns that the CSV has in every row, filled or not. @throws {FieldFault} where the file lacks one */
function requireColumns({ cells }: CsvRow): void {
  const missing = columns.records.csvColumns.find((column) => cells.get(column) === undefined);
  if (missing !== undefined) throw new FieldFault(missing, 'is no column of the file');
}

function csvValues(row: CsvRow): Values {
  const of = (column: string): string | undefined => cellOf(row, column);
  return { of, language: of('Entity.LegalName.xmllang'), successors: SUCCESSOR_COLUMNS.map(of) };
}

/** The JSON edition has the elements of the XML edition: a text is the member `$` of its element. */
function treeValues(value: unknown): Values {
  const record = new RecordReader(value);
  const textAt = (path: string, member = '$'): string | undefined => {
    const names = path.split('.');
    return names.reduce<RecordReader | undefined>((element, name) => element?.object(name), record)?.text(member);
  };
  const successors = record.object('Entity')?.each('SuccessorEntity') ?? [];
  return {
    of: textAt,
    language: textAt('Entity.LegalName', '@xml:lang'),
    successors: successors.map((successor) => successor.object('SuccessorLEI')?.text('$')),
  };
}
