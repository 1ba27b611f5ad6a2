import { isAscii, isUtf8 } from 'node:buffer';
import { InputError, quoteValue } from '../../model/index.ts';
import { withoutControlBytes } from './controls.ts';
import { isTar } from './tar.ts';

/** The formats of an uncompressed file. */
export type TextFormat = 'json' | 'csv' | 'xml' | 'tar';

/**
 * The encoding of a publisher. `windows-1252` stands for ISO-8859-1 as well: 32 bytes are dashes and quotes in the one, control codes in
 * the other. `windows-1251` is Cyrillic. `utf-16` starts with a byte order mark.
 */
export type Encoding = 'utf-8' | 'windows-1251' | 'windows-1252' | 'utf-16';

/** Called for irregularities that a reader accepts. */
export interface TextObserver {
  /** Control characters were removed. */
  onControls(count: number): void;
  /** The last row of a CSV has no line break. */
  onUnendedRow(): void;
}

const NO_OBSERVER: TextObserver = { onControls: () => {}, onUnendedRow: () => {} };

/** Options of {@linkcode readText}. */
interface TextReading {
  /** UTF-8 unless set. */
  readonly encoding?: Encoding | undefined;
  /** Whether a checksum or a stated length proves that the text was not cut. */
  readonly isWhole?: boolean;
  /** Whether columns have a fixed width: control characters are then replaced by blanks. */
  readonly hasFixedWidth?: boolean;
  readonly observer?: TextObserver;
}

/** A file has another encoding than its register. */
export class EncodingFault extends InputError {}

/** The number of bytes that decide the format. */
const HEAD_BYTES = 64 * 1024;

const BYTE_ORDER_MARK = 0xfeff;

/**
 * A file with its format, its first characters, and all its bytes as UTF-8. The bytes of a tar are unchanged.
 */
export interface Text {
  readonly format: TextFormat;
  readonly head: string;
  readonly chunks: AsyncGenerator<Buffer>;
  /** The encoding of the file. */
  readonly encoding: Encoding;
  readonly isWhole: boolean;
  readonly observer: TextObserver;
}

/**
 * Detects the format of a file by its start: `{` or `[` is JSON, `<` XML, any other printable character CSV, and a tar has a mark. Text
 * is checked to be UTF-8, or converted to it. A byte order mark and control characters are removed.
 * @throws {InputError} where the file is empty or compressed again; {@linkcode EncodingFault} where it has another encoding, perhaps
 *   only in a later chunk
 */
export async function readText(name: string, chunks: AsyncGenerator<Buffer>, reading: TextReading = {}): Promise<Text> {
  const { encoding = 'utf-8', isWhole = false, hasFixedWidth = false, observer = NO_OBSERVER } = reading;
  try {
    const { format, head, chunks: read } = await textOf(name, chunks, encoding);
    const clean = format === 'tar' ? read : withoutControls(read, hasFixedWidth ? ' ' : '', observer);
    return { format, head, chunks: clean, encoding, isWhole, observer };
  } catch (error) {
    await chunks.return(undefined);
    throw error;
  }
}

/** A text before control characters are removed. */
type Content = Pick<Text, 'format' | 'head' | 'chunks'>;

async function* withoutControls(
  chunks: AsyncGenerator<Buffer>,
  filler: '' | ' ',
  observer: TextObserver,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) yield withoutControlBytes(chunk, filler, (count) => observer.onControls(count));
  } finally {
    await chunks.return(undefined);
  }
}

async function textOf(name: string, chunks: AsyncGenerator<Buffer>, encoding: Encoding): Promise<Content> {
  const head: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    head.push(next.value);
    bytes += next.value.length;
  }
  const start = Buffer.concat(head);
  if (start.length === 0) throw new InputError(`Cannot read ${quoteValue(name)}: it is empty`);
  if (isTar(start)) return { format: 'tar', head: '', chunks: rejoined(start, chunks) };
  const mark = start.length >= 2 ? start.readUInt16BE(0) : 0;
  if (encoding === 'utf-16') {
    if (mark === 0xfffe) return utf16TextOf(name, start, chunks, 'utf-16le');
    if (mark === 0xfeff) return utf16TextOf(name, start, chunks, 'utf-16be');
    throw new EncodingFault(`Cannot read ${quoteValue(name)}: it has no byte order mark of UTF-16; must be UTF-16`);
  }
  if (mark === 0xfeff || mark === 0xfffe || hasZeroes(start)) {
    throw new EncodingFault(`Cannot read ${quoteValue(name)}: it is UTF-16; must be ${encoding.toUpperCase()}`);
  }
  if (encoding !== 'utf-8') return oneByteTextOf(name, start, chunks, encoding);
  const text = start.toString('utf8');
  const marked = text.charCodeAt(0) === BYTE_ORDER_MARK;
  const bare = marked ? text.slice(1) : text;
  return {
    format: formatOf(name, bare.trimStart()),
    head: bare,
    chunks: checkUtf8(name, marked ? start.subarray(3) : start, chunks),
  };
}

