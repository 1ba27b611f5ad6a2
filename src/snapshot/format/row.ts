import { FINGERPRINT_BYTES, PROFILE_FIELDS, companyIdBytes, companyIdOf, writeBase32 } from '../../model/index.ts';
import type { CompanyLifecycle, CompanyRecord } from '../../model/index.ts';
import { decodeIdentifiers, encodeIdentifiers, type Identifiers } from './identifiers.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/** The bytes of an id. */
export const ID_BYTES = 16;

/** The lifecycle of an active company as JSON. */
const ACTIVE = JSON.stringify({ status: 'active' } satisfies CompanyLifecycle);

/** The beginning of a Company resource: id, object and lifecycle (as JSON), up to where the next field or the end follows. */
export function headOf(id: string, lifecycle = ACTIVE): string {
  return `{"id":"${id}","object":"company","lifecycle":${lifecycle}`;
}

/** The beginning of every Company resource that search serves, for any id. */
const ACTIVE_HEAD = Buffer.from(headOf(companyIdOf(new Uint8Array(ID_BYTES))));

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

/**
 * What `ids` holds of a record: its state and what the state needs, then its identifiers. The first byte is the
 * place of the status in this list.
 */
export const STATES = ['active', 'redirected', 'split', 'tombstoned', 'restricted'] as const;
export type State = (typeof STATES)[number];

/** A record as `ids` knows it. */
export type IdEntry =
  | ({ readonly state: 'active'; readonly rank: number; readonly row: Uint8Array } & Identifiers)
  | ({ readonly state: 'redirected'; readonly canonicalId: string } & Identifiers)
  | ({ readonly state: 'split'; readonly successorIds: readonly string[]; readonly rest: string } & Identifiers)
  | { readonly state: 'tombstoned' | 'restricted'; readonly fingerprints: readonly Uint8Array[] };

/** The lifecycle that an entry stands for. */
export function lifecycleOf(entry: IdEntry): CompanyLifecycle {
  if (entry.state === 'redirected') return { status: 'redirected', canonical_id: entry.canonicalId };
  if (entry.state === 'split') return { status: 'split', successor_ids: [...entry.successorIds] };
  return { status: entry.state };
}

export function encodeIdEntry(entry: IdEntry): Buffer {
  const state = Buffer.of(STATES.indexOf(entry.state));
  switch (entry.state) {
    case 'active':
      return encodeActiveEntry(entry.rank, entry.row, encodeIdentifiers(entry));
    case 'redirected':
      return Buffer.concat([state, companyIdBytes(entry.canonicalId), encodeIdentifiers(entry)]);
    case 'split': {
      const rest = Buffer.from(entry.rest);
      const lengths = Buffer.allocUnsafe(6);
      lengths.writeUInt16BE(entry.successorIds.length, 0);
      lengths.writeUInt32BE(rest.length, 2);
      const successors = entry.successorIds.map((id) => companyIdBytes(id));
      return Buffer.concat([state, lengths, ...successors, rest, encodeIdentifiers(entry)]);
    }
    case 'tombstoned':
    case 'restricted':
      break;
  }
  return Buffer.concat([state, ...entry.fingerprints]);
}

/** The entry of an active record: its rank, its row in phrases, and what {@linkcode encodeIdentifiers} made of its identifiers and keys. */
export function encodeActiveEntry(rank: number, row: Uint8Array, known: Buffer): Buffer {
  const head = Buffer.allocUnsafe(ACTIVE_ROW_START + VARINT_BYTES_MAX);
  head[0] = STATES.indexOf('active');
  head.writeUInt32BE(rank, 1);
  return Buffer.concat([head.subarray(0, writeVarint(head, ACTIVE_ROW_START, row.length)), row, known]);
}

/** Where the length of the row of an active entry stands. */
const ACTIVE_ROW_START = 5;

/** Where the row of an active entry lies; behind it are its identifiers and keys. */
export function rowIn(bytes: Buffer): { readonly start: number; readonly end: number } {
  const reader = new VarintReader(bytes, ACTIVE_ROW_START);
  const length = reader.next();
  return { start: reader.at, end: reader.at + length };
}

/** The rank of an active record of `ids`; undefined where the record has another state. */
export function rankOfEntry(bytes: Buffer): number | undefined {
  return STATES[bytes.readUInt8(0)] === 'active' ? bytes.readUInt32BE(1) : undefined;
}

/** Where the identifiers and keys of the entry of a split record begin. */
export function splitKnownStart(bytes: Buffer): number {
  return splitRestStart(bytes) + bytes.readUInt32BE(3);
}

/** Where the profile of a split record begins. */
function splitRestStart(bytes: Buffer): number {
  return 7 + ID_BYTES * bytes.readUInt16BE(1);
}

/** Reads what {@linkcode encodeIdEntry} wrote. Throws a RangeError where the bytes are no entry. */
export function decodeIdEntry(bytes: Buffer): IdEntry {
  const state = STATES[bytes.readUInt8(0)];
  switch (state) {
    case 'active': {
      const { start, end } = rowIn(bytes);
      if (end > bytes.length) throw new RangeError('Cannot read an id entry: its row ends behind it');
      return { state, rank: bytes.readUInt32BE(1), row: bytes.subarray(start, end), ...decodeIdentifiers(bytes, end) };
    }
    case 'redirected':
      return {
        state,
        canonicalId: companyIdOf(bytes.subarray(1, 1 + ID_BYTES)),
        ...decodeIdentifiers(bytes, 1 + ID_BYTES),
      };
    case 'split': {
      const successorIds = Array.from({ length: bytes.readUInt16BE(1) }, (_, i) =>
        companyIdOf(bytes.subarray(7 + ID_BYTES * i, 7 + ID_BYTES * (i + 1))),
      );
      const rest = bytes.toString('utf8', splitRestStart(bytes), splitKnownStart(bytes));
      return { state, successorIds, rest, ...decodeIdentifiers(bytes, splitKnownStart(bytes)) };
    }
    case 'tombstoned':
    case 'restricted':
      return { state, fingerprints: decodeFingerprints(bytes) };
    case undefined:
      break;
  }
  throw new RangeError(`Cannot read an id entry: ${bytes.readUInt8(0)} is no state`);
}

function decodeFingerprints(bytes: Buffer): Buffer[] {
  const count = (bytes.length - 1) / FINGERPRINT_BYTES;
  if (!Number.isInteger(count)) throw new RangeError('Cannot read an id entry: a fingerprint ends behind it');
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(bytes.subarray(1 + i * FINGERPRINT_BYTES, 1 + (i + 1) * FINGERPRINT_BYTES)),
  );
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
