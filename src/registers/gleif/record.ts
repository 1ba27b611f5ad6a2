import { FieldFault, type CsvRow, type Row } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';

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
}

/** The successors a CSV row can name: format 3.1 has five numbered columns, format 1.0 one without a number. */
const SUCCESSOR_COLUMNS = [
  'Entity.SuccessorEntity.SuccessorLEI',
  ...[1, 2, 3, 4, 5].map((position) => `Entity.SuccessorEntity.${position}.SuccessorLEI`),
];

/**
 * Reads a record of either edition.
 * @throws {FieldFault} where the LEI is missing or a value has not the published type
 */
export function readRecord(row: Row): LeiRecord {
  const { csv, json } = row;
  const text = csv === undefined ? (path: string) => jsonText(json, path) : (path: string) => cell(csv, path);
  const lei = text('LEI');
  if (lei === undefined) throw new FieldFault('LEI', 'is missing');
  return {
    lei,
    name: text('Entity.LegalName'),
    language: csv === undefined ? jsonLanguage(json) : cell(csv, 'Entity.LegalName.xmllang'),
    category: text('Entity.EntityCategory'),
    entityStatus: text('Entity.EntityStatus'),
    registrationStatus: text('Registration.RegistrationStatus'),
    country: text('Entity.HeadquartersAddress.Country'),
    jurisdiction: text('Entity.LegalJurisdiction'),
    authority: text('Entity.RegistrationAuthority.RegistrationAuthorityID'),
    number: text('Entity.RegistrationAuthority.RegistrationAuthorityEntityID'),
    formCode: text('Entity.LegalForm.EntityLegalFormCode'),
    otherForm: text('Entity.LegalForm.OtherLegalForm'),
    successors: csv === undefined ? jsonSuccessors(json) : csvSuccessors(csv),
  };
}

function cell(row: CsvRow, column: string): string | undefined {
  return row.cell(column)?.trim() || undefined;
}

function csvSuccessors(row: CsvRow): string[] {
  const found = SUCCESSOR_COLUMNS.map((column) => cell(row, column)).filter((lei) => lei !== undefined);
  return [...new Set(found)];
}

/** The text of the element at a dotted path: an object that holds it under `$`. */
function jsonText(record: unknown, path: string): string | undefined {
  let at: unknown = record;
  for (const name of path.split('.')) at = member(at, name, path);
  return at === undefined ? undefined : elementText(at, path);
}

function jsonLanguage(record: unknown): string | undefined {
  const path = 'Entity.LegalName';
  const name = member(member(record, 'Entity', path), 'LegalName', path);
  const language = member(name, '@xml:lang', `${path}.@xml:lang`);
  return language === undefined ? undefined : plainText(language, `${path}.@xml:lang`);
}

function jsonSuccessors(record: unknown): string[] {
  const path = 'Entity.SuccessorEntity';
  const successors = member(member(record, 'Entity', path), 'SuccessorEntity', path);
  if (successors === undefined) return [];
  const list: unknown[] = Array.isArray(successors) ? successors : [successors];
  const found = list.map((successor) => {
    const lei = member(successor, 'SuccessorLEI', path);
    return lei === undefined ? undefined : elementText(lei, `${path}.SuccessorLEI`);
  });
  return [...new Set(found.filter((lei) => lei !== undefined))];
}

function elementText(element: unknown, path: string): string | undefined {
  const text = member(element, '$', path);
  return text === undefined ? undefined : plainText(text, path);
}

function plainText(value: unknown, path: string): string | undefined {
  if (typeof value !== 'string') throw new FieldFault(path, `must be text, got ${quoteValue(value)}`);
  return value.trim() || undefined;
}

/** One step down. An absent or null parent has no members; anything but an object is a fault. */
function member(parent: unknown, name: string, path: string): unknown {
  if (parent === undefined || parent === null) return undefined;
  if (typeof parent !== 'object' || Array.isArray(parent)) {
    throw new FieldFault(path, `must be an object, got ${quoteValue(parent)}`);
  }
  return (parent as Record<string, unknown>)[name] ?? undefined;
}
