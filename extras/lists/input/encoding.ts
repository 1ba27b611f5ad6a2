import { isUtf8 } from 'node:buffer';
import { InputError, quoteValue } from '../../../src/model/index.ts';
import { refuseText } from './other-forms.ts';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Number of bytes at the start of a list by which its encoding, separator and line breaks are guessed. */
const HEAD_BYTES = 1024 * 1024;

const UTF8_MARK = Buffer.from('\uFEFF');

/** Returns the error for a list that cannot be read. */
export function unreadable(name: string, reason: string, cause?: unknown): InputError {
  return new InputError(`Cannot read ${quoteValue(name)}: ${reason}`, { cause });
}

/** A list whose text is converted to UTF-8. */
export interface DecodedText {
  readonly encoding: Encoding;
  /** Whether the list starts with a byte order mark, which spreadsheets write. */
  readonly isMarked: boolean;
  readonly head: string;
  /** Whether `head` is the whole text. */
  readonly isHeadAll: boolean;
  readonly chunks: AsyncGenerator<Buffer>;
}

/**
 * Decodes a list. Without a chosen encoding, a byte order mark, or zero bytes between letters, mean UTF-16; text that is not UTF-8 is read
 * as Windows-1252, which includes ISO 8859-1.
 * @throws {InputError} if it is not a text, and while `chunks` are read, if a byte does not fit the encoding
 */
export async function decoded(
  name: string,
  chunks: AsyncGenerator<Buffer>,
  chosen: Encoding | undefined,
): Promise<DecodedText> {
  const first: Buffer[] = [];
  let length = 0;
  let isHeadAll = false;
  while (length < HEAD_BYTES && !isHeadAll) {
    const next = await chunks.next();
    isHeadAll = next.done === true;
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  const start = Buffer.concat(first);
  const other = refuseText(start);
  if (other !== undefined) throw unreadable(name, other);
  const encoding = chosen ?? guessed(start, isHeadAll);
  const mark = utf16Mark(start);
  const label = encoding === 'utf-16' ? (mark ?? (start[0] === 0 ? 'utf-16be' : 'utf-16le')) : encoding;
  return {
    encoding,
    isMarked: mark !== undefined || start.subarray(0, UTF8_MARK.length).equals(UTF8_MARK),
    head: new TextDecoder(label).decode(start, { stream: !isHeadAll }),
    isHeadAll,
    chunks: decodedChunks(name, start, chunks, label, encoding),
  };
}

async function* decodedChunks(
  name: string,
  start: Buffer,
  rest: AsyncGenerator<Buffer>,
  label: string,
  encoding: Encoding,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(label, { fatal: true });
  let offset = 0;
  try {
    yield Buffer.from(decoder.decode(start, { stream: true }));
    offset += start.length;
    for await (const chunk of rest) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
      offset += chunk.length;
    }
    yield Buffer.from(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const others = ENCODINGS.filter((one) => one !== encoding).join(' or ');
    const reason = `not ${encoding.toUpperCase()} after byte ${offset}; set --encoding to ${others}`;
    throw unreadable(name, reason, error);
  } finally {
    await rest.return(undefined);
  }
}

function guessed(start: Buffer, isAll: boolean): Encoding {
  const [a, b, c, d] = start;
  // The first four bytes are two ASCII letters in UTF-16.
  const isUnmarked = (a === 0 && c === 0 && b !== 0) || (b === 0 && d === 0 && a !== 0);
  if (isUnmarked || utf16Mark(start) !== undefined) return 'utf-16';
  return isUtf8(isAll ? start : withoutCutCharacter(start)) ? 'utf-8' : 'windows-1252';
}

/** Removes the bytes of an unfinished last character of UTF-8. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  const last = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const isCut = (bytes[last] ?? 0) >= 0xc0 && bytes.length - last <= 4;
  return isCut ? bytes.subarray(0, last) : bytes;
}

function utf16Mark(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}
