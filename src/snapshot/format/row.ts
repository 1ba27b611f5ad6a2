import {
  FINGERPRINT_BYTES,
  PROFILE_FIELDS,
  VARINT_BYTES_MAX,
  VarintReader,
  companyIdBytes,
  encodeCompanyId,
  writeBase32,
  writeVarint,
} from '../../model/index.ts';
import type { ByteBuffer, CompanyLifecycle, CompanyRecord, PreviousRecord } from '../../model/index.ts';
import { decodeIdentifiers, encodeIdentifiers, type Identifiers } from './identifiers.ts';

export const ID_BYTES = 16;

/** The lifecycle of an active company as JSON. */
const ACTIVE = JSON.stringify({ status: 'active' } satisfies CompanyLifecycle);

/** Returns the head of a Company resource: id, object and lifecycle (as JSON). */
export function formatHead(id: string, lifecycle = ACTIVE): string {
  return `{"id":"${id}","object":"company","lifecycle":${lifecycle}`;
}

const ACTIVE_HEAD = Buffer.from(formatHead(encodeCompanyId(new Uint8Array(ID_BYTES))));

/** Number of bytes of the head of an active company: the same for every id. */
export const ROW_HEAD_BYTES = ACTIVE_HEAD.length;

/** These bytes occur only at the start of a resource: quotes within texts are escaped. */
const ROW_START = '{"id":"';

const ROW_ID_START = ROW_START.length;
const COMPANY_ID_LENGTH = encodeCompanyId(new Uint8Array(ID_BYTES)).length;
const ID_BODY_START = ROW_ID_START + 'co_'.length;

/** Appends the head of an active company whose id is the 16 bytes at `at`. */
export function appendActiveHead(target: ByteBuffer, bytes: Uint8Array, at: number): void {
  target.append(ACTIVE_HEAD);
  writeBase32(bytes, at, target.bytes, target.length - ROW_HEAD_BYTES + ID_BODY_START);
}

