import { readFileSync } from 'node:fs';
import { unwrapped, type IndependentLine, type RawFile, type Reader } from './raw.ts';

/** Maximum number of differences that a comparison lists; all are counted. */
const LISTED_MAX = 50;

/** The result of comparing the lines of an import with an independent reading of the same files. */
export interface Comparison {
  /** Number of records on both sides. */
  records: number;
  /** By field, the number of comparisons: records in which at least one side has the field. */
  readonly fields: Map<string, number>;
  /** Number of different fields, plus number of records on only one side. */
  differing: number;
  readonly differences: string[];
}

/** Reads the files at some paths with the independent reading of a register. */
export function readFiles(read: Reader, paths: readonly string[]): IndependentLine[] {
  const files = paths.flatMap((path): RawFile[] => unwrapped(path, readFileSync(path)));
  return read(files);
}

/**
 * Compares lines with readings, record by record and field by field; lists are compared in any order.
 * @param unread the fields that no reading has, which are not compared
 */
export function compared(
  lines: readonly IndependentLine[],
  readings: readonly IndependentLine[],
  unread: readonly string[] = [],
): Comparison {
  const result: Comparison = { records: 0, fields: new Map(), differing: 0, differences: [] };
  const differ = (text: string): void => {
    result.differing++;
    if (result.differences.length < LISTED_MAX) result.differences.push(text);
  };
  const isNamesOnly = readings.some(
    (reading) => typeof (reading['officers'] as unknown[] | undefined)?.[0] === 'string',
  );
  const imported = byNumber(isNamesOnly ? lines.map(withNamesOnly) : lines);
  const read = byNumber(readings);
  for (const [number, ours] of imported) {
    const theirs = read.get(number) ?? [];
    for (const [i, line] of ours.entries()) {
      const reading = theirs[i];
      if (reading === undefined) {
        differ(`${number}: imported, not read`);
        continue;
      }
      result.records++;
      for (const field of new Set([...line.keys(), ...reading.keys()])) {
        if (unread.includes(field)) continue;
        result.fields.set(field, (result.fields.get(field) ?? 0) + 1);
        const [a, b] = [line.get(field) ?? 'nothing', reading.get(field) ?? 'nothing'];
        if (a !== b) differ(`${number}: ${field}: imported ${a}, read ${b}`);
      }
    }
  }
  for (const [number, theirs] of read) {
    for (const _ of theirs.slice(imported.get(number)?.length ?? 0)) differ(`${number}: read, not imported`);
  }
  return result;
}

/** Formats the comparison of a register as a row of a table. */
export function formatRow(title: string, { records, fields, differing }: Comparison): string {
  const sum = [...fields.values()].reduce((total, count) => total + count, 0);
  return `${title}: ${records} records, ${sum} fields, ${differing} differences (${[...fields].map(([field, count]) => `${field} ${count}`).join(', ')})`;
}

/** Reduces officers to their names: some readings skip roles and days. */
function withNamesOnly(line: IndependentLine): IndependentLine {
  const officers = (line['officers'] ?? []) as { name: string }[];
  return { ...line, officers: officers.map(({ name }) => name) };
}

type Fields = ReadonlyMap<string, string>;

/** Returns the fields of lines by the key or the first number of their record. Records with the same number have a fixed order. */
function byNumber(lines: readonly IndependentLine[]): Map<string, Fields[]> {
  const groups = new Map<string, Fields[]>();
  for (const line of lines) {
    const fields = listFields(line);
    const [first] = (line['identifiers'] ?? []) as { value: string }[];
    const number = String(line['key'] ?? first?.value ?? line['name']);
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [fields]);
    else group.push(fields);
  }
  for (const group of groups.values()) group.sort((a, b) => (JSON.stringify([...a]) < JSON.stringify([...b]) ? -1 : 1));
  return groups;
}

/** Fields that are equal in all lines of a register: its id, and whether it is an index. */
const OF_REGISTER = new Set(['register', 'index']);

function listFields(line: IndependentLine): Fields {
  return new Map(
    Object.entries(line)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([field, value]): [string, string][] => {
        const text = OF_REGISTER.has(field) ? undefined : readText(value);
        return text === undefined ? [] : [[field, text]];
      }),
  );
}

/** Fields that no raw file has: the source of an officer, and the ids that the project derives. */
const NOT_READ = new Set(['source', 'canonical_id', 'successor_ids']);

/** Returns a text that is equal for equal values; undefined for an empty value. */
function readText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const members = value
      .map(readText)
      .filter((text) => text !== undefined)
      .toSorted();
    return members.length === 0 ? undefined : `[${members.join(', ')}]`;
  }
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, member]) => {
      const text = NOT_READ.has(name) ? undefined : readText(member);
      return text === undefined ? [] : `${name}: ${text}`;
    });
  return members.length === 0 ? undefined : `{${members.join(', ')}}`;
}
