import type { CompanyRecord } from '../../model/index.ts';
import type { ByteBuffer } from './byte-buffer.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/**
 * The officers of one company:
 *
 *     u8 flags (1: the register lists more) · per officer: varint day of resignation as YYYYMMDD, 0 for none · varint bytes of the
 *     officer's JSON · the JSON, written in phrases
 *
 * and of a block of companies: u8 count · count × varint bytes of the company's officers · the officers. A company without
 * any takes no bytes.
 */
const FLAG_HAS_MORE = 1;

/** An officer as stored. */
interface StoredOfficer {
  readonly resigned: number;
  readonly text: Buffer;
}

/** The officers of a record, their JSON not yet written in phrases; empty where there is nothing to tell. */
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

/** The JSON of each officer of {@linkcode encodeOfficers}. */
export function officerTexts(officers: Buffer): Buffer[] {
  return storedIn(officers).map(({ text }) => text);
}

/** The same officers with their JSON written in phrases. */
export function inPhrases(officers: Buffer, phrases: Dictionary): Buffer {
  if (officers.length === 0) return officers;
  const written = storedIn(officers).map(({ resigned, text }) => ({ resigned, text: phrases.encode(text) }));
  return encodeStored(officers.readUInt8(0), written);
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

/** A date as a number that sorts like it; 0 for none. */
export function dayNumber(date: string | undefined): number {
  return date === undefined ? 0 : Number(date.replaceAll('-', ''));
}

/** The block of the officers of consecutive companies; undefined where none of them has any. */
export function encodeOfficerBlock(companies: readonly Buffer[]): Buffer | undefined {
  if (companies.every((officers) => officers.length === 0)) return undefined;
  const head = Buffer.allocUnsafe(1 + VARINT_BYTES_MAX * companies.length);
  head[0] = companies.length;
  let at = 1;
  for (const officers of companies) at = writeVarint(head, at, officers.length);
  return Buffer.concat([head.subarray(0, at), ...companies]);
}

/** Where the officers of the company at `entry` of a block begin and end; undefined where it has none. */
function placeOf(block: Buffer, entry: number): { readonly start: number; readonly end: number } | undefined {
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

/**
 * Appends the first `limit` officers of the company at `entry` of a block who have not resigned by `today` (YYYYMMDD), joined by
 * commas, and says whether there are more. `block` may be longer than its content.
 */
export function appendCurrentOfficers(
  block: Buffer,
  { entry, limit, today }: { readonly entry: number; readonly limit: number; readonly today: number },
  phrases: Dictionary,
  target: ByteBuffer,
): boolean {
  const place = placeOf(block, entry);
  if (place === undefined) return false;
  let left = limit;
  for (const reader = new VarintReader(block, place.start + 1); reader.at < place.end;) {
    const resigned = reader.next();
    const length = reader.next();
    const start = reader.at;
    reader.at += length;
    if (resigned !== 0 && resigned <= today) continue;
    if (left-- === 0) return true;
    if (left < limit - 1) target.append(COMMA);
    phrases.decode(block, start, start + length, target);
  }
  return (block.readUInt8(place.start) & FLAG_HAS_MORE) !== 0;
}

const COMMA = Buffer.from(',');
