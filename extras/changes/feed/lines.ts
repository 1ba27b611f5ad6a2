/** The lines of a change file: what each may hold, and their digest. docs/changes.md specifies them. */
import { createHash, hash } from 'node:crypto';
import { isDay, isInstant, quoteValue } from '../../../src/model/index.ts';
import { ChangesError } from './file-lines.ts';
import {
  CHANGED_FIELDS,
  CHANGES_FORMATS_READ,
  EVENT_NAMES,
  type ChangeEvent,
  type ChangesEnd,
  type ChangesHeader,
  type StoredPart,
} from './format.ts';

const GENERATION = /^[0-9a-z]{26}$/;
const DIGEST = /^[0-9a-f]{64}$/;
/** RFC 3339 with a time zone. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const KEY_ID = /^[0-9a-f]{16}$/;
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;

const isText =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const orAbsent =
  (isAllowed: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || isAllowed(value);

const isDayText = (value: unknown): boolean => typeof value === 'string' && isDay(value);
const isTime = (value: unknown): boolean =>
  isText(TIME)(value) && isDay(String(value).slice(0, 10)) && !Number.isNaN(Date.parse(String(value)));
const isMapOf =
  (isAllowed: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) && Object.values(value as object).every(isAllowed);
const isMeetingCounts = (value: unknown): boolean =>
  isMapOf(isCount)(value) &&
  Object.keys(value as object)
    .toSorted()
    .join() === 'lines,met';
const isListOf = (value: unknown, isAllowed: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isAllowed);
const isChangedField = (value: unknown): boolean => CHANGED_FIELDS.includes(value as (typeof CHANGED_FIELDS)[number]);

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const HEADER_FIELDS: Fields = {
  openfirma_changes: (value) => CHANGES_FORMATS_READ.includes(value as number),
  number: (value) => isCount(value) && value !== 0,
  from: isText(GENERATION),
  to: isText(GENERATION),
  time: (value) => typeof value === 'string' && isInstant(value),
  previous: orAbsent(isText(DIGEST)),
  snapshot: isObject,
};

const SNAPSHOT_FIELDS: Fields = {
  format: isCount,
  digest: isText(DIGEST),
  registers: isObject,
  restriction_key: orAbsent(isText(/^[0-9a-f]{32}$/)),
  match: orAbsent((value) => value === true),
};

/** The facts of a register in a snapshot. */
const REGISTER_FIELDS: Fields = {
  lines: isCount,
  companies: isCount,
  officers: isCount,
  as_of_first: orAbsent(isDayText),
  as_of_last: orAbsent(isDayText),
  met: orAbsent(isMapOf(isMapOf(isMeetingCounts))),
  imported_at: orAbsent(isTime),
  published: orAbsent(isDayText),
  input: orAbsent((value) => value === 'part'),
  newest_days_max: orAbsent(isCount),
  oldest_days_max: orAbsent(isCount),
};

const STORED_FIELDS: Fields = {
  event: (value) => value === 'stored',
  events: isCount,
  digest: isText(DIGEST),
};

const END_FIELDS: Fields = {
  event: (value) => value === 'end',
  events: isCount,
  digest: isText(DIGEST),
  key: orAbsent(isText(KEY_ID)),
  signature: orAbsent(isText(SIGNATURE)),
};

/** Reads the first line. */
export function headerIn(line: Buffer, path: string): ChangesHeader {
  const header = objectIn(line, HEADER_FIELDS, path, 'its first line') as ChangesHeader;
  checkFields(header.snapshot, SNAPSHOT_FIELDS, path, '"snapshot"');
  for (const [name, facts] of Object.entries(header.snapshot.registers)) {
    const where = `the register ${quoteValue(name)}`;
    if (!isObject(facts)) throw new ChangesError(path, `${where} is not a JSON object`);
    checkFields(facts, REGISTER_FIELDS, path, where);
  }
  return header;
}

