import {
  FieldFault,
  RecordReader,
  present,
  readCell,
  required,
  type CsvRow,
  type JsonRow,
  type Texts,
  type XmlRow,
} from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };
import paths from './paths.json' with { type: 'json' };

/**
 * The used values of one LEI record, trimmed; empty values are absent. paths.json names the values by the columns of the CSV: `updated` is
 * the time of the record's last change, `fileDate` the time at which the file was made.
 */
export interface LeiRecord extends Texts<keyof typeof paths> {
  readonly lei: string;
  /** The language of the name, `xml:lang`. */
  readonly language?: string;
  /** The LEIs of successors, without duplicates. */
  readonly successors: readonly string[];
  /** The lines of the registered office after the first line. */
  readonly additionalLines: readonly string[];
  /** Former, trading and transliterated names, each with its type as published. */
  readonly otherNames: readonly { readonly name: string | undefined; readonly type: string | undefined }[];
  readonly events: readonly LegalEntityEvent[];
}

/** What happened to an entity, or is going on. */
export interface LegalEntityEvent {
  readonly type: string | undefined;
  /** `IN_PROGRESS`, `COMPLETED` or `WITHDRAWN_CANCELLED`. */
  readonly status: string | undefined;
  /** The time from which it is effective, as published. */
  readonly effective: string | undefined;
}

/** The columns for successors in a CSV row: format 3.1 has five numbered columns, format 1.0 has one column without a number. */
const SUCCESSOR_COLUMNS = [
  'Entity.SuccessorEntity.SuccessorLEI',
  ...[1, 2, 3, 4, 5].map((position) => `Entity.SuccessorEntity.${position}.SuccessorLEI`),
];

/** The columns for further names in a CSV row. */
const NAME_COLUMNS = ['OtherEntityName', 'TransliteratedOtherEntityName'].flatMap((element) =>
  [1, 2, 3, 4, 5].map((position) => `Entity.${element}s.${element}.${position}`),
);

/**
 * Reads a record of any edition.
 * @throws {FieldFault} if the LEI is missing, or a value does not have the published type
 */
export function readRecord(row: CsvRow | JsonRow | XmlRow): LeiRecord {
  const values = row.format === 'csv' ? csvValues(row) : treeValues(row.value);
  const { of, language, successors, additionalLines, otherNames, events } = values;
  const texts = Object.entries(paths).map(([name, path]) => [name, of(path)]);
  return {
    ...present<Texts<keyof typeof paths | 'language'>>({ ...Object.fromEntries(texts), language }),
    lei: required(of('LEI'), 'LEI'),
    successors: [...new Set(successors.filter((successor) => successor !== undefined))],
    additionalLines: additionalLines.filter((line) => line !== undefined),
    otherNames: otherNames.filter(({ name }) => name !== undefined),
    events: events.filter(({ type }) => type !== undefined),
  };
}

/** The columns for an event in a CSV row. */
const EVENT_COLUMNS = [1, 2, 3, 4, 5].map((position) => `Entity.LegalEntityEvents.LegalEntityEvent.${position}`);

/**
 * Returns the values of a CSV row by column name, and the lists of repeated elements.
 * @throws {FieldFault} if the file lacks an expected column (its cells may be empty)
 */
function csvValues(row: CsvRow) {
  const isMissing = (column: string): boolean => row.cells.get(column) === undefined;
  const missing = row.record === 1 ? columns.records.csvColumns.find(isMissing) : undefined;
  if (missing !== undefined) throw new FieldFault(missing, 'is not a column of the file');
  const of = (column: string): string | undefined => readCell(row, column);
  return {
    of,
    language: of('Entity.LegalName.xmllang'),
    successors: SUCCESSOR_COLUMNS.map(of),
    additionalLines: [1, 2, 3].map((position) => of(`Entity.LegalAddress.AdditionalAddressLine.${position}`)),
    otherNames: NAME_COLUMNS.map((column) => ({ name: of(column), type: of(`${column}.type`) })),
    events: EVENT_COLUMNS.map((column) => ({
      type: of(`${column}.LegalEntityEventType`),
      status: of(`${column}.event_status`),
      effective: of(`${column}.LegalEntityEventEffectiveDate`),
    })),
  };
}

/**
 * Returns the values of an XML or JSON record, as `csvValues` does. The JSON edition has the elements of the XML edition: a text is the
 * member `$` of its element.
 */
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
    events: (entity?.object('LegalEntityEvents')?.each('LegalEntityEvent') ?? []).map((event) => ({
      type: event.object('LegalEntityEventType')?.text('$'),
      status: event.text('@event_status'),
      effective: event.object('LegalEntityEventEffectiveDate')?.text('$'),
    })),
  };
}
