import { isAscii, isUtf8 } from 'node:buffer';
import { InputError, quoteValue } from '../../model/index.ts';
import { withoutControlBytes } from './controls.ts';
import { isTar } from './tar.ts';

export type TextFormat = 'json' | 'csv' | 'xml' | 'tar';

/** The encoding that a publisher uses. `windows-1252` also reads ISO-8859-1. `utf-16` requires a byte order mark. */
export type Encoding = 'utf-8' | 'windows-1251' | 'windows-1252' | 'utf-16';

/** Is notified of irregularities that a reader accepts. */
export interface TextObserver {
  onControls(count: number): void;
  onUnendedRow(): void;
}

const NO_OBSERVER: TextObserver = { onControls: () => {}, onUnendedRow: () => {} };

interface TextOptions {
  readonly encoding?: Encoding | undefined;
  /** Whether a checksum or a stated length proves that the text was not cut. */
  readonly isWhole?: boolean;
  /** Whether columns have a fixed width: control characters are then replaced with blanks. */
  readonly hasFixedWidth?: boolean;
  readonly observer?: TextObserver;
}

/** A file has another encoding than its register. */
export class EncodingFault extends InputError {
  readonly reason: string;

  constructor(name: string, reason: string) {
    super(`Cannot read ${quoteValue(name)}: ${reason}`);
    this.reason = reason;
  }
}

const HEAD_BYTES = 64 * 1024;

const UTF8_MARK = Buffer.from('\uFEFF');

/** An opened file: its format, its first characters, and all its bytes as UTF-8. The bytes of a tar are unchanged. */
export interface Text {
  readonly format: TextFormat;
  readonly head: string;
  /** Chunks of complete characters. */
  readonly chunks: AsyncGenerator<Buffer>;
  readonly encoding: Encoding;
  readonly isWhole: boolean;
  readonly observer: TextObserver;
}

/**
 * Detects the format of a file by its start: `{` or `[` means JSON, `<` XML, any other printable character CSV; a tar has a magic number.
 * Text is checked to be UTF-8, or converted to UTF-8. A byte order mark and control characters are removed.
 * @throws {InputError} if the file is empty or compressed twice; {@linkcode EncodingFault} if it has another encoding, which may be
 *   noticed only in a later chunk
 */
export async function readText(name: string, chunks: AsyncGenerator<Buffer>, reading: TextOptions = {}): Promise<Text> {
  const { encoding = 'utf-8', isWhole = false, hasFixedWidth = false, observer = NO_OBSERVER } = reading;
  try {
    const start = await readStart(chunks);
    if (start.length === 0) throw new InputError(`Cannot read ${quoteValue(name)}: it is empty`);
    const all = rejoined(start, chunks);
    if (isTar(start)) return { format: 'tar', head: '', chunks: all, encoding, isWhole, observer };
    const label = detectEncoding(name, start, encoding);
    const head = new TextDecoder(label).decode(start);
    const format = detectFormat(name, head.trimStart());
    const utf8 =
      encoding === 'utf-8'
        ? checkUtf8(name, all)
        : encoding === 'utf-16'
          ? fromUtf16(name, all, label)
          : fromOneByte(name, all, label);
    const clean = withoutControls(utf8, hasFixedWidth ? ' ' : '', observer);
    return { format, head, chunks: clean, encoding, isWhole, observer };
  } catch (error) {
    await chunks.return(undefined);
    throw error;
  }
}

async function readStart(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  const head: Buffer[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES;) {
    const next = await chunks.next();
    if (next.done === true) break;
    head.push(next.value);
    bytes += next.value.length;
  }
  return Buffer.concat(head);
}

async function* rejoined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield start;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* withoutControls(chunks: AsyncGenerator<Buffer>, filler: '' | ' ', observer: TextObserver) {
  for await (const chunk of chunks) yield withoutControlBytes(chunk, filler, (count) => observer.onControls(count));
}