/** Reads the line `stored`. */
export function storedPartIn(line: Buffer, path: string): StoredPart {
  return objectIn(line, STORED_FIELDS, path, 'its line "stored"') as StoredPart;
}

/** Reads the line `end`. */
export function endIn(line: Buffer, path: string): ChangesEnd {
  return objectIn(line, END_FIELDS, path, 'its line "end"') as ChangesEnd;
}

/** The part of an event line before its company. */
export type EventHead = Pick<ChangeEvent, 'id' | 'event' | 'generation' | 'time' | 'fields'>;

/** The record comes after the head of an event. */
const COMPANY_START = ',"company":';

/**
 * Reads the head of an event. It has the generation and the time of its file, and no other form than that in which it is written.
 * @throws {Error} made by `refuse`
 */
export function eventHeadIn(
  line: Buffer,
  id: string,
  { to: generation, time }: ChangesHeader,
  refuse: (reason: string) => Error,
): EventHead {
  const text = `${line.toString('latin1', 0, line.indexOf(COMPANY_START, 0, 'latin1'))}}`;
  let given: Partial<EventHead>;
  try {
    given = JSON.parse(text) as Partial<EventHead>;
  } catch {
    throw refuse('is not an event');
  }
  const { event, fields } = given;
  if (event === undefined || !EVENT_NAMES.includes(event)) throw refuse(`has the unknown event ${quoteValue(event)}`);
  const head = { id, event, generation, time, ...(fields !== undefined && { fields }) };
  for (const [name, value] of Object.entries({ generation, time }))
    if (given[name as keyof EventHead] !== value)
      throw refuse(
        `has the ${name} ${quoteValue(given[name as keyof EventHead])}, and its file has ${quoteValue(value)}`,
      );
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(head, name));
  if (unknown !== undefined) throw refuse(`has the unknown field ${quoteValue(unknown)}`);
  if (fields !== undefined && (event !== 'changed' || !isListOf(fields, isChangedField)))
    throw refuse(`names the fields ${quoteValue(fields)}, which is not allowed`);
  if (JSON.stringify(head) !== text) throw refuse('is not written as the format says');
  return head;
}

function objectIn(line: Buffer, fields: Fields, path: string, where: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch {
    throw new ChangesError(path, `${where} is not JSON`);
  }
  if (!isObject(value)) throw new ChangesError(path, `${where} is not a JSON object`);
  checkFields(value as object, fields, path, where);
  return value as object;
}

function checkFields(object: object, fields: Fields, path: string, where: string): void {
  const given = new Map<string, unknown>(Object.entries(object));
  const version = given.get('openfirma_changes');
  if (version === undefined && Object.hasOwn(fields, 'openfirma_changes'))
    throw new ChangesError(path, `it is not a change file: ${where} has no "openfirma_changes"`);
  if (version !== undefined && !CHANGES_FORMATS_READ.includes(version as number))
    throw new ChangesError(
      path,
      `it has format ${quoteValue(version)}; this program reads the formats ${CHANGES_FORMATS_READ.join(' and ')}`,
    );
  for (const [name, isAllowed] of Object.entries(fields))
    if (!isAllowed(given.get(name)))
      throw new ChangesError(path, `in ${where}, "${name}" is ${quoteValue(given.get(name))}, which is not allowed`);
  for (const name of given.keys())
    if (!Object.hasOwn(fields, name))
      throw new ChangesError(path, `${where} has the unknown field ${quoteValue(name)}`);
}

/**
 * The digest of a change file: SHA-256 over the SHA-256 of each line but the last, without its line feed. A line that was purged
 * counts with the SHA-256 that it states, so the digest and its signature outlive a purge.
 */
export class LineDigest {
  readonly #digest = createHash('sha256');

  add(line: Uint8Array): void {
    this.#digest.update(hash('sha256', line, 'buffer'));
  }

  addPurged(sha256: string): void {
    this.#digest.update(Buffer.from(sha256, 'hex'));
  }

  /** In hexadecimal. Call it last. */
  finish(): string {
    return this.#digest.digest('hex');
  }
}