/** Whether a text starts with two ASCII letters in UTF-16: without the zeros it would look like UTF-8. */
function hasZeroes(start: Buffer): boolean {
  const [a, b, c, d] = start;
  return (a === 0 && c === 0) || (b === 0 && d === 0);
}

/**
 * A text with one byte a character. If the first chunk with letters beyond ASCII is valid UTF-8, the file is UTF-8: other encodings
 * break its rules at once.
 */
function oneByteTextOf(name: string, start: Buffer, rest: AsyncGenerator<Buffer>, encoding: Encoding): Content {
  let hasLetters = false;
  let tail: Buffer = Buffer.alloc(0);
  const check = (chunk: Buffer): void => {
    if (hasLetters) return;
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const end = bytes.length - unfinishedBytes(bytes);
    tail = bytes.subarray(end);
    if (isAscii(bytes.subarray(0, end))) return;
    hasLetters = true;
    if (!isUtf8(bytes.subarray(0, end))) return;
    throw new EncodingFault(`Cannot read ${quoteValue(name)}: it is UTF-8; must be ${encoding.toUpperCase()}`);
  };
  check(start);
  const decoder = new TextDecoder(encoding);
  const decoded = async function* (): AsyncGenerator<Buffer> {
    try {
      yield Buffer.from(decoder.decode(start));
      for await (const chunk of rest) {
        check(chunk);
        yield Buffer.from(decoder.decode(chunk));
      }
    } finally {
      await rest.return(undefined);
    }
  };
  const head = decoder.decode(start);
  return { format: formatOf(name, head.trimStart()), head, chunks: decoded() };
}

/** A text of UTF-16. Half of a character is refused: the file was cut, or has another encoding. */
function utf16TextOf(
  name: string,
  start: Buffer,
  rest: AsyncGenerator<Buffer>,
  encoding: 'utf-16le' | 'utf-16be',
): Content {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  const decode = (bytes?: Buffer): string => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      offset += bytes?.length ?? 0;
      return text;
    } catch {
      const what =
        bytes === undefined ? 'it ends within a character; download it again' : `not UTF-16 after byte ${offset}`;
      throw new EncodingFault(`Cannot read ${quoteValue(name)}: ${what}`);
    }
  };
  const head = decode(start);
  const decoded = async function* (): AsyncGenerator<Buffer> {
    try {
      yield Buffer.from(head);
      for await (const chunk of rest) yield Buffer.from(decode(chunk));
      decode();
    } finally {
      await rest.return(undefined);
    }
  };
  return { format: formatOf(name, head.trimStart()), head, chunks: decoded() };
}

/** The starts of files that are never data of a register. */
const OTHERS: readonly (readonly [start: RegExp, what: string])[] = [
  [/^<(!doctype html|html)\b/i, 'it is a web page: perhaps the download was refused'],
  [/^%PDF-/, 'it is a PDF'],
  [/^PAR1/, 'it is Parquet; take another edition'],
];

function formatOf(name: string, text: string): TextFormat {
  const [first] = text;
  const [, other] = OTHERS.find(([start]) => start.test(text)) ?? [];
  if (other !== undefined) throw new InputError(`Cannot read ${quoteValue(name)}: ${other}`);
  if (first === '{' || first === '[') return 'json';
  if (first === '<') return 'xml';
  if (first === undefined) throw new InputError(`Cannot read ${quoteValue(name)}: it has only white space`);
  // Control characters: a compressed file within a zip, or not a text.
  if (/^(PK)?[\p{Cc}\ufffd]/u.test(text)) {
    throw new InputError(`Cannot read ${quoteValue(name)}: it is neither JSON, XML nor CSV, or compressed twice`);
  }
  return 'csv';
}

async function* rejoined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield start;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Passes bytes through until the first that is not UTF-8. A character may span two chunks. */
async function* checkUtf8(name: string, start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let offset = 0;
  let tail: Buffer = Buffer.alloc(0);
  const check = (bytes: Buffer): void => {
    if (isUtf8(bytes)) return;
    const what = `not UTF-8 near byte ${offset + firstBadByte(bytes)}: in another encoding (WINDOWS-1252?), or damaged`;
    throw new EncodingFault(`Cannot read ${quoteValue(name)}: ${what}; must be UTF-8`);
  };
  try {
    for (let next: IteratorResult<Buffer> = { value: start }; next.done !== true; next = await rest.next()) {
      const bytes = tail.length === 0 ? next.value : Buffer.concat([tail, next.value]);
      const end = bytes.length - unfinishedBytes(bytes);
      const whole = bytes.subarray(0, end);
      check(whole);
      offset += end;
      tail = bytes.subarray(end);
      if (end > 0) yield whole;
    }
    check(tail);
  } finally {
    await rest.return(undefined);
  }
}

/** The number of bytes of an unfinished character at the end: 0 to 3. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/** The offset of the first byte that is not UTF-8, by bisection. */
function firstBadByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const part = bytes.subarray(0, middle);
    if (isUtf8(part.subarray(0, middle - unfinishedBytes(part)))) good = middle;
    else bad = middle;
  }
  return good - unfinishedBytes(bytes.subarray(0, good));
}
