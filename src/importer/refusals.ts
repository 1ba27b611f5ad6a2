/**
 * Says why a file is refused: what it has not, and what it probably is.
 * @module
 */
import { quoteValue } from '../model/index.ts';
import type { FileLayout } from './formats/layout.ts';
import type { TextFormat } from './formats/text.ts';

/** The header of a file, or its first record. */
export interface Start {
  readonly what: 'column' | 'field';
  /** The columns, or the members of the record. */
  readonly names: readonly string[];
  /** The record, where it is a tree. */
  readonly record?: unknown;
  /** Whether a mark of its own tells the kind of the file. */
  readonly isMarked: boolean;
  has(path: string): boolean;
}

/** A start that was tried as one of the kinds. */
export interface TriedStart {
  readonly kind: string;
  readonly layout: FileLayout;
  readonly start: Start;
}

/** How many names a message shows. */
const NAMES_MAX = 5;

/** How deep the list of an answer may lie. */
const LIST_DEPTH_MAX = 3;

/** What CSV files are divided by. */
const DELIMITERS = [',', ';', '\t', '|', '^'];

/** Why a file is of none of the kinds that it was tried as. */
export function reasonOf(tried: readonly TriedStart[], kinds: Readonly<Record<string, FileLayout>>): string {
  for (const { start } of tried) {
    const answer = answerOf(start.record, Object.values(kinds));
    if (answer !== undefined) return answer;
  }
  const nearest = tried
    .map(({ kind, layout: { required }, start }) => {
      const missing = required.filter((field) => !start.has(field));
      return { kind, start, missing, share: 1 - missing.length / required.length };
    })
    .toSorted((a, b) => b.share - a.share)[0];
  if (nearest !== undefined && nearest.share > 0.5) {
    return `it looks like ${nearest.kind}, but ${missingOf(nearest.start.what, nearest.missing)}`;
  }
  const isDivided = tried.some(({ start }) => start.names.length > 1);
  for (const { layout, start } of isDivided ? [] : tried) {
    const divided = otherDelimiter(start.names, layout);
    if (divided !== undefined) return divided;
  }
  const names = tried.find(({ start }) => start.names.length > 0)?.start.names;
  const shown = names === undefined ? '' : ` (${listOf(names)})`;
  const known = Object.keys(kinds).join(', ');
  return `it is no known file of this register: its first record${shown} has the required fields of none of the kinds ${known}`;
}

/** "the column "a" is missing", for one or several. */
export function missingOf(what: 'column' | 'field', missing: readonly string[]): string {
  return missing.length === 1
    ? `the ${what} ${quoteValue(missing[0])} is missing`
    : `the ${what}s ${listOf(missing)} are missing`;
}

/**
 * Says so where a record is no record but an answer of a register's interface, with the list of records inside; undefined
 * where it is not.
 */
function answerOf(record: unknown, layouts: readonly FileLayout[]): string | undefined {
  if (layouts.some(({ required }) => required.some((field) => hasField(record, field)))) return undefined;
  for (const [path, first] of listsIn(record)) {
    const isOurs = layouts.some(
      ({ required }) => required.length > 0 && required.every((field) => hasField(first, field)),
    );
    if (isOurs) return `it is an answer of the interface: give the list under ${quoteValue(path)}`;
  }
  return undefined;
}

/** Says that the first record of a file has nothing that its register's have; undefined where it has something. */
export function otherRecord(record: unknown, layout: FileLayout): string | undefined {
  const { required } = layout;
  if (typeof record !== 'object' || record === null || Array.isArray(record) || required.length === 0) return undefined;
  if (required.some((field) => hasField(record, field))) return undefined;
  const names = Object.keys(record);
  const shown = names.length === 0 ? '' : `; its first record has ${listOf(names)}`;
  return answerOf(record, [layout]) ?? `${missingOf('field', required)}${shown}`;
}

/** Says that a CSV is divided by something else than its register's are; undefined where it is not. */
export function otherDelimiter(columns: readonly string[], { csv }: FileLayout): string | undefined {
  const [only, ...others] = columns;
  if (only === undefined || others.length > 0 || csv === undefined) return undefined;
  const found = DELIMITERS.find((delimiter) => delimiter !== csv.delimiter && only.split(delimiter).length > 2);
  if (found === undefined) return undefined;
  return `its columns are divided by ${quoteValue(found)}; must be ${quoteValue(csv.delimiter)}`;
}

/** Says that a file is in a format that no layout has, and what to take instead. */
export function otherFormat(format: TextFormat | 'xlsx', layouts: readonly FileLayout[]): string {
  if (format === 'tar') return 'it is a tar inside a tar';
  const [marked] = layouts.flatMap(({ fixedWidth }) => (fixedWidth === undefined ? [] : [fixedWidth.header.mark]));
  const editions = (['json', 'csv', 'xml', 'xlsx'] as const).filter((one) =>
    layouts.some((layout) => layout[one] !== undefined),
  );
  if (editions.length === 0 && layouts.some(({ answers }) => answers === true)) return 'it holds no answers of a crawl';
  if (editions.length === 0) return `its first line does not begin with ${quoteValue(marked)}`;
  const probably = format === 'json' ? ', probably an answer of the interface' : '';
  const names = editions.map((edition) => edition.toUpperCase());
  return `it is ${format.toUpperCase()}${probably}; take the ${names.join(' or the ')} edition`;
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

/** The lists of objects inside a record, each with its path and its first member. */
function* listsIn(value: unknown, path = '', depth = 1): Generator<[path: string, first: unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > LIST_DEPTH_MAX) return;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (Array.isArray(member)) yield [at, member[0]];
    else yield* listsIn(member, at, depth + 1);
  }
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map((name) => quoteValue(name));
  if (names.length > NAMES_MAX) shown.push(`${names.length - NAMES_MAX} more`);
  return shown.join(', ');
}
