import { OFFICER_KINDS, type CompanyRecord, type LineOfficer, type OfficerKind } from '../../model/index.ts';
import type { ByteBuffer } from './byte-buffer.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { decodeKinds, encodeKinds } from './officer-kinds.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/**
 * The officers of one company, or no bytes where it has none:
 *
 *     u8 flags (1: the register lists more) ·
 *     per officer: varint day of resignation as YYYYMMDD, 0 for none · varint bytes of the text · the officer's JSON, compressed
 *
 * A block holds those of 16 companies: u8 count · count × varint bytes of the company's officers · the officers · their kinds, see
 * officer-kinds.ts. Outside of a block the kinds of a company's officers stand behind its flags: varint count · u8 each.
 */
const FLAG_HAS_MORE = 1;
/** Outside of a block only: kinds follow. */
const FLAG_HAS_KINDS = 2;

interface StoredOfficer {
  /** Day of resignation as YYYYMMDD, or 0. */
  readonly resigned: number;
  /** What the register says the officer is: 0 where it does not, else one more than the place in the list of kinds. */
  readonly kind: number;
  /** The officer's JSON, compressed or not. */
  readonly text: Buffer;
}

/** The officers of a record, not yet compressed: the dictionary is trained on their texts first. Empty where it has none. */
export function encodeOfficers({ officers, officersHasMore }: CompanyRecord): Buffer {
  if (officers.length === 0 && !officersHasMore) return Buffer.alloc(0);
  const stored = officers.map(({ name, kind, roles, appointed_on, resigned_on, source }) => ({
    resigned: dayNumber(resigned_on),
    kind: kind === undefined ? 0 : OFFICER_KINDS.indexOf(kind) + 1,
    text: Buffer.from(
      JSON.stringify({
        object: 'company_officer',
        name,
        roles,
        appointed_on,
        resigned_on,
        source: {
          system: source.system,
          url: source.url,
          title: source.title,
          published_at: source.published_at,
          observed_at: source.observed_at,
        },
      }),
    ),
  }));
  return encodeStored(officersHasMore ? FLAG_HAS_MORE : 0, stored);
}

function encodeStored(flags: number, officers: readonly StoredOfficer[]): Buffer {
  const textBytes = officers.reduce((sum, { text }) => sum + 2 * VARINT_BYTES_MAX + text.length, 0);
  const bytes = Buffer.allocUnsafe(1 + VARINT_BYTES_MAX + officers.length + textBytes);
  const hasKinds = officers.some(({ kind }) => kind !== 0);
  bytes[0] = (flags & FLAG_HAS_MORE) | (hasKinds ? FLAG_HAS_KINDS : 0);
  let at = 1;
  if (hasKinds) {
    at = writeVarint(bytes, at, officers.length);
    for (const { kind } of officers) bytes[at++] = kind;
  }
  for (const { resigned, text } of officers) {
    at = writeVarint(bytes, at, resigned);
    at = writeVarint(bytes, at, text.length);
    at += text.copy(bytes, at);
  }
  return bytes.subarray(0, at);
}

/** The texts of {@linkcode encodeOfficers}. */
export function officerTexts(officers: Buffer): Buffer[] {
  return storedIn(officers).map(({ text }) => text);
}

/** Compresses the texts of {@linkcode encodeOfficers}. */
export function compressOfficers(officers: Buffer, dictionary: Dictionary): Buffer {
  if (officers.length === 0) return officers;
  const compressed = storedIn(officers).map(({ resigned, kind, text }) => {
    return { resigned, kind, text: dictionary.encode(text) };
  });
  return encodeStored(officers.readUInt8(0), compressed);
}

/** The officers of a company as {@linkcode encodeOfficers} returned them, from what {@linkcode compressOfficers} did. */
export function decompressOfficers(officers: Buffer, dictionary: Dictionary, scratch: ByteBuffer): Buffer {
  if (officers.length === 0) return officers;
  const stored = storedIn(officers).map(({ resigned, kind, text }) => {
    scratch.length = 0;
    dictionary.decode(text, 0, text.length, scratch);
    return { resigned, kind, text: scratch.copy() };
  });
  return encodeStored(officers.readUInt8(0), stored);
}

/** The officers that {@linkcode encodeOfficers} was given. */
export function decodeOfficers(officers: Buffer): Pick<CompanyRecord, 'officers' | 'officersHasMore'> {
  if (officers.length === 0) return { officers: [], officersHasMore: false };
  const list = storedIn(officers).map(({ kind, text }) => {
    const { object: _, ...officer } = JSON.parse(text.toString('utf8')) as LineOfficer & { object: string };
    const said: OfficerKind | undefined = OFFICER_KINDS[kind - 1];
    return said === undefined ? officer : Object.assign(officer, { kind: said });
  });
  return { officers: list, officersHasMore: (officers.readUInt8(0) & FLAG_HAS_MORE) !== 0 };
}

