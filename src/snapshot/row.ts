import { IDENTIFIER_SCHEMES, MARK_BYTES, PROFILE_FIELDS, companyIdBytes, companyIdOf } from '../model/index.ts';
import type { CompanyIdentifier, CompanyLifecycle, CompanyRecord } from '../model/index.ts';

/**
 * A row is the Company resource of an active record as search serves it: JSON without identifiers. It begins with
 * the id and the lifecycle, whose bytes are always as many, so that what follows can be cut off and put behind another
 * id or another lifecycle.
 */
export function rowOf(record: CompanyRecord): Buffer {
  return Buffer.from(headOf(record.id, { status: 'active' }) + restOf(record));
}

/** The beginning of a Company resource: id, object and lifecycle, up to where the next field or the end follows. */
export function headOf(id: string, lifecycle: CompanyLifecycle): string {
  return `{"id":"${id}","object":"company","lifecycle":${JSON.stringify(lifecycle)}`;
}

/** The bytes of the beginning of every row. */
export const ROW_HEAD_BYTES = headOf(companyIdOf(new Uint8Array(16)), { status: 'active' }).length;

/** No text in JSON holds these bytes, for its quotes are escaped: each is the beginning of a row. */
const ROW_START = '{"id":"';

/** Where the id lies in a row. */
export const ROW_ID_START = ROW_START.length;
export const COMPANY_ID_LENGTH = companyIdOf(new Uint8Array(16)).length;

/** What follows the head of a Company resource: the profile and the classifications, and the closing brace. */
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

const SCOPED = 0x80;

/** Stands in the place of an identifier's scheme before a key. */
const KEY = 0x7f;

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

/** Reads what {@linkcode encodeIdEntry} wrote. Throws a RangeError where the bytes are no entry. */
export function decodeIdEntry(bytes: Buffer): IdEntry {
  const state = STATES[bytes.readUInt8(0)];
  switch (state) {
    case 'active':
      return { state, rank: bytes.readUInt32BE(1), ...decodeKnown(bytes, 5) };
    case 'redirected':
      return { state, canonicalId: companyIdOf(bytes.subarray(1, 17)), ...decodeKnown(bytes, 17) };
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
  const parts = identifiers.map(({ scheme, value, country_scope: scope }) => {
    const text = Buffer.from(value);
    const head = Buffer.alloc(scope === undefined ? 3 : 4 + scope.length);
    head[0] = IDENTIFIER_SCHEMES.indexOf(scheme) | (scope === undefined ? 0 : SCOPED);
    head.writeUInt16BE(text.length, 1);
    if (scope !== undefined) {
      head[3] = scope.length;
      head.write(scope, 4, 'latin1');
    }
    return Buffer.concat([head, text]);
  });
  for (const key of keys) {
    const text = Buffer.from(key);
    const head = Buffer.of(KEY, 0, 0);
    head.writeUInt16BE(text.length, 1);
    parts.push(Buffer.concat([head, text]));
  }
  return Buffer.concat(parts);
}

function decodeKnown(bytes: Buffer, start: number): Known {
  const identifiers: CompanyIdentifier[] = [];
  const keys: string[] = [];
  for (let at = start; at < bytes.length;) {
    const head = bytes.readUInt8(at);
    const textLength = bytes.readUInt16BE(at + 1);
    const isScoped = (head & SCOPED) !== 0;
    const scopeLength = isScoped ? bytes.readUInt8(at + 3) : 0;
    const scopeStart = at + 4;
    const textStart = isScoped ? scopeStart + scopeLength : at + 3;
    at = textStart + textLength;
    if (at > bytes.length) throw new RangeError('Cannot read an id entry: an identifier ends behind it');
    const value = bytes.toString('utf8', textStart, at);
    if (head === KEY) {
      keys.push(value);
      continue;
    }
    const scheme = IDENTIFIER_SCHEMES[head & ~SCOPED];
    if (scheme === undefined) throw new RangeError(`Cannot read an id entry: ${head} is no identifier scheme`);
    identifiers.push({
      scheme,
      value,
      ...(isScoped ? { country_scope: bytes.toString('latin1', scopeStart, textStart) } : {}),
    });
  }
  return { identifiers, keys };
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
