import type { KeyObject } from 'node:crypto';
import { isCompanyId, quoteValue } from '../model/index.ts';
import { ChangesError, ChangesSignatureError, fileLines } from './file-lines.ts';
import {
  CHANGES_FORMATS_READ,
  EVENT_START,
  type ChangesEnd,
  type ChangesHeader,
  type EventName,
  type StoredPart,
} from './format.ts';
import { LineDigest } from './line-digest.ts';
import { isSignedBy } from './signature.ts';

/** Public keys by their ids. */
export type ChangesKeys = ReadonlyMap<string, { readonly key: KeyObject }>;

export interface ReadingChanges {
  /** One of these must have signed; undefined accepts what nobody signed, and does not check what somebody did. */
  readonly keys?: ChangesKeys | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told the line of each event; the id is undefined where it was purged. The line is valid only until the next one. */
  readonly onEvent?: (line: Buffer, id: string | undefined) => void;
  /** Whether to stop behind the events that readers are told: what lies there is not looked at. */
  readonly isToldOnly?: boolean | undefined;
}

/** A change file that was read: its digest is right, and its signature where it was asked for. */
export interface ReadChanges {
  readonly path: string;
  readonly header: ChangesHeader;
  readonly end: ChangesEnd;
  /** How many events it has, those included that readers are not told. */
  readonly events: number;
  /** How many events were purged. */
  readonly purged: number;
}

const ID_LENGTH = 29;
const END_START = '{"event":"end"';
const STORED_START = '{"event":"stored"';
const PURGED = /^\{"event":"purged","sha256":"([0-9a-f]{64})"\}$/;
/** A purged line has no more bytes. */
const PURGED_BYTES = 110;

