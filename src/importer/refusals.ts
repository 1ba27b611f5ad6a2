/** Reasons why a file is refused: the missing columns or fields, and the probable kind of the file. @module */
import { quoteValue } from '../model/index.ts';
import type { FileLayout } from './formats/layout.ts';
import type { TextFormat } from './formats/text.ts';

/** The header or the first record of a file. */
export interface Start {
  readonly what: 'column' | 'field';
  /** The columns, or the members of the record. */
  readonly names: readonly string[];
  /** The record of a JSON or XML file. */
  readonly record?: unknown;
  has(path: string): boolean;
}

/** The start of a file, read as one of the kinds. */
export interface TriedStart {
  readonly kind: string;
  readonly layout: FileLayout;
  readonly start: Start;
}

/** Maximum number of names in a message. */
const NAMES_MAX = 5;

/** Maximum depth of a list in a response. */
const LIST_DEPTH_MAX = 3;

/** Delimiters that publishers use. */
const DELIMITERS = [',', ';', '\t', '|', '^'];

/** Returns why a file matches none of the kinds. */
export function findReason(tried: readonly TriedStart[], kinds: Readonly<Record<string, FileLayout>>): string {
  for (const { start } of tried) {
    const response = responseReason(start.record, Object.values(kinds));
    if (response !== undefined) return response;
  }
  const [nearest] = tried
    .map(({ kind, layout: { required }, start }) => {
      const missing = required.filter((field) => !start.has(field));
      return { kind, start, missing, share: 1 - missing.length / required.length };
    })
    .toSorted((a, b) => b.share - a.share);
  if (nearest !== undefined && nearest.share > 0.5) {
    return `it looks like ${nearest.kind}, but ${formatMissing(nearest.start.what, nearest.missing)}`;
  }
  const hasColumns = tried.some(({ start }) => start.names.length > 1);
  for (const { layout, start } of hasColumns ? [] : tried) {
    const other = otherDelimiter(start.names, layout);
    if (other !== undefined) return other;
  }
  const names = tried.find(({ start }) => start.names.length > 0)?.start.names;
  const shown = names === undefined ? '' : ` (${formatList(names)})`;
  const known = Object.keys(kinds).join(', ');
  return `it is not a known file of this register: its first record${shown} has the required fields of none of the kinds ${known}`;
}

/** Returns a clause for one or several missing names: "the column "a" is missing". */
export function formatMissing(what: 'column' | 'field', missing: readonly string[]): string {
  return missing.length === 1
    ? `the ${what} ${quoteValue(missing[0])} is missing`
    : `the ${what}s ${formatList(missing)} are missing`;
}

/** Returns the reason if the file is a saved response of an interface with the list of records inside; undefined for other records. */
function responseReason(record: unknown, layouts: readonly FileLayout[]): string | undefined {
  if (layouts.some(({ required }) => required.some((field) => hasField(record, field)))) return undefined;
  for (const [path, first] of findLists(record)) {
    const isOurs = layouts.some(
      ({ required }) => required.length > 0 && required.every((field) => hasField(first, field)),
    );
    if (isOurs) return `it is a response of the interface: give the list under ${quoteValue(path)}`;
  }
  return undefined;
}

/** Returns the reason if the first record has no required field at all; undefined for other records. */
export function otherRecord(record: unknown, layout: FileLayout): string | undefined {
  const { required } = layout;
  if (typeof record !== 'object' || record === null || Array.isArray(record) || required.length === 0) return undefined;
  if (required.some((field) => hasField(record, field))) return undefined;
  const names = Object.keys(record);
  const shown = names.length === 0 ? '' : `; its first record has ${formatList(names)}`;
  return responseReason(record, [layout]) ?? `${formatMissing('field', required)}${shown}`;
}

/** Returns the reason if a CSV has another delimiter; undefined if the delimiter is right. */
export function otherDelimiter(columns: readonly string[], { csv }: FileLayout): string | undefined {
  const [only, ...others] = columns;
  if (only === undefined || others.length > 0 || csv === undefined) return undefined;
  const found = DELIMITERS.find((delimiter) => delimiter !== csv.delimiter && only.split(delimiter).length > 2);
  if (found === undefined) return undefined;
  return `its columns are divided by ${quoteValue(found)}; must be ${quoteValue(csv.delimiter)}`;
}

/** Returns the reason for a file in a format that no layout declares, with the formats to use instead. */
export function otherFormat(format: TextFormat | 'xlsx' | 'parquet', layouts: readonly FileLayout[]): string {
  if (format === 'tar') return 'it is a tar inside a tar';
  const [mark] = layouts.flatMap(({ fixedWidth }) => fixedWidth?.header.mark ?? []);
  const editions = (['json', 'csv', 'xml', 'xlsx', 'parquet'] as const).filter((one) =>
    layouts.some((layout) => layout[one] !== undefined),
  );
  if (editions.length === 0 && layouts.some(({ answers }) => answers === true)) return 'it has no responses of a crawl';
  if (editions.length === 0) return `its first line does not begin with ${quoteValue(mark)}`;
  const probably = format === 'json' ? ', probably a response of the interface' : '';
  const names = editions.map(nameOfFormat);
  return `it is ${nameOfFormat(format)}${probably}; take the ${names.join(' or the ')} edition`;
}

function nameOfFormat(format: string): string {
  return format === 'parquet' ? 'Parquet' : format.toUpperCase();
}

/** Whether a record has a value at a path. */
export function hasField(record: unknown, path: string): boolean {
  let at = record;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}

/** Yields the lists inside a record, each with its path and its first member. */
function* findLists(value: unknown, path = '', depth = 1): Generator<[path: string, first: unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > LIST_DEPTH_MAX) return;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (Array.isArray(member)) yield [at, member[0]];
    else yield* findLists(member, at, depth + 1);
  }
}

function formatList(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map((name) => quoteValue(name));
  if (names.length > NAMES_MAX) shown.push(`${names.length - NAMES_MAX} more`);
  return shown.join(', ');
}
