import { OFFICER_KINDS, VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../model/index.ts';
import type { ByteBuffer, CompanyRecord, LineOfficer } from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { partRange } from './company-block.ts';

/**
 * The officers of one company, or no bytes where it has none:
 *
 *     u8 flags · per officer: varint head · varint bytes of the text · the officer's JSON, compressed
 *
 * The head is the day of resignation as YYYYMMDD, or 0. With the flag KINDS it is four times the day plus the kind: 0 not stated,
 * 1 a natural person, 2 an organisation. Kinds are stored for exports and not served.
 */
const FLAG_HAS_MORE = 1;
const FLAG_KINDS = 2;
const KIND_BITS = 2;
const KIND_MASK = (1 << KIND_BITS) - 1;

interface StoredOfficer {
  /** Day of resignation as YYYYMMDD, or 0. */
  readonly resigned: number;
  /** 0 if the register states none, else one more than the index in `OFFICER_KINDS`. */
  readonly kind: number;
  /** The officer's JSON, compressed or not. */
  readonly text: Buffer;
}

/**
 * Encodes the officers of a record without compressing them: the dictionary is trained on their texts first.
 * @param toText changes the JSON of an officer before it is stored
 */
export function encodeOfficers(
  { officers, officersHasMore }: CompanyRecord,
  toText: (json: string, officer: number) => string = (json) => json,
): Buffer {
  if (officers.length === 0 && !officersHasMore) return Buffer.alloc(0);
  const stored = officers.map(({ name, kind, roles, appointed_on, resigned_on, source }, officer) => {
    const { system, url, title, published_at, observed_at } = source;
    const ordered = { system, url, title, published_at, observed_at };
    const json = { object: 'company_officer', name, roles, appointed_on, resigned_on, source: ordered };
    return {
      resigned: dayNumber(resigned_on),
      kind: kind === undefined ? 0 : OFFICER_KINDS.indexOf(kind) + 1,
      text: Buffer.from(toText(JSON.stringify(json), officer)),
    };
  });
  return encodeStored(officersHasMore ? FLAG_HAS_MORE : 0, stored);
}

function encodeStored(hasMore: number, officers: readonly StoredOfficer[]): Buffer {
  const bytes = Buffer.allocUnsafe(officers.reduce((sum, { text }) => sum + 2 * VARINT_BYTES_MAX + text.length, 1));
  const hasKinds = officers.some(({ kind }) => kind !== 0);
  bytes[0] = hasMore | (hasKinds ? FLAG_KINDS : 0);
  let at = 1;
  for (const { resigned, kind, text } of officers) {
    at = writeVarint(bytes, at, hasKinds ? (resigned << KIND_BITS) | kind : resigned);
    at = writeVarint(bytes, at, text.length);
    at += text.copy(bytes, at);
  }
  return bytes.subarray(0, at);
}

function decodeStored(officers: Buffer): StoredOfficer[] {
  const hasKinds = ((officers[0] ?? 0) & FLAG_KINDS) !== 0;
  const stored: StoredOfficer[] = [];
  for (const reader = new VarintReader(officers, 1); reader.at < officers.length;) {
    const head = reader.next();
    const length = reader.next();
    const text = officers.subarray(reader.at, reader.at + length);
    stored.push(
      hasKinds ? { resigned: head >>> KIND_BITS, kind: head & KIND_MASK, text } : { resigned: head, kind: 0, text },
    );
    reader.at += length;
  }
  return stored;
}

/** Returns the texts of {@linkcode encodeOfficers}. */
export function officerTexts(officers: Buffer): Buffer[] {
  return decodeStored(officers).map(({ text }) => text);
}

/** Compresses the texts of {@linkcode encodeOfficers}. */
export function compressOfficers(officers: Buffer, dictionary: Dictionary): Buffer {
  return withTexts(officers, (text) => dictionary.encode(text));
}

/** Reverses {@linkcode compressOfficers}. */
export function decompressOfficers(officers: Buffer, dictionary: Dictionary, scratch: ByteBuffer): Buffer {
  return withTexts(officers, (text) => {
    scratch.length = 0;
    dictionary.decode(text, 0, text.length, scratch);
    return scratch.copy();
  });
}

function withTexts(officers: Buffer, change: (text: Buffer) => Buffer): Buffer {
  if (officers.length === 0) return officers;
  const changed = decodeStored(officers).map(({ resigned, kind, text }) => ({ resigned, kind, text: change(text) }));
  return encodeStored(officers.readUInt8(0) & FLAG_HAS_MORE, changed);
}

/** Reverses {@linkcode encodeOfficers}. */
export function decodeOfficers(officers: Buffer): Pick<CompanyRecord, 'officers' | 'officersHasMore'> {
  const list = decodeStored(officers).map(({ kind, text }) => {
    const { object: _, ...officer } = JSON.parse(text.toString('utf8')) as LineOfficer & { object: string };
    const stated = OFFICER_KINDS[kind - 1];
    return stated === undefined ? officer : Object.assign(officer, { kind: stated });
  });
  return { officers: list, officersHasMore: ((officers[0] ?? 0) & FLAG_HAS_MORE) !== 0 };
}

/** Returns a date (YYYY-MM-DD) as the number YYYYMMDD; 0 without a date. */
export function dayNumber(date = ''): number {
  let number = 0;
  // Every request for officers has a day, and `replaceAll` takes a tenth of a microsecond.
  for (let i = 0; i < date.length; i++) {
    const digit = date.charCodeAt(i) - ZERO;
    if (digit >= 0) number = 10 * number + digit;
  }
  return number;
}

const ZERO = 0x30;

/**
 * Appends the JSON of the officers of the company at `entry` of a block who have not resigned by `today` (YYYYMMDD), at most
 * `limit`, joined by commas. Returns whether there are more.
 */
export function appendCurrentOfficers(
  block: Buffer,
  { entry, limit, today }: { readonly entry: number; readonly limit: number; readonly today: number },
  dictionary: Dictionary,
  target: ByteBuffer,
): boolean {
  const range = partRange(block, entry);
  if (range === undefined) return false;
  const flags = block.readUInt8(range.start);
  const kindBits = (flags & FLAG_KINDS) === 0 ? 0 : KIND_BITS;
  let left = limit;
  for (const reader = new VarintReader(block, range.start + 1); reader.at < range.end;) {
    const resigned = reader.next() >>> kindBits;
    const length = reader.next();
    const start = reader.at;
    reader.at += length;
    if (resigned !== 0 && resigned <= today) continue;
    if (left-- === 0) return true;
    if (left < limit - 1) target.appendByte(COMMA);
    dictionary.decode(block, start, start + length, target);
  }
  return (flags & FLAG_HAS_MORE) !== 0;
}

const COMMA = 0x2c;