const GENERATION = /^[0-9a-z]{26}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
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

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const HEADER_FIELDS: Fields = {
  openfirma_changes: (value) => CHANGES_FORMATS_READ.includes(value as number),
  number: (value) => isCount(value) && value !== 0,
  from: isText(GENERATION),
  to: isText(GENERATION),
  time: isText(TIME),
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

/**
 * Reads the first line of a change file.
 * @throws {ChangesError} where it is none
 */
export async function readHeader(path: string): Promise<ChangesHeader> {
  for await (const line of fileLines(path)) return headerIn(line, path);
  throw new ChangesError(path, 'it is empty');
}

/**
 * Reads a change file from its first to its last line.
 * @throws {ChangesError} where it is damaged, no change file, or not signed as it must be
 */
export async function readChanges(path: string, options: ReadingChanges = {}): Promise<ReadChanges> {
  const { keys, signal, onEvent, isToldOnly = false } = options;
  const [told, behind] = [new EventLines(path, onEvent), new EventLines(path, onEvent)];
  let header: ChangesHeader | undefined;
  let stored: StoredPart | undefined;
  let end: ChangesEnd | undefined;
  let number = 0;
  for await (const line of fileLines(path, signal)) {
    number++;
    if (header === undefined) {
      header = headerIn(line, path);
      told.digest.add(line);
    } else if (end !== undefined) {
      if (stored === undefined) throw new ChangesError(path, 'it goes on behind its line "end"');
      behind.add(line, number, 'stored');
    } else if (startsWith(line, STORED_START) && stored === undefined) {
      stored = objectIn(line, STORED_FIELDS, path, 'its line "stored"') as StoredPart;
      told.digest.add(line);
    } else if (isEnd(line)) {
      end = objectIn(line, END_FIELDS, path, 'its line "end"') as ChangesEnd;
      told.mustBe(end);
      if (isToldOnly && stored !== undefined) break;
    } else if (stored === undefined) told.add(line, number);
    else throw new ChangesError(path, 'an event lies behind its line "stored"');
  }
  if (header === undefined || end === undefined)
    throw new ChangesError(path, header === undefined ? 'it is empty' : 'it is incomplete: its line "end" is missing');
  if (stored !== undefined && !isToldOnly) behind.mustBe(stored);
  checkSignature(end, keys, path);
  const events = told.events + (stored?.events ?? 0);
  return { path, header, end, events, purged: told.purged + behind.purged };
}

/** The lines of events in one part of a file. */
class EventLines {
  readonly digest = new LineDigest();
  readonly #path: string;
  readonly #onEvent: ReadingChanges['onEvent'];
  #lastId = '';
  events = 0;
  purged = 0;

  constructor(path: string, onEvent: ReadingChanges['onEvent']) {
    this.#path = path;
    this.#onEvent = onEvent;
  }

  /** Reads the line of an event, where one is asked for of this name alone. */
  add(line: Buffer, number: number, name?: EventName): void {
    this.events++;
    const hashed = purgedIn(line);
    if (hashed !== undefined) {
      this.purged++;
      this.digest.addPurged(hashed);
      this.#onEvent?.(line, undefined);
      return;
    }
    const id = idIn(line);
    const refuse = (reason: string): Error => new ChangesError(this.#path, `line ${number} ${reason}`);
    if (id === undefined) throw refuse('is no event');
    if (id <= this.#lastId) throw refuse('has an id that does not follow the one before');
    if (name !== undefined && !isOf(line, id, name)) throw refuse(`is no event "${name}"`);
    this.#lastId = id;
    this.digest.add(line);
    this.#onEvent?.(line, id);
  }

  /** Compares what was read with what the file says of it. */
  mustBe({ event, events, digest }: StoredPart | ChangesEnd): void {
    if (events !== this.events || digest !== this.digest.finish())
      throw new ChangesError(this.#path, `it is damaged: its digest differs from the one in its line "${event}"`);
  }
}

/** Whether a line is the one that ends the events. */
export function isEnd(line: Buffer): boolean {
  return startsWith(line, END_START);
}

/** Whether the line of an event is of a kind. The order of its fields is part of the format. */
export function isOf(line: Buffer, id: string, name: EventName): boolean {
  return startsWith(line, `${EVENT_START}${id}","event":"${name}"`);
}

function startsWith(line: Buffer, start: string): boolean {
  return line.toString('latin1', 0, start.length) === start;
}

/** The id in the line of an event; undefined where it is no such line. */
export function idIn(line: Buffer): string | undefined {
  const start = EVENT_START.length;
  if (!startsWith(line, EVENT_START)) return undefined;
  const id = line.toString('latin1', start, start + ID_LENGTH);
  return isCompanyId(id) ? id : undefined;
}

/** The SHA-256 that stands in the place of a purged line; undefined in any other line. */
export function purgedIn(line: Buffer): string | undefined {
  return line.length > PURGED_BYTES ? undefined : PURGED.exec(line.toString('latin1'))?.[1];
}

function headerIn(line: Buffer, path: string): ChangesHeader {
  const header = objectIn(line, HEADER_FIELDS, path, 'its first line') as ChangesHeader;
  checkFields(header.snapshot, SNAPSHOT_FIELDS, path, '"snapshot"');
  return header;
}

function objectIn(line: Buffer, fields: Fields, path: string, where: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch {
    throw new ChangesError(path, `${where} is no JSON`);
  }
  if (!isObject(value)) throw new ChangesError(path, `${where} is no JSON object`);
  checkFields(value as object, fields, path, where);
  return value as object;
}

function checkFields(object: object, fields: Fields, path: string, where: string): void {
  const given = new Map<string, unknown>(Object.entries(object));
  const version = given.get('openfirma_changes');
  if (version === undefined && Object.hasOwn(fields, 'openfirma_changes'))
    throw new ChangesError(path, `it is no change file: ${where} has no "openfirma_changes"`);
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

function checkSignature(end: ChangesEnd, keys: ChangesKeys | undefined, path: string): void {
  if (keys === undefined) return;
  const { key, signature } = end;
  if (key === undefined || signature === undefined) throw new ChangesSignatureError(path, 'it is not signed');
  const known = keys.get(key);
  if (known === undefined) {
    const names = [...keys.keys()].map((id) => `"${id}"`).join(', ');
    throw new ChangesSignatureError(path, `it is signed by the key "${key}"; known are ${names}`);
  }
  if (!isSignedBy(end, key, known.key)) throw new ChangesSignatureError(path, 'its signature is wrong');
}
