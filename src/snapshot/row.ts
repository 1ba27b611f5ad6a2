import {
  IDENTIFIER_SCHEMES,
  MARK_BYTES,
  PROFILE_FIELDS,
  companyIdBytes,
  companyIdOf,
  writeBase32,
} from '../model/index.ts';
import type { CompanyIdentifier, CompanyLifecycle, CompanyRecord } from '../model/index.ts';
import { areDigits, packDigits, packedBytes, unpackDigits } from './digits.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/** The bytes of an id. */
export const ID_BYTES = 16;

/** The beginning of a Company resource: id, object and lifecycle, up to where the next field or the end follows. */
export function headOf(id: string, lifecycle: CompanyLifecycle): string {
  return `{"id":"${id}","object":"company","lifecycle":${JSON.stringify(lifecycle)}`;
}

/** The beginning of every Company resource that search serves, for any id. */
const ACTIVE_HEAD = Buffer.from(headOf(companyIdOf(new Uint8Array(ID_BYTES)), { status: 'active' }));

/** The bytes of this beginning. */
export const ROW_HEAD_BYTES = ACTIVE_HEAD.length;

/** No text in JSON holds these bytes, for its quotes are escaped: each is the beginning of a resource. */
const ROW_START = '{"id":"';

/** Where the id lies in it, and behind which of its characters it differs. */
const ROW_ID_START = ROW_START.length;
const COMPANY_ID_LENGTH = companyIdOf(new Uint8Array(ID_BYTES)).length;
const ID_BODY_START = ROW_ID_START + 'co_'.length;

/** Writes the beginning of the resource of an active company whose id lies in `bytes` at `at`; returns where the rest goes. */
export function writeActiveHead(target: Buffer, start: number, bytes: Uint8Array, at: number): number {
  target.set(ACTIVE_HEAD, start);
  writeBase32(bytes, at, target, start + ID_BODY_START);
  return start + ROW_HEAD_BYTES;
}

/**
 * A row: what follows the head of a Company resource as search serves it. The profile and the classifications, and the closing brace;
 * no identifiers.
 */
export function restOf(record: CompanyRecord): string {
  const profile: Record<string, unknown> = {};
  for (const field of PROFILE_FIELDS) {
    const value = record.profile[field];
    if (value !== undefined) profile[field] = value;
  }
  if (record.classifications.length > 0) {
    profile['classifications'] = record.classifications.map(({ scheme, code, label, is_primary }) => ({
      scheme,
      code,
      ...(label === undefined ? {} : { label }),
      is_primary,
    }));
  }
  const json = JSON.stringify(profile);
  return json === '{}' ? '}' : `,${json.slice(1)}`;
}

/** What follows the row of a Company resource, in place of its closing brace: the identifiers. */
export function tailOf(identifiers: readonly CompanyIdentifier[]): string {
  return identifiers.length === 0 ? '}' : `,"identifiers":${JSON.stringify(identifiers)}}`;
}

/**
 * What `ids` holds of a record: its state and what the state needs, then its identifiers. The first byte is the
 * place of the status in this list.
 */
export const STATES = ['active', 'redirected', 'split', 'tombstoned', 'restricted'] as const;
export type State = (typeof STATES)[number];

/** What a record is known by: served identifiers, and keys that never are. */
interface Known {
  readonly identifiers: readonly CompanyIdentifier[];
  readonly keys: readonly string[];
}

/** A record as `ids` knows it. */
export type IdEntry =
  | ({ readonly state: 'active'; readonly rank: number } & Known)
  | ({ readonly state: 'redirected'; readonly canonicalId: string } & Known)
  | ({ readonly state: 'split'; readonly successorIds: readonly string[]; readonly rest: string } & Known)
  | { readonly state: 'tombstoned' | 'restricted'; readonly marks: readonly Uint8Array[] };

/** The lifecycle that an entry stands for. */
export function lifecycleOf(entry: IdEntry): CompanyLifecycle {
  if (entry.state === 'redirected') return { status: 'redirected', canonical_id: entry.canonicalId };
  if (entry.state === 'split') return { status: 'split', successor_ids: [...entry.successorIds] };
  return { status: entry.state };
}

/** What the first byte of an identifier says besides its scheme: it has a scope; this is the one of the identifier before; its value is digits. */
const SCOPED = 0x80;
const SCOPED_AS_BEFORE = 0x40;
const DIGITS = 0x20;
const SCHEME = 0x0f;

/** Stands in the place of the scheme before a key. */
const KEY = 0x0f;

export function encodeIdEntry(entry: IdEntry): Buffer {
  const state = Buffer.of(STATES.indexOf(entry.state));
  switch (entry.state) {
    case 'active': {
      const rank = Buffer.allocUnsafe(4);
      rank.writeUInt32BE(entry.rank, 0);
      return Buffer.concat([state, rank, encodeKnown(entry)]);
    }
    case 'redirected':
      return Buffer.concat([state, companyIdBytes(entry.canonicalId), encodeKnown(entry)]);
    case 'split': {
      const rest = Buffer.from(entry.rest);
      const lengths = Buffer.allocUnsafe(6);
      lengths.writeUInt16BE(entry.successorIds.length, 0);
      lengths.writeUInt32BE(rest.length, 2);
      const successors = entry.successorIds.map((id) => companyIdBytes(id));
      return Buffer.concat([state, lengths, ...successors, rest, encodeKnown(entry)]);
    }
    case 'tombstoned':
    case 'restricted':
      break;
  }
  return Buffer.concat([state, ...entry.marks]);
}

/** The rank of an active record of `ids`; undefined where the record has another state. */
export function rankOfEntry(bytes: Buffer): number | undefined {
  return STATES[bytes.readUInt8(0)] === 'active' ? bytes.readUInt32BE(1) : undefined;
}

