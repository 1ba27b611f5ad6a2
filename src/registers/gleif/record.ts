import {
  FieldFault,
  RecordReader,
  cellOf,
  present,
  required,
  type CsvRow,
  type JsonRow,
  type Texts,
  type XmlRow,
} from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };
import paths from './paths.json' with { type: 'json' };

/**
 * The used values of one LEI record, trimmed; empty ones are absent. paths.json names them by the columns of the CSV: `updated` is when the
 * record changed, `fileDate` when the file was made.
 */
export interface LeiRecord extends Texts<keyof typeof paths> {
  readonly lei: string;
  /** The language of the name, `xml:lang`. */
  readonly language?: string;
  /** The LEIs of successors, without repeats. */
  readonly successors: readonly string[];
  /** The lines of the registered office after the first. */
  readonly additionalLines: readonly string[];
  /** Former, trading and transliterated names, each with its type as published. */
  readonly otherNames: readonly { readonly name: string | undefined; readonly type: string | undefined }[];
}

/** The successors a CSV row can name: format 3.1 has five numbered columns, format 1.0 one without a number. */
const SUCCESSOR_COLUMNS = [
  'Entity.SuccessorEntity.SuccessorLEI',
  ...[1, 2, 3, 4, 5].map((position) => `Entity.SuccessorEntity.${position}.SuccessorLEI`),
];

/** The columns of further names in a CSV row. */
const NAME_COLUMNS = ['OtherEntityName', 'TransliteratedOtherEntityName'].flatMap((element) =>
  [1, 2, 3, 4, 5].map((position) => `Entity.${element}s.${element}.${position}`),
);

/**
 * Reads a record of any edition.
 * @throws {FieldFault} where the LEI is missing or a value has not the published type
 */
export function readRecord(row: CsvRow | JsonRow | XmlRow): LeiRecord {
  const values = row.format === 'csv' ? csvValues(row) : treeValues(row.value);
  const { of, language, successors, additionalLines, otherNames } = values;
  const texts = Object.entries(paths).map(([name, path]) => [name, of(path)]);
  return {
    ...present<Texts<keyof typeof paths | 'language'>>({ ...Object.fromEntries(texts), language }),
    lei: required(of('LEI'), 'LEI'),
    successors: [...new Set(successors.filter((successor) => successor !== undefined))],
    additionalLines: additionalLines.filter((line) => line !== undefined),
    otherNames: otherNames.filter(({ name }) => name !== undefined),
  };
}

/**
 * The values of a row by the names of its columns, and those of elements that repeat.
 * @throws {FieldFault} where the file lacks a column that every row has, filled or not
 */
function csvValues(row: CsvRow) {
  const isMissing = (column: string): boolean => row.cells.get(column) === undefined;
  const missing = row.record === 1 ? columns.records.csvColumns.find(isMissing) : undefined;
  if (missing !== undefined) throw new FieldFault(missing, 'is not a column of the file');
  const of = (column: string): string | undefined => cellOf(row, column);
  return {
    of,
    language: of('Entity.LegalName.xmllang'),
    successors: SUCCESSOR_COLUMNS.map(of),
    additionalLines: [1, 2, 3].map((position) => of(`Entity.LegalAddress.AdditionalAddressLine.${position}`)),
    otherNames: NAME_COLUMNS.map((column) => ({ name: of(column), type: of(`${column}.type`) })),
  };
}

/** The same of a tree. The JSON edition has the elements of the XML edition: a text is the member `$` of its element. */
function treeValues(value: unknown) {
  const record = new RecordReader(value);
  const textAt = (path: string, member = '$'): string | undefined => {
    const names = path.split('.');
    return names.reduce<RecordReader | undefined>((element, name) => element?.object(name), record)?.text(member);
  };
  const entity = record.object('Entity');
  const named = ['OtherEntityName', 'TransliteratedOtherEntityName'].flatMap(
    (element) => entity?.object(`${element}s`)?.each(element) ?? [],
  );
  return {
    of: textAt,
    language: textAt('Entity.LegalName', '@xml:lang'),
    successors: entity?.each('SuccessorEntity').map((one) => one.object('SuccessorLEI')?.text('$')) ?? [],
    additionalLines:
      entity
        ?.object('LegalAddress')
        ?.each('AdditionalAddressLine')
        .map((line) => line.text('$')) ?? [],
    otherNames: named.map((name) => ({ name: name.text('$'), type: name.text('@type') })),
  };
}
