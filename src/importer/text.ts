import { isUtf8 } from 'node:buffer';
import { InputError, quoteValue } from '../model/index.ts';
import { isTar } from './tar.ts';

/** The layouts that a plain file can have; a tar holds files that have one of the others each. */
export type TextFormat = 'json' | 'csv' | 'xml' | 'tar';

/** How many bytes are looked at before a format is chosen; nothing but white space may be longer than this. */
const HEAD_BYTES = 64 * 1024;

const BYTE_ORDER_MARK = 0xfeff;

/**
 * A file whose start is known: its format, the first characters, and all its bytes, the first included. Those of a tar
 * are not looked at further.
 */
export interface Text {
  readonly format: TextFormat;
  readonly head: string;
  readonly chunks: AsyncGenerator<Buffer>;
}

/**
 * Looks at the start of a file and says what it is, by content: `{` or `[` begins JSON, `<` XML, any other printable
 * character the header of a CSV, and a tar has its mark. Bytes of a text are checked to be UTF-8 as they pass, and a byte
 * order mark is taken off.
 * @throws {InputError} where the file is empty, in another encoding, or compressed once more
 */
export async function readText(name: string, chunks: AsyncGenerator<Buffer>): Promise<Text> {
  try {
    return await textOf(name, chunks);
  } catch (error) {
    await chunks.return(undefined);
    throw error;
  }
}

async function textOf(name: string, chunks: AsyncGenerator<Buffer>): Promise<Text> {
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
  if (mark === 0xfeff || mark === 0xfffe) {
    throw new InputError(`Cannot read ${quoteValue(name)}: it is UTF-16; must be UTF-8`);
  }
  const text = start.toString('utf8');
  const marked = text.charCodeAt(0) === BYTE_ORDER_MARK;
  const bare = marked ? text.slice(1) : text;
  return {
    format: formatOf(name, bare.trimStart()),
    head: bare,
    chunks: checkUtf8(name, marked ? start.subarray(3) : start, chunks),
  };
}

function formatOf(name: string, text: string): TextFormat {
  const [first] = text;
  if (first === '{' || first === '[') return 'json';
  if (first === '<') return 'xml';
  if (first === undefined) throw new InputError(`Cannot read ${quoteValue(name)}: it holds nothing but white space`);
  // Control characters: a zip within a zip, a gzip within a zip, or no text at all.
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

/** Passes bytes through and stops at the first that is not UTF-8. A character may lie across two chunks. */
async function* checkUtf8(name: string, start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let offset = 0;
  let tail: Buffer = Buffer.alloc(0);
  const check = (bytes: Buffer): void => {
    if (isUtf8(bytes)) return;
    throw new InputError(`Cannot read ${quoteValue(name)}: not UTF-8 near byte ${offset + firstBadByte(bytes)}`);
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

/** How many bytes at the end begin a character that the next chunk may finish: 0 to 3. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/** The offset of the first byte that is not UTF-8, by halving, so that a message can point at it. */
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
