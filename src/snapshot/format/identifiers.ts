import { IDENTIFIER_SCHEMES } from '../../model/index.ts';
import type { CompanyIdentifier } from '../../model/index.ts';
import { areDigits, digitAt, packDigits, packedBytes, unpackDigits } from './digits.ts';
import type { ByteBuffer } from './byte-buffer.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/** What a record is known by: served identifiers, and keys that never are. */
export interface Known {
  readonly identifiers: readonly CompanyIdentifier[];
  readonly keys: readonly string[];
}

/** What the first byte of an identifier says besides its scheme: it has a scope; this is the one of the identifier before; its value is digits. */
const SCOPED = 0x80;
const SCOPED_AS_BEFORE = 0x40;
const DIGITS = 0x20;
const SCHEME = 0x0f;

/** Stands in the place of the scheme before a key. */
const KEY = 0x0f;

/** Packs identifiers and keys, one behind the other: docs/snapshot-format.md, "ids". */
export function encodeKnown({ identifiers, keys }: Known): Buffer {
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

/** Reads what {@linkcode encodeKnown} wrote, from `start` to the end of the bytes. */
export function decodeKnown(bytes: Buffer, start: number): Known {
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

const OPENINGS = IDENTIFIER_SCHEMES.map((scheme) => `{"scheme":"${scheme}","value":"`);

/**
 * Appends the end of a Company resource, from behind its row on: the identifiers that lie from `start` to the end of the bytes, and the
 * closing brace. It writes what JSON.stringify would of what {@linkcode decodeKnown} reads, and makes no objects.
 */
export function appendIdentifiers(bytes: Buffer, start: number, target: ByteBuffer): void {
  const reader = new VarintReader(bytes, start);
  let scopeStart = start;
  let scopeEnd = start;
  let before = ',"identifiers":[';
  while (reader.at < bytes.length) {
    const head = bytes.readUInt8(reader.at++);
    if ((head & SCOPED) === 0) scopeEnd = scopeStart;
    else if ((head & SCOPED_AS_BEFORE) === 0) {
      scopeStart = reader.at + 1;
      scopeEnd = scopeStart + bytes.readUInt8(reader.at);
      reader.at = scopeEnd;
    }
    // Keys stand behind the identifiers, and are never served.
    if ((head & SCHEME) === KEY) break;
    target.appendAscii(before);
    target.appendAscii(OPENINGS[head & SCHEME] ?? '');
    appendValue(bytes, reader, (head & DIGITS) !== 0, target);
    if (scopeEnd > scopeStart) {
      target.appendAscii('","country_scope":"');
      target.appendPart(bytes, scopeStart, scopeEnd);
    }
    target.appendAscii('"}');
    before = ',';
  }
  target.appendAscii(before === ',' ? ']}' : '}');
}

/** Appends a value as it stands between the quotes of JSON. */
function appendValue(bytes: Buffer, reader: VarintReader, isDigits: boolean, target: ByteBuffer): void {
  const length = reader.next();
  const start = reader.at;
  reader.at += isDigits ? packedBytes(length) : length;
  if (isDigits) {
    target.reserve(length);
    for (let i = 0; i < length; i++) target.bytes[target.length++] = digitAt(bytes, start, i);
  } else if (standsAsItIs(bytes, start, reader.at)) target.appendPart(bytes, start, reader.at);
  else target.append(Buffer.from(JSON.stringify(bytes.toString('utf8', start, reader.at)).slice(1, -1)));
}

/** Whether no character of a text must be escaped in JSON (RFC 8259, section 7). */
function standsAsItIs(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at] ?? 0;
    if (byte < 0x20 || byte === 0x22 || byte === 0x5c) return false;
  }
  return true;
}
