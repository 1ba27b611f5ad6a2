import type { KeyObject } from 'node:crypto';
import { isCompanyId } from '../../../src/model/index.ts';
import { ChangesError, ChangesSignatureError, fileLines } from './file-lines.ts';
import { EVENT_START, type ChangesEnd, type ChangesHeader, type EventName, type StoredPart } from './format.ts';
import { LineDigest, endIn, eventHeadIn, headerIn, storedPartIn, type EventHead } from './lines.ts';
import { isSignedBy } from './signature.ts';

/** Public keys by their ids. */
export type ChangesKeys = ReadonlyMap<string, { readonly key: KeyObject }>;

export interface ReadingChanges {
  /** One of these must have signed; undefined accepts unsigned files and does not check signatures. */
  readonly keys?: ChangesKeys | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the line of each event; the head is undefined where it was purged. The line is valid only until the next one. */
  readonly onEvent?: (line: Buffer, head: EventHead | undefined) => void;
  /** Whether to stop after the events for readers: the rest is not checked. */
  readonly isToldOnly?: boolean | undefined;
}

/** A change file that was read: its digest is right, and its signature if one was required. */
export interface ReadChanges {
  readonly path: string;
  readonly header: ChangesHeader;
  readonly end: ChangesEnd;
  /** The number of its events, including those hidden from readers. */
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

/**
 * Reads the first line of a change file.
 * @throws {ChangesError} if it is not the header of a change file
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
      if (stored === undefined) throw new ChangesError(path, 'it continues after its line "end"');
      behind.add(line, number, header, 'stored');
    } else if (startsWith(line, STORED_START) && stored === undefined) {
      stored = storedPartIn(line, path);
      told.digest.add(line);
    } else if (isEnd(line)) {
      end = endIn(line, path);
      told.mustBe(end);
      if (isToldOnly && stored !== undefined) break;
    } else if (stored === undefined) told.add(line, number, header);
    else throw new ChangesError(path, 'an event comes after its line "stored"');
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

  /** Reads the line of an event; with `name`, only an event of this name. */
  add(line: Buffer, number: number, header: ChangesHeader, name?: EventName): void {
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
    if (id === undefined) throw refuse('is not an event');
    if (id <= this.#lastId) throw refuse('has an id that does not follow the one before');
    const head = eventHeadIn(line, id, header, refuse);
    if (name !== undefined && head.event !== name) throw refuse(`is not an event "${name}"`);
    this.#lastId = id;
    this.digest.add(line);
    this.#onEvent?.(line, head);
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

/** The id in the line of an event; undefined for any other line. */
export function idIn(line: Buffer): string | undefined {
  const start = EVENT_START.length;
  if (!startsWith(line, EVENT_START)) return undefined;
  const id = line.toString('latin1', start, start + ID_LENGTH);
  return isCompanyId(id) ? id : undefined;
}

/** The SHA-256 that replaces a purged line; undefined in any other line. */
export function purgedIn(line: Buffer): string | undefined {
  return line.length > PURGED_BYTES ? undefined : PURGED.exec(line.toString('latin1'))?.[1];
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
