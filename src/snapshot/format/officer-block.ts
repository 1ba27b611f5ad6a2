import type { CompanyRecord, LineOfficer } from '../../model/index.ts';
import type { ByteBuffer } from './byte-buffer.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/**
 * The officers of one company, or no bytes where it has none:
 *
 *     u8 flags (1: the register lists more) ·
 *     per officer: varint day of resignation as YYYYMMDD, 0 for none · varint bytes of the text · the officer's JSON, compressed
 *
 * A block holds those of 16 companies: u8 count · count × varint bytes of the company's officers · the officers.
 */
const FLAG_HAS_MORE = 1;

interface StoredOfficer {
  /** Day of resignation as YYYYMMDD, or 0. */
  readonly resigned: number;
  /** The officer's JSON, compressed or not. */
  readonly text: Buffer;
}

/** The officers of a record, not yet compressed: the dictionary is trained on their texts first. Empty where it has none. */
export function encodeOfficers({ officers, officersHasMore }: CompanyRecord): Buffer {
  if (officers.length === 0 && !officersHasMore) return Buffer.alloc(0);
  const stored = officers.map(({ name, roles, appointed_on, resigned_on, source }) => ({
    resigned: dayNumber(resigned_on),
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
  const bytes = Buffer.allocUnsafe(1 + officers.reduce((sum, { text }) => sum + 2 * VARINT_BYTES_MAX + text.length, 0));
  bytes[0] = flags;
  let at = 1;
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
  const compressed = storedIn(officers).map(({ resigned, text }) => ({ resigned, text: dictionary.encode(text) }));
  return encodeStored(officers.readUInt8(0), compressed);
}

/** The officers of a company as {@linkcode encodeOfficers} returned them, from what {@linkcode compressOfficers} did. */
export function decompressOfficers(officers: Buffer, dictionary: Dictionary, scratch: ByteBuffer): Buffer {
  if (officers.length === 0) return officers;
  const stored = storedIn(officers).map(({ resigned, text }) => {
    scratch.length = 0;
    dictionary.decode(text, 0, text.length, scratch);
    return { resigned, text: scratch.copy() };
  });
  return encodeStored(officers.readUInt8(0), stored);
}

/** The officers that {@linkcode encodeOfficers} was given. */
export function decodeOfficers(officers: Buffer): Pick<CompanyRecord, 'officers' | 'officersHasMore'> {
  if (officers.length === 0) return { officers: [], officersHasMore: false };
  const list = storedIn(officers).map(({ text }) => {
    const { object: _, ...officer } = JSON.parse(text.toString('utf8')) as LineOfficer & { object: string };
    return officer;
  });
  return { officers: list, officersHasMore: (officers.readUInt8(0) & FLAG_HAS_MORE) !== 0 };
}

function storedIn(officers: Buffer): StoredOfficer[] {
  const stored: StoredOfficer[] = [];
  for (const reader = new VarintReader(officers, 1); reader.at < officers.length;) {
    const resigned = reader.next();
    const length = reader.next();
    stored.push({ resigned, text: officers.subarray(reader.at, reader.at + length) });
    reader.at += length;
  }
  return stored;
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
  for (const officers of companies) at = writeVarint(head, at, officers.length);
  return Buffer.concat([head.subarray(0, at), ...companies]);
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

/** The officers of each company of a block, compressed, as parts of it. */
export function officersOfEach(block: Buffer): Buffer[] {
  const lengths = new VarintReader(block, 1);
  const each = Array.from({ length: block.readUInt8(0) }, () => lengths.next());
  let end = lengths.at;
  return each.map((length) => block.subarray(end, (end += length)));
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
