import { isUtf8 } from 'node:buffer';
import { createReadStream, statSync } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import {
  MAGIC_BYTES,
  decompressor,
  detectCompression,
  errorCode,
  mustBeFile,
  splitLines,
  systemReason,
} from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { firstInvalidField } from '../../model/shapes.ts';
import type { RegisterLine } from '../../model/index.ts';
import { LINE_DEPTH_MAX, countNames, repeatedName, scanStructure } from './line-structure.ts';

/** A line as it was read. `bytes` is valid only until the next line is read. */
export interface RawLine {
  readonly bytes: Buffer;
  /** The number of the line in its input, from 1. */
  readonly lineNumber: number;
}

/** A checked line. */
export interface ReadLine extends RawLine {
  readonly line: RegisterLine;
}

/** A line that is not a register line. */
export interface RejectedLine {
  readonly file: string;
  readonly lineNumber: number;
  /** The path of the invalid field; empty if the whole line is invalid. */
  readonly field: string;
  readonly reason: string;
  readonly text: string;
}

interface LineInputOptions {
  /** A path, or `-` for standard input. The content may be compressed with gzip or zstd; the name does not matter. */
  readonly file: string;
  /** Called for each rejected line. If the callback throws, reading stops; else the line is skipped. */
  readonly onRejected: (rejected: RejectedLine) => void;
  /** Called from time to time if the size of the input is known. */
  readonly onProgress?: (bytesDone: number, bytesTotal: number) => void;
  /** Stops reading when it is aborted. Reading then throws the reason of the abort. */
  readonly signal?: AbortSignal;
}

/** Maximum number of bytes in a line. A file with a longer line is not a file of register lines. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

/** Number of bytes that are read at once: with a megabyte, which leaves the processor's cache, a build takes 3 % more CPU. */
const CHUNK_BYTES = 256 * 1024;

const LINE_FEED = Buffer.from('\n');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads and checks the register lines of one input, in order. Blank lines and comments (`#`) are skipped.
 * @throws {InputError} if the file cannot be read or ends too early
 */
export async function* readLines({
  onRejected,
  ...options
}: LineInputOptions): AsyncGenerator<ReadLine, void, undefined> {
  for await (const raw of readRawLines(options)) {
    const line = checkLine(raw, options.file, onRejected);
    if (line !== undefined) yield { line, ...raw };
  }
}

/** Checks a line of an input. Returns undefined for a blank line, a comment and, after calling `onRejected`, an invalid line. */
export function checkLine(
  { bytes, lineNumber }: RawLine,
  input: string,
  onRejected: LineInputOptions['onRejected'],
): RegisterLine | undefined {
  const file = inputName(input);
  return parseLine(bytes, (field, reason) => {
    onRejected({ file, lineNumber, field, reason, text: bytes.toString('utf8') });
    return undefined;
  });
}

function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/**
 * Reads the lines of one input that are not empty, in order, without a check.
 * @throws {InputError} if the file cannot be read or ends too early
 */
export async function* readRawLines(
  options: Omit<LineInputOptions, 'onRejected'>,
): AsyncGenerator<RawLine, void, undefined> {
  const { file } = options;
  const name = inputName(file);
  const source = openSource(options);
  let lineNumber = 0;
  const refuseLong = (): InputError =>
    new InputError(
      `Cannot read "${name}": line ${lineNumber + 1} is longer than the allowed ${LINE_BYTES_MAX} bytes; ` +
        'a register line is one JSON object on one line',
    );
  try {
    for await (const raw of splitLines(readBytes(source, name, options), LINE_BYTES_MAX, refuseLong)) {
      lineNumber++;
      const hasMark = lineNumber === 1 && raw.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
      const bytes = hasMark ? raw.subarray(BYTE_ORDER_MARK.length) : raw;
      if (bytes.length > 0) yield { bytes, lineNumber };
    }
  } finally {
    source.destroy();
    // Waits until the system has closed the file.
    if (file !== '-' && !source.closed) await new Promise((resolve) => source.once('close', resolve));
  }
}

function openSource({
  file,
  signal,
}: Pick<LineInputOptions, 'file' | 'signal'>): Readable & { readonly bytesRead?: number } {
  if (file === '-') return signal === undefined ? process.stdin : addAbortSignal(signal, process.stdin);
  mustBeFile(file, (reason) => new InputError(`Cannot read "${file}": ${reason}`));
  return createReadStream(file, { highWaterMark: CHUNK_BYTES, ...(signal === undefined ? {} : { signal }) });
}

/** Yields the decompressed bytes of an input, then a line feed, because the last line may lack its own. An extra empty line is skipped. */
async function* readBytes(
  source: ReturnType<typeof openSource>,
  name: string,
  { file, onProgress, signal }: Omit<LineInputOptions, 'onRejected'>,
): AsyncGenerator<Buffer, void, undefined> {
  let bytesTotal: number | undefined;
  for await (const chunk of plainChunks(source, name, signal)) {
    yield chunk;
    if (file !== '-') onProgress?.(source.bytesRead ?? 0, (bytesTotal ??= statSync(file).size));
  }
  yield LINE_FEED;
}

/** Yields the decompressed bytes of an input. Read errors become InputErrors; errors of the consumer are not changed. */
async function* plainChunks(
  source: Readable,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* decompressed(source);
  } catch (error) {
    signal?.throwIfAborted();
    throw readingFault(error, name);
  }
}

async function* decompressed(source: Readable): AsyncGenerator<Buffer, void, undefined> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const whole = (async function* whole(): AsyncGenerator<Buffer, void, undefined> {
    if (head.length > 0) yield head;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  const compression = detectCompression(head);
  if (compression !== 'gzip' && compression !== 'zstd') {
    yield* whole;
    return;
  }
  const inflate = decompressor(compression);
  // Errors reach the reader through `inflate`; the empty callback keeps them from being thrown twice.
  pipeline(Readable.from(whole), inflate, () => undefined);
  for await (const chunk of inflate) yield chunk as Buffer;
}

/** Parses one line. Returns undefined for a blank line, a comment and, after calling `reject`, an invalid line. */
function parseLine(bytes: Buffer, reject: (field: string, reason: string) => undefined): RegisterLine | undefined {
  if (!isUtf8(bytes)) return reject('', 'is not UTF-8 text');
  const text = bytes.toString('utf8');
  if (text.trim() === '' || text.startsWith('#')) return undefined;
  const { depth, names } = scanStructure(text);
  if (depth > LINE_DEPTH_MAX) return reject('', `nests ${depth} levels deep; at most ${LINE_DEPTH_MAX} are allowed`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return reject('', `is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (names !== countNames(value)) return reject(repeatedName(text) ?? '', 'occurs twice in one object');
  const invalid = firstInvalidField(value);
  return invalid === undefined ? (value as RegisterLine) : reject(invalid.field, invalid.reason);
}

/** Returns a message for the operator with the file, the line number, the field, the reason and the beginning of the line. */
export function describeRejectedLine({ file, lineNumber, field, reason, text }: RejectedLine): string {
  const subject = field === '' ? 'the line' : `the field "${field}"`;
  return `Cannot use line ${lineNumber} of "${file}": ${subject} ${reason}; the line begins ${quoteValue(text)}`;
}

function readingFault(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (!(error instanceof Error) || code === undefined) return error;
  const isCut = code === 'Z_BUF_ERROR';
  const reason = isCut ? 'the compressed data ends too early; the file is cut short' : systemReason(error);
  return new InputError(`Cannot read "${name}": ${reason ?? error.message}`, { cause: error });
}
