import { isCompanyId, quoteValue } from '../../../src/model/index.ts';
import {
  checkFields,
  checkVersion,
  isObject,
  isPositive,
  isText,
  isUtcTime,
  parseObject,
  type Fields,
} from '../fields.ts';
import { CHANGED_FIELDS, CHANGES_FORMAT, EVENT_NAMES, type ChangesHeader, type EventHead } from './format.ts';
import { ChangesError, readLines } from './lines.ts';

/** What to do with a file that this program does not read. */
export const CURE = 'remove it: the next build begins a new chain, and copies begin with a whole snapshot';

export interface ReadChangesOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: EventHead) => void;
}

const isGeneration = isText(/^[0-9a-z]{26}$/);
const EVENTS: ReadonlySet<unknown> = new Set(EVENT_NAMES);
const FIELDS: ReadonlySet<unknown> = new Set(CHANGED_FIELDS);

const HEADER: Fields = {
  openfirma_changes: (value) => value !== undefined,
  number: isPositive,
  from: isGeneration,
  to: isGeneration,
  time: isUtcTime,
};

/**
 * Reads the first line of a change file.
 * @throws {ChangesError} if it is not the header of a change file
 */
export async function readHeader(path: string): Promise<ChangesHeader> {
  for await (const line of readLines(path)) return parseHeader(line, path);
  throw new ChangesError(path, 'it is empty');
}

/**
 * Reads and checks a change file, but not the values of its events.
 * @throws {ChangesError} if it is damaged, or not a change file
 */
export async function readChanges(path: string, { signal, onEvent }: ReadChangesOptions = {}): Promise<ChangesHeader> {
  let header: ChangesHeader | undefined;
  let lastId = '';
  let number = 0;
  for await (const line of readLines(path, signal)) {
    number++;
    if (header === undefined) {
      header = parseHeader(line, path);
      continue;
    }
    const event = eventIn(line, lastId, (reason) => new ChangesError(path, `line ${number} ${reason}`));
    lastId = event.id;
    onEvent?.(event);
  }
  if (header === undefined) throw new ChangesError(path, 'it is empty');
  return header;
}

function parseHeader(line: Buffer, path: string): ChangesHeader {
  const where = 'its first line';
  const refuse = (reason: string): Error => new ChangesError(path, reason);
  const object = parseObject(line.toString(), where, refuse);
  if (!Object.hasOwn(object, 'openfirma_changes'))
    throw refuse(`it is not a change file: ${where} has no "openfirma_changes"`);
  checkVersion(object, 'openfirma_changes', CHANGES_FORMAT, (reason) => refuse(`${reason}; ${CURE}`));
  checkFields(object, HEADER, where, refuse);
  return object as ChangesHeader;
}

function eventIn(line: Buffer, lastId: string, refuse: (reason: string) => Error): EventHead {
  let given: unknown;
  try {
    given = JSON.parse(line.toString());
  } catch {
    throw refuse('is not JSON');
  }
  if (!isObject(given)) throw refuse('is not an event');
  const { id, event, fields } = given as Partial<EventHead>;
  if (!EVENTS.has(event)) throw refuse(`has the unknown event ${quoteValue(event)}`);
  if (id === undefined || !isCompanyId(id)) throw refuse(`has the id ${quoteValue(id)}, which is not a company ID`);
  if (id <= lastId) throw refuse('has an id that does not follow the one before');
  if (fields !== undefined && !(Array.isArray(fields) && fields.every((name) => FIELDS.has(name))))
    throw refuse(`names the fields ${quoteValue(fields)}, which is not allowed`);
  return given as EventHead;
}
