/** The lines of a change file: their fields, and their digest. docs/changes.md specifies them. */
import { createHash, hash } from 'node:crypto';
import { isDay, quoteValue } from '../../../src/model/index.ts';
import {
  checkFields,
  checkVersion,
  isCount,
  isDigest,
  isKeyId,
  isObject,
  isPositive,
  isSignature,
  isText,
  isTime,
  isUtcTime,
  orAbsent,
  parseObject,
  type Fields,
} from '../fields.ts';
import { signatureFault, signatureOf, type PublicKeys, type SigningKey } from '../keys.ts';
import { ChangesError } from './file-lines.ts';
import {
  CHANGED_FIELDS,
  CHANGES_FORMATS_READ,
  EVENT_NAMES,
  type ChangesEnd,
  type ChangesHeader,
  type EventName,
  type StoredPart,
} from './format.ts';

const isGeneration = isText(/^[0-9a-z]{26}$/);
const isDayText = (value: unknown): boolean => typeof value === 'string' && isDay(value);
const isMapOf =
  (isAllowed: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) && Object.values(value as object).every(isAllowed);
const isMeetingCounts = (value: unknown): boolean =>
  isMapOf(isCount)(value) && String(Object.keys(value as object).toSorted()) === 'lines,met';
const isChangedField = (value: unknown): boolean => CHANGED_FIELDS.includes(value as (typeof CHANGED_FIELDS)[number]);

const HEADER_FIELDS: Fields = {
  openfirma_changes: (value) => value !== undefined,
  number: isPositive,
  from: isGeneration,
  to: isGeneration,
  time: isUtcTime,
  previous: orAbsent(isDigest),
  snapshot: isObject,
};

const SNAPSHOT_FIELDS: Fields = {
  format: isCount,
  digest: isDigest,
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

const STORED_FIELDS: Fields = { event: (value) => value === 'stored', events: isCount, digest: isDigest };

const END_FIELDS: Fields = {
  event: (value) => value === 'end',
  events: isCount,
  digest: isDigest,
  key: orAbsent(isKeyId),
  signature: orAbsent(isSignature),
};

export function headerIn(line: Buffer, path: string): ChangesHeader {
  const where = 'its first line';
  const refuse = (reason: string): Error => new ChangesError(path, reason);
  const object = parseObject(line.toString('utf8'), where, refuse);
  if (!Object.hasOwn(object, 'openfirma_changes'))
    throw refuse(`it is not a change file: ${where} has no "openfirma_changes"`);
  checkVersion(object, 'openfirma_changes', CHANGES_FORMATS_READ, refuse);
  checkFields(object, HEADER_FIELDS, where, refuse);
  const header = object as ChangesHeader;
  checkFields(header.snapshot, SNAPSHOT_FIELDS, '"snapshot"', refuse);
  for (const [name, facts] of Object.entries(header.snapshot.registers)) {
    const register = `the register ${quoteValue(name)}`;
    if (!isObject(facts)) throw refuse(`${register} is not a JSON object`);
    checkFields(facts, REGISTER_FIELDS, register, refuse);
  }
  return header;
}

/** The signed bytes. Their version does not change with the format: the digest covers the version of the file. */
function signedBytes(digest: string, key: string): Buffer {
  return Buffer.from(`openfirma-changes 1\ndigest ${digest}\nkey ${key}\n`);
}

/** The line that ends the visible events of a change file; signed if there is a key. */
export function endOf(events: number, digest: string, signer: SigningKey | undefined): ChangesEnd {
  const end = { event: 'end', events, digest } as const;
  if (signer === undefined) return end;
  return { ...end, key: signer.id, signature: signatureOf(signedBytes(digest, signer.id), signer) };
}

/** Returns why a change file has no valid signature of one of the keys; undefined if it has one. */
export function endFault(end: ChangesEnd, keys: PublicKeys): string | undefined {
  return signatureFault(signedBytes(end.digest, end.key ?? ''), end, keys);
}

export function storedPartIn(line: Buffer, path: string): StoredPart {
  return objectIn(line, STORED_FIELDS, path, 'its line "stored"') as StoredPart;
}

export function endIn(line: Buffer, path: string): ChangesEnd {
  return objectIn(line, END_FIELDS, path, 'its line "end"') as ChangesEnd;
}

function objectIn(line: Buffer, fields: Fields, path: string, where: string): object {
  const refuse = (reason: string): Error => new ChangesError(path, reason);
  const object = parseObject(line.toString('utf8'), where, refuse);
  checkFields(object, fields, where, refuse);
  return object;
}

/** The part of an event line before its company. */
export interface FeedEvent {
  readonly id: string;
  readonly event: EventName;
  readonly generation: string;
  readonly time: string;
  readonly fields?: readonly string[];
}

const COMPANY_START = ',"company":';

/**
 * Reads the head of an event. The head must have the generation and the time of its file, and the exact form of written events.
 * @throws the error of `refuse`
 */
export function eventHeadIn(
  line: Buffer,
  id: string,
  { to: generation, time }: ChangesHeader,
  refuse: (reason: string) => Error,
): FeedEvent {
  const text = `${line.toString('latin1', 0, line.indexOf(COMPANY_START, 0, 'latin1'))}}`;
  let given: Partial<FeedEvent>;
  try {
    given = JSON.parse(text) as Partial<FeedEvent>;
  } catch {
    throw refuse('is not an event');
  }
  const { event, fields } = given;
  if (event === undefined || !EVENT_NAMES.includes(event)) throw refuse(`has the unknown event ${quoteValue(event)}`);
  const head = { id, event, generation, time, ...(fields !== undefined && { fields }) };
  for (const [name, value] of Object.entries({ generation, time }))
    if (given[name as keyof FeedEvent] !== value)
      throw refuse(
        `has the ${name} ${quoteValue(given[name as keyof FeedEvent])}, and its file has ${quoteValue(value)}`,
      );
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(head, name));
  if (unknown !== undefined) throw refuse(`has the unknown field ${quoteValue(unknown)}`);
  if (fields !== undefined && (event !== 'changed' || !Array.isArray(fields) || !fields.every(isChangedField)))
    throw refuse(`names the fields ${quoteValue(fields)}, which is not allowed`);
  if (JSON.stringify(head) !== text) throw refuse('is not in the form that the format requires');
  return head;
}

/**
 * The digest of a change file: SHA-256 over the SHA-256 of each line except the last, without its line feed. For a purged line, the
 * SHA-256 that it contains is used, so a purge does not change the digest.
 */
export class LineDigest {
  readonly #digest = createHash('sha256');

  add(line: Uint8Array): void {
    this.#digest.update(hash('sha256', line, 'buffer'));
  }

  addPurged(sha256: string): void {
    this.#digest.update(Buffer.from(sha256, 'hex'));
  }

  /** Returns the digest in hexadecimal. No line can be added afterwards. */
  finish(): string {
    return this.#digest.digest('hex');
  }
}