/** Returns the text of a row: a Company resource of a search without its head, that is, the profile without identifiers, and `}`. */
export function profileText(record: Pick<CompanyRecord, 'profile' | 'classifications'>): string {
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
 * The states of a record. The first byte of its entry in `ids` is an index of this list. The last state is that of redirected records with
 * a name.
 */
export const STATES = ['active', 'redirected', 'split', 'tombstoned', 'restricted', 'redirected'] as const;
const REDIRECTED_WITH_NAME = STATES.length - 1;
export type State = (typeof STATES)[number];

/** The entry of a record in `ids`. A `row` is compressed; a `profile` is the text of a row. */
export type IdEntry =
  | ({ readonly state: 'active'; readonly rank: number; readonly row: Uint8Array } & Identifiers)
  | ({
      readonly state: 'redirected';
      readonly canonicalId: string;
      readonly nameBefore?: string | undefined;
    } & Identifiers)
  | ({ readonly state: 'split'; readonly successorIds: readonly string[]; readonly profile: string } & Identifiers)
  | { readonly state: 'tombstoned' | 'restricted'; readonly fingerprints: readonly Uint8Array[] };

export function toLifecycle(entry: IdEntry): CompanyLifecycle {
  if (entry.state === 'redirected') return { status: 'redirected', canonical_id: entry.canonicalId };
  if (entry.state === 'split') return { status: 'split', successor_ids: [...entry.successorIds] };
  return { status: entry.state };
}

/** Returns the lifecycle of an entry, and the values by which a later build recognises its record. */
export function toIdentity(entry: IdEntry): Omit<PreviousRecord, 'id'> {
  const { identifiers = [], numberForms = [], keys = [] } = 'identifiers' in entry ? entry : {};
  const fingerprints = 'fingerprints' in entry ? entry.fingerprints : [];
  const before = 'nameBefore' in entry ? { nameBefore: entry.nameBefore } : {};
  return { lifecycle: toLifecycle(entry), identifiers, numberForms, keys, fingerprints, ...before };
}

export type ProfileResource = Partial<CompanyRecord['profile'] & Pick<CompanyRecord, 'classifications'>>;

/** Parses the text of {@linkcode profileText}: the Company resource without its head. */
export function parseResource(text: string): ProfileResource {
  return JSON.parse(text === '}' ? '{}' : `{${text.slice(1)}`) as ProfileResource;
}

/** Returns the profile and the classifications in a Company resource. */
export function toProfile(resource: ProfileResource) {
  const fields = PROFILE_FIELDS.filter((field) => resource[field] !== undefined);
  const profile: CompanyRecord['profile'] = Object.fromEntries(fields.map((field) => [field, resource[field]]));
  return { profile, classifications: resource.classifications ?? [] };
}

export function encodeIdEntry(entry: IdEntry): Buffer {
  const state = Buffer.of(STATES.indexOf(entry.state));
  switch (entry.state) {
    case 'active':
      return encodeActiveEntry(entry.rank, entry.row, encodeIdentifiers(entry));
    case 'redirected': {
      const canonical = companyIdBytes(entry.canonicalId);
      if (entry.nameBefore === undefined) return Buffer.concat([state, canonical, encodeIdentifiers(entry)]);
      const name = Buffer.from(entry.nameBefore);
      const length = Buffer.allocUnsafe(VARINT_BYTES_MAX);
      const lengthEnd = writeVarint(length, 0, name.length);
      const head = [Buffer.of(REDIRECTED_WITH_NAME), canonical, length.subarray(0, lengthEnd), name];
      return Buffer.concat([...head, encodeIdentifiers(entry)]);
    }
    case 'split': {
      const profile = Buffer.from(entry.profile);
      const lengths = Buffer.allocUnsafe(6);
      lengths.writeUInt16BE(entry.successorIds.length, 0);
      lengths.writeUInt32BE(profile.length, 2);
      const successors = entry.successorIds.map((id) => companyIdBytes(id));
      return Buffer.concat([state, lengths, ...successors, profile, encodeIdentifiers(entry)]);
    }
    case 'tombstoned':
    case 'restricted':
      break;
  }
  return Buffer.concat([state, ...entry.fingerprints]);
}

/** Encodes the entry of an active record. `identifiers` is what {@linkcode encodeIdentifiers} returned. */
export function encodeActiveEntry(rank: number, row: Uint8Array, identifiers: Buffer): Buffer {
  const head = Buffer.allocUnsafe(ACTIVE_ROW_START + VARINT_BYTES_MAX);
  head[0] = STATES.indexOf('active');
  head.writeUInt32BE(rank, 1);
  return Buffer.concat([head.subarray(0, writeVarint(head, ACTIVE_ROW_START, row.length)), row, identifiers]);
}

/** The offset of the length of the row in an active entry. */
const ACTIVE_ROW_START = 5;

/** Returns the start and end offsets of the row in an active entry; its identifiers follow. */
export function findRow(bytes: Buffer): { readonly start: number; readonly end: number } {
  const reader = new VarintReader(bytes, ACTIVE_ROW_START);
  const length = reader.next();
  return { start: reader.at, end: reader.at + length };
}

/** Returns the state of an entry. Throws a RangeError if the bytes are not an entry. */
export function stateOfEntry(bytes: Buffer): State {
  const state = STATES[bytes.readUInt8(0)];
  if (state === undefined) throw new RangeError(`Cannot read an id entry: ${bytes.readUInt8(0)} is not a state`);
  return state;
}

/** Returns the rank of an active entry that begins at `start`; undefined in another state. */
export function rankOfEntry(bytes: Buffer, start = 0): number | undefined {
  return STATES[bytes.readUInt8(start)] === 'active' ? bytes.readUInt32BE(start + 1) : undefined;
}

/** Changes the rank of an active entry. */
export function setRank(bytes: Buffer, rank: number): void {
  bytes.writeUInt32BE(rank, 1);
}

/** Returns the profile of a split entry, as a slice of `bytes`. */
export function findSplitProfile(bytes: Buffer): Buffer {
  const start = 7 + ID_BYTES * bytes.readUInt16BE(1);
  return bytes.subarray(start, start + bytes.readUInt32BE(3));
}

/** Returns the offset of the identifiers in a split entry. */
export function splitIdentifiersStart(bytes: Buffer): number {
  return 7 + ID_BYTES * bytes.readUInt16BE(1) + bytes.readUInt32BE(3);
}

/** Reverses {@linkcode encodeIdEntry}. Throws a RangeError if the bytes are not an entry. */
export function decodeIdEntry(bytes: Buffer): IdEntry {
  const state = STATES[bytes.readUInt8(0)];
  switch (state) {
    case 'active': {
      const { start, end } = findRow(bytes);
      if (end > bytes.length) throw new RangeError('Cannot read an id entry: its row is incomplete');
      return { state, rank: bytes.readUInt32BE(1), row: bytes.subarray(start, end), ...decodeIdentifiers(bytes, end) };
    }
    case 'redirected': {
      const canonicalId = encodeCompanyId(bytes.subarray(1, 1 + ID_BYTES));
      if (bytes[0] !== REDIRECTED_WITH_NAME) return { state, canonicalId, ...decodeIdentifiers(bytes, 1 + ID_BYTES) };
      const reader = new VarintReader(bytes, 1 + ID_BYTES);
      const length = reader.next();
      const end = reader.at + length;
      if (end > bytes.length) throw new RangeError('Cannot read an id entry: its name is incomplete');
      const nameBefore = bytes.toString('utf8', reader.at, end);
      return { state, canonicalId, nameBefore, ...decodeIdentifiers(bytes, end) };
    }
    case 'split': {
      const successorIds = Array.from({ length: bytes.readUInt16BE(1) }, (_, i) =>
        encodeCompanyId(bytes.subarray(7 + ID_BYTES * i, 7 + ID_BYTES * (i + 1))),
      );
      const profile = findSplitProfile(bytes).toString();
      return { state, successorIds, profile, ...decodeIdentifiers(bytes, splitIdentifiersStart(bytes)) };
    }
    case 'tombstoned':
    case 'restricted':
      return { state, fingerprints: decodeFingerprints(bytes) };
    case undefined:
      break;
  }
  throw new RangeError(`Cannot read an id entry: ${bytes.readUInt8(0)} is not a state`);
}

function decodeFingerprints(bytes: Buffer): Buffer[] {
  const count = (bytes.length - 1) / FINGERPRINT_BYTES;
  if (!Number.isInteger(count)) throw new RangeError('Cannot read an id entry: a fingerprint is incomplete');
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(bytes.subarray(1 + i * FINGERPRINT_BYTES, 1 + (i + 1) * FINGERPRINT_BYTES)),
  );
}

/** Removes companies from a page of resources joined by commas. Returns the remaining resources and their number. */
export function withoutRows(
  json: Buffer,
  isRemoved: (id: string) => boolean,
): { readonly json: Buffer; readonly count: number } {
  const kept: Buffer[] = [];
  for (let start = 0; start < json.length;) {
    const next = json.indexOf(`,${ROW_START}`, start + ROW_HEAD_BYTES);
    const end = next < 0 ? json.length : next;
    const idStart = start + ROW_ID_START;
    const id = json.toString('latin1', idStart, idStart + COMPANY_ID_LENGTH);
    if (!isRemoved(id)) kept.push(json.subarray(start, end), COMMA);
    start = end + 1;
  }
  return { json: Buffer.concat(kept.slice(0, -1)), count: kept.length / 2 };
}

const COMMA = Buffer.from(',');
