import { isCompanyId } from '../../../src/model/index.ts';
import type { PublicKeys } from '../keys.ts';
import { ChangesError, ChangesSignatureError, fileLines } from './file-lines.ts';
import type { ChangesEnd, ChangesHeader, EventName, StoredPart } from './format.ts';
import { LineDigest, endFault, endIn, eventHeadIn, headerIn, storedPartIn, type FeedEvent } from './lines.ts';

export interface ReadingChanges {
  /** The file must be signed by one of these keys; undefined accepts unsigned files and does not check signatures. */
  readonly keys?: PublicKeys | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each event and the number of its line, from 1. The head of a purged event is undefined. The line is valid only until the
   * next call.
   */
  readonly onEvent?: (line: Buffer, head: FeedEvent | undefined, number: number) => void;
  /** Whether to stop after the visible events. The rest is not checked. */
  readonly visibleOnly?: boolean | undefined;
}

/** A valid change file. If keys were passed, its signature is valid, too. */
export interface ReadChanges {
  readonly path: string;
  readonly header: ChangesHeader;
  readonly end: ChangesEnd;
  /** The number of all events, including hidden ones. */
  readonly events: number;
  /** The number of purged events. */
  readonly purged: number;
}

const ID_LENGTH = 29;
const EVENT_START = '{"id":"';
const END_START = '{"event":"end"';
const STORED_START = '{"event":"stored"';
const PURGED = /^\{"event":"purged","sha256":"([0-9a-f]{64})"\}$/;
/** Maximum size of a purged line. */
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
 * Reads and checks a change file.
 * @throws {ChangesError} if it is damaged, not a change file, or not signed by one of the keys
 */
export async function readChanges(path: string, options: ReadingChanges = {}): Promise<ReadChanges> {
  const { keys, signal, onEvent, visibleOnly = false } = options;
  const [visible, hidden] = [eventLines(path, onEvent), eventLines(path, onEvent)];
  let header: ChangesHeader | undefined;
  let stored: StoredPart | undefined;
  let end: ChangesEnd | undefined;
  let number = 0;
  for await (const line of fileLines(path, signal)) {
    number++;
    if (header === undefined) {
      header = headerIn(line, path);
      visible.digest.add(line);
    } else if (end !== undefined) {
      if (stored === undefined) throw new ChangesError(path, 'it continues after its line "end"');
      hidden.add(line, number, header, 'stored');
    } else if (startsWith(line, STORED_START) && stored === undefined) {
      stored = storedPartIn(line, path);
      visible.digest.add(line);
    } else if (isEnd(line)) {
      end = endIn(line, path);
      visible.mustBe(end);
      if (visibleOnly && stored !== undefined) break;
    } else if (stored === undefined) visible.add(line, number, header);
    else throw new ChangesError(path, 'an event comes after its line "stored"');
  }
  if (header === undefined || end === undefined)
    throw new ChangesError(path, header === undefined ? 'it is empty' : 'it is incomplete: its line "end" is missing');
  if (stored !== undefined && !visibleOnly) hidden.mustBe(stored);
  const fault = keys && endFault(end, keys);
  if (fault !== undefined) throw new ChangesSignatureError(path, fault);
  const events = visible.counts.events + (stored?.events ?? 0);
  return { path, header, end, events, purged: visible.counts.purged + hidden.counts.purged };
}

/** Checks the lines of events in one part of a file: the visible or the hidden events. */
function eventLines(path: string, onEvent: ReadingChanges['onEvent']) {
  const digest = new LineDigest();
  let lastId = '';
  const counts = { events: 0, purged: 0 };
  return {
    digest,
    counts,
    /** Checks the line of an event, whose name must be `name` if this is passed. */
    add(line: Buffer, number: number, header: ChangesHeader, name?: EventName): void {
      counts.events++;
      const hashed = purgedIn(line);
      if (hashed !== undefined) {
        counts.purged++;
        digest.addPurged(hashed);
        onEvent?.(line, undefined, number);
        return;
      }
      const id = idIn(line);
      const refuse = (reason: string): Error => new ChangesError(path, `line ${number} ${reason}`);
      if (id === undefined) throw refuse('is not an event');
      if (id <= lastId) throw refuse('has an id that does not follow the one before');
      const head = eventHeadIn(line, id, header, refuse);
      if (name !== undefined && head.event !== name) throw refuse(`is not an event "${name}"`);
      lastId = id;
      digest.add(line);
      onEvent?.(line, head, number);
    },
    /** Throws if the number or the digest of the events differs from the line that describes them. */
    mustBe({ event, events, digest: expected }: StoredPart | ChangesEnd): void {
      if (events !== counts.events || expected !== digest.finish())
        throw new ChangesError(path, `it is damaged: its digest differs from the one in its line "${event}"`);
    },
  };
}

/** Whether a line ends the visible events. */
export function isEnd(line: Buffer): boolean {
  return startsWith(line, END_START);
}

function startsWith(line: Buffer, start: string): boolean {
  return line.toString('latin1', 0, start.length) === start;
}

/** The id in the line of an event; undefined in any other line. */
function idIn(line: Buffer): string | undefined {
  const start = EVENT_START.length;
  if (!startsWith(line, EVENT_START)) return undefined;
  const id = line.toString('latin1', start, start + ID_LENGTH);
  return isCompanyId(id) ? id : undefined;
}

/** The SHA-256 in a purged line; undefined in any other line. */
function purgedIn(line: Buffer): string | undefined {
  return line.length > PURGED_BYTES ? undefined : PURGED.exec(line.toString('latin1'))?.[1];
}