function storedIn(officers: Buffer): StoredOfficer[] {
  const { kinds, rest } = partsOf(officers);
  const stored: StoredOfficer[] = [];
  for (const reader = new VarintReader(rest, 0); reader.at < rest.length;) {
    const resigned = reader.next();
    const length = reader.next();
    const kind = kinds[stored.length] ?? 0;
    stored.push({ resigned, kind, text: rest.subarray(reader.at, reader.at + length) });
    reader.at += length;
  }
  return stored;
}

/** The kinds of a company's officers outside of a block, none where no register says one, and what stands behind them. */
function partsOf(officers: Buffer): { readonly kinds: Buffer; readonly rest: Buffer } {
  if (((officers[0] ?? 0) & FLAG_HAS_KINDS) === 0) return { kinds: Buffer.alloc(0), rest: officers.subarray(1) };
  const reader = new VarintReader(officers, 1);
  const count = reader.next();
  const end = reader.at + count;
  return { kinds: officers.subarray(reader.at, end), rest: officers.subarray(end) };
}

/** A date (YYYY-MM-DD) as the number YYYYMMDD; 0 for none. */
export function dayNumber(date: string | undefined): number {
  return date === undefined ? 0 : Number(date.replaceAll('-', ''));
}

/** The block of consecutive companies, from the officers of each; undefined where none has any. */
export function encodeOfficerBlock(companies: readonly Buffer[]): Buffer | undefined {
  if (companies.every((officers) => officers.length === 0)) return undefined;
  const head = Buffer.allocUnsafe(1 + VARINT_BYTES_MAX * companies.length);
  head[0] = companies.length;
  let at = 1;
  const parts: Buffer[] = [];
  const kinds: number[] = [];
  for (const officers of companies) {
    const part = officers.length === 0 ? officers : withoutKinds(officers, kinds);
    at = writeVarint(head, at, part.length);
    parts.push(part);
  }
  return Buffer.concat([head.subarray(0, at), ...parts, encodeKinds(kinds)]);
}

/** The officers of a company as a block holds them; their kinds are added to those of the block. */
function withoutKinds(officers: Buffer, kinds: number[]): Buffer {
  for (const { kind } of storedIn(officers)) kinds.push(kind);
  const flags = officers.readUInt8(0);
  if ((flags & FLAG_HAS_KINDS) === 0) return officers;
  return Buffer.concat([Buffer.of(flags & FLAG_HAS_MORE), partsOf(officers).rest]);
}

/** Where the officers of the company at `entry` of a block lie; undefined where it has none. */
function rangeOf(block: Buffer, entry: number): { readonly start: number; readonly end: number } | undefined {
  const count = block.readUInt8(0);
  const lengths = new VarintReader(block, 1);
  let before = 0;
  let length = 0;
  for (let i = 0; i < count; i++) {
    const next = lengths.next();
    if (i < entry) before += next;
    else if (i === entry) length = next;
  }
  const start = lengths.at + before;
  return length === 0 ? undefined : { start, end: start + length };
}

/** The officers of each company of a block, compressed: parts of it where it says no kinds. */
export function officersOfEach(block: Buffer): Buffer[] {
  const { parts, end } = partsIn(block);
  if (end === block.length) return parts;
  const kinds = decodeKinds(block, end);
  return parts.map((part) => (part.length === 0 ? part : withKinds(part, kinds)));
}

/** The officers of the company at `entry` of a block, compressed; empty where it has none. */
export function officersOfEntry(block: Buffer, entry: number): Buffer {
  const { parts, end } = partsIn(block);
  const part = parts[entry];
  if (part === undefined || part.length === 0 || end === block.length) return part ?? Buffer.alloc(0);
  const kinds = decodeKinds(block, end);
  for (const before of parts.slice(0, entry)) for (const _ of storedIn(before)) kinds.next();
  return withKinds(part, kinds);
}

/** The officers of each company as a block holds them, and where their kinds begin. */
function partsIn(block: Buffer): { readonly parts: Buffer[]; readonly end: number } {
  const lengths = new VarintReader(block, 1);
  const each = Array.from({ length: block.readUInt8(0) }, () => lengths.next());
  let end = lengths.at;
  const parts = each.map((length) => block.subarray(end, (end += length)));
  return { parts, end };
}

/** The officers of a company of a block outside of it, with the next of the block's kinds. */
function withKinds(part: Buffer, kinds: Generator<number, never>): Buffer {
  const officers = storedIn(part).map(({ resigned, text }) => ({ resigned, text, kind: kinds.next().value }));
  return encodeStored(part.readUInt8(0), officers);
}

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
  const range = rangeOf(block, entry);
  if (range === undefined) return false;
  let left = limit;
  for (const reader = new VarintReader(block, range.start + 1); reader.at < range.end;) {
    const resigned = reader.next();
    const length = reader.next();
    const start = reader.at;
    reader.at += length;
    if (resigned !== 0 && resigned <= today) continue;
    if (left-- === 0) return true;
    if (left < limit - 1) target.append(COMMA);
    dictionary.decode(block, start, start + length, target);
  }
  return (block.readUInt8(range.start) & FLAG_HAS_MORE) !== 0;
}

const COMMA = Buffer.from(',');
