import {
  FieldFault,
  RecordReader,
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
  const { texts, language, successors, additionalLines, otherNames, events } = values;
  return {
    ...texts,
    ...(language !== undefined && { language }),
    lei: required(texts.lei, 'LEI'),
    successors: [...new Set(successors.filter((successor) => successor !== undefined))],
    additionalLines: additionalLines.filter((line) => line !== undefined),
    otherNames: otherNames.filter(({ name }) => name !== undefined),
    events: events.filter(({ type }) => type !== undefined),
  };
}

type RecordTexts = { [Name in keyof typeof paths]?: string };

/** The names of values by their columns. */
const NAMES = Object.entries(paths).map(([name, path]) => [path, name as keyof RecordTexts] as const);

/** The names of values by the elements on their paths. */
interface PathTree extends Map<string, keyof RecordTexts | PathTree> {}

const TREE: PathTree = new Map();
for (const [path, name] of NAMES) {
  const elements = path.split('.');
  const last = elements.pop() ?? '';
  const above = elements.reduce((tree, element) => {
    const below = tree.get(element) ?? new Map();
    tree.set(element, below);
    return below as PathTree;
  }, TREE);
  above.set(last, name);
}

/** Reads the texts at all paths of a tree. */
function readTexts(record: RecordReader, tree: PathTree, texts: RecordTexts): void {
  for (const [element, name] of tree) {
    if (typeof name === 'string') {
      const text = record.elementText(element);
      if (text !== undefined) texts[name] = text;
    } else {
      const below = record.object(element);
      if (below !== undefined) readTexts(below, name, texts);
    }
  }
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
  const texts: RecordTexts = {};
  for (const [column, name] of NAMES) {
    const text = of(column);
    if (text !== undefined) texts[name] = text;
  }
  return {
    texts,
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
  const texts: RecordTexts = {};
  readTexts(record, TREE, texts);
  const entity = record.object('Entity');
  const named = ['OtherEntityName', 'TransliteratedOtherEntityName'].flatMap(
    (element) => entity?.object(`${element}s`)?.each(element) ?? [],
  );
  return {
    texts,
    language: entity?.object('LegalName')?.text('@xml:lang'),
    successors: entity?.each('SuccessorEntity').map((one) => one.elementText('SuccessorLEI')) ?? [],
    additionalLines:
      entity
        ?.object('LegalAddress')
        ?.each('AdditionalAddressLine')
        .map((line) => line.text('$')) ?? [],
    otherNames: named.map((name) => ({ name: name.text('$'), type: name.text('@type') })),
    events: (entity?.object('LegalEntityEvents')?.each('LegalEntityEvent') ?? []).map((event) => ({
      type: event.elementText('LegalEntityEventType'),
      status: event.text('@event_status'),
      effective: event.elementText('LegalEntityEventEffectiveDate'),
    })),
  };
}