/** Returns the name of the encoding for a TextDecoder. @throws {EncodingFault} if the start of the file has another encoding */
function detectEncoding(name: string, start: Buffer, encoding: Encoding): string {
  const mark = start.length >= 2 ? start.readUInt16BE(0) : 0;
  const isMarked = mark === 0xfeff || mark === 0xfffe;
  if (encoding === 'utf-16') {
    if (isMarked) return mark === 0xfeff ? 'utf-16be' : 'utf-16le';
    throw new EncodingFault(name, 'it has no byte order mark of UTF-16; must be UTF-16');
  }
  // Two ASCII letters in UTF-16. The zeros are removed as control characters, so the letters would pass as UTF-8.
  const [a, b, c, d] = start;
  if (!isMarked && !(a === 0 && c === 0) && !(b === 0 && d === 0)) return encoding;
  throw new EncodingFault(name, `it is UTF-16; must be ${encoding.toUpperCase()}`);
}

/**
 * Decodes a text with one byte per character. If the first chunk with letters outside ASCII is valid UTF-8, the file is UTF-8: text in
 * other encodings is almost never valid UTF-8.
 */
async function* fromOneByte(name: string, chunks: AsyncGenerator<Buffer>, label: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(label);
  let hasLetters = false;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!hasLetters) {
      const bytes = Buffer.concat([tail, chunk]);
      const end = bytes.length - unfinishedBytes(bytes);
      const whole = bytes.subarray(0, end);
      tail = bytes.subarray(end);
      hasLetters = !isAscii(whole);
      if (hasLetters && isUtf8(whole)) throw new EncodingFault(name, `it is UTF-8; must be ${label.toUpperCase()}`);
    }
    yield Buffer.from(decoder.decode(chunk));
  }
}

/** Decodes UTF-16. A text that ends within a character is refused: the file was cut, or has another encoding. */
async function* fromUtf16(name: string, chunks: AsyncGenerator<Buffer>, label: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(label, { fatal: true });
  let reason = 'not UTF-16 after byte 0';
  let offset = 0;
  try {
    for await (const chunk of chunks) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
      offset += chunk.length;
      reason = `not UTF-16 after byte ${offset}`;
    }
    reason = 'it ends within a character; download it again';
    decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new EncodingFault(name, reason) : error;
  }
}

/** Passes bytes through until the first invalid byte in UTF-8. A character may span two chunks. */
async function* checkUtf8(name: string, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let offset = 0;
  let tail: Buffer = Buffer.alloc(0);
  const check = (bytes: Buffer): void => {
    if (isUtf8(bytes)) return;
    const repaired = Buffer.from(bytes.toString());
    const at = offset + bytes.findIndex((byte, i) => byte !== repaired[i]);
    const reason = `not UTF-8 near byte ${at}: in another encoding (WINDOWS-1252?), or damaged; must be UTF-8`;
    throw new EncodingFault(name, reason);
  };
  for await (const chunk of chunks) {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const end = bytes.length - unfinishedBytes(bytes);
    const whole = bytes.subarray(0, end);
    check(whole);
    const isMarked = offset === 0 && whole.subarray(0, UTF8_MARK.length).equals(UTF8_MARK);
    offset += end;
    tail = bytes.subarray(end);
    if (end > 0) yield isMarked ? whole.subarray(UTF8_MARK.length) : whole;
  }
  check(tail);
}

/** Returns the number of bytes of an unfinished character at the end: 0 to 3. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

const OTHERS: readonly (readonly [start: RegExp, what: string])[] = [
  [/^<(!doctype html|html)\b/i, 'it is a web page: perhaps the download was refused'],
  [/^%PDF-/, 'it is a PDF'],
  [/^PAR1/, 'it is Parquet within an archive or a compressed file; unpack it'],
];

function detectFormat(name: string, text: string): TextFormat {
  const [first] = text;
  const [, other] = OTHERS.find(([start]) => start.test(text)) ?? [];
  if (other !== undefined) throw new InputError(`Cannot read ${quoteValue(name)}: ${other}`);
  if (first === '{' || first === '[') return 'json';
  if (first === '<') return 'xml';
  if (first === undefined) throw new InputError(`Cannot read ${quoteValue(name)}: it has only white space`);
  // Control characters mean a compressed file within a zip, or a file that is not text.
  if (/^(PK)?[\p{Cc}\ufffd]/u.test(text)) {
    throw new InputError(`Cannot read ${quoteValue(name)}: it is neither JSON, XML nor CSV, or compressed twice`);
  }
  return 'csv';
}