/** Reads what {@linkcode encodeIdEntry} wrote. Throws a RangeError where the bytes are no entry. */
export function decodeIdEntry(bytes: Buffer): IdEntry {
  const state = STATES[bytes.readUInt8(0)];
  switch (state) {
    case 'active':
      return { state, rank: bytes.readUInt32BE(1), ...decodeKnown(bytes, 5) };
    case 'redirected':
      return { state, canonicalId: companyIdOf(bytes.subarray(1, 1 + ID_BYTES)), ...decodeKnown(bytes, 17) };
    case 'split': {
      const count = bytes.readUInt16BE(1);
      const restStart = 7 + 16 * count;
      const restEnd = restStart + bytes.readUInt32BE(3);
      const successorIds = Array.from({ length: count }, (_, i) =>
        companyIdOf(bytes.subarray(7 + 16 * i, 23 + 16 * i)),
      );
      const rest = bytes.toString('utf8', restStart, restEnd);
      return { state, successorIds, rest, ...decodeKnown(bytes, restEnd) };
    }
    case 'tombstoned':
    case 'restricted':
      return { state, marks: decodeMarks(bytes) };
    case undefined:
      break;
  }
  throw new RangeError(`Cannot read an id entry: ${bytes.readUInt8(0)} is no state`);
}

function decodeMarks(bytes: Buffer): Buffer[] {
  const count = (bytes.length - 1) / MARK_BYTES;
  if (!Number.isInteger(count)) throw new RangeError('Cannot read an id entry: a mark ends behind it');
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(bytes.subarray(1 + i * MARK_BYTES, 1 + (i + 1) * MARK_BYTES)),
  );
}

function encodeKnown({ identifiers, keys }: Known): Buffer {
  const texts = [...identifiers.map(({ value, country_scope: scope = '' }) => value + scope), ...keys];
  // A character takes three bytes at most, two of a surrogate pair four.
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + 2 + VARINT_BYTES_MAX + 3 * text.length, 0));
  let at = 0;
  let before: string | undefined;
  for (const { scheme, value, country_scope: scope } of identifiers) {
    const isAsBefore = scope !== undefined && scope === before;
    before = scope;
    const scoped = scope === undefined ? 0 : isAsBefore ? SCOPED | SCOPED_AS_BEFORE : SCOPED;
    const headAt = at++;
    if (scope !== undefined && !isAsBefore) {
      bytes[at++] = scope.length;
      at += bytes.write(scope, at, 'latin1');
    }
    const text = encodeText(value, bytes, at);
    bytes[headAt] = IDENTIFIER_SCHEMES.indexOf(scheme) | scoped | text.how;
    at = text.end;
  }
  for (const key of keys) {
    const text = encodeText(key, bytes, at + 1);
    bytes[at] = KEY | text.how;
    at = text.end;
  }
  return bytes.subarray(0, at);
}

/** Writes a text, its length first; returns how it is written and where the next byte goes. */
function encodeText(value: string, target: Buffer, start: number): { readonly how: number; readonly end: number } {
  const text = Buffer.from(value);
  const at = writeVarint(target, start, text.length);
  if (areDigits(text)) return { how: DIGITS, end: packDigits(text, target, at) };
  return { how: 0, end: at + text.copy(target, at) };
}

function decodeKnown(bytes: Buffer, start: number): Known {
  const identifiers: CompanyIdentifier[] = [];
  const keys: string[] = [];
  const reader = new VarintReader(bytes, start);
  let scope: string | undefined;
  while (reader.at < bytes.length) {
    const head = bytes.readUInt8(reader.at++);
    if ((head & SCOPED) === 0) scope = undefined;
    else if ((head & SCOPED_AS_BEFORE) === 0) {
      const scopeStart = reader.at + 1;
      reader.at = scopeStart + bytes.readUInt8(reader.at);
      scope = bytes.toString('latin1', scopeStart, reader.at);
    }
    const value = decodeText(bytes, reader, (head & DIGITS) !== 0);
    if ((head & SCHEME) === KEY) {
      keys.push(value);
      continue;
    }
    const scheme = IDENTIFIER_SCHEMES[head & SCHEME];
    if (scheme === undefined) throw new RangeError(`Cannot read an id entry: ${head} is no identifier scheme`);
    identifiers.push({ scheme, value, ...(scope === undefined ? {} : { country_scope: scope }) });
  }
  return { identifiers, keys };
}

function decodeText(bytes: Buffer, reader: VarintReader, isDigits: boolean): string {
  const length = reader.next();
  const start = reader.at;
  reader.at += isDigits ? packedBytes(length) : length;
  if (reader.at > bytes.length) throw new RangeError('Cannot read an id entry: an identifier ends behind it');
  return isDigits ? unpackDigits(bytes, start, length) : bytes.toString('utf8', start, reader.at);
}

/** The rows of a page, joined by commas, without those whose id is to be left out, and how many are left. */
export function withoutRows(
  json: Buffer,
  isLeftOut: (id: string) => boolean,
): { readonly json: Buffer; readonly count: number } {
  const kept: Buffer[] = [];
  for (let start = 0; start < json.length;) {
    const next = json.indexOf(`,${ROW_START}`, start + ROW_HEAD_BYTES);
    const end = next < 0 ? json.length : next;
    const idStart = start + ROW_ID_START;
    const id = json.toString('latin1', idStart, idStart + COMPANY_ID_LENGTH);
    if (!isLeftOut(id)) kept.push(json.subarray(start, end), COMMA);
    start = end + 1;
  }
  return { json: Buffer.concat(kept.slice(0, -1)), count: kept.length / 2 };
}

const COMMA = Buffer.from(',');
