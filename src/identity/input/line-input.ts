import { isUtf8 } from 'node:buffer';
import { createReadStream, statSync } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { MAGIC_BYTES, compressionOf, decompressor, errorCode, systemReason } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { firstInvalidField } from '../../model/shapes.ts';
import type { RegisterLine } from '../../model/index.ts';

/** A line of an input, checked. `bytes` is valid until the next line is taken. */
export interface ReadLine {
  readonly line: RegisterLine;
  readonly bytes: Buffer;
  /** Its place in the input, from 1. */
  readonly lineNumber: number;
}

/** A line that is not a register line, and why. */
export interface RejectedLine {
  readonly file: string;
  readonly lineNumber: number;
  /** The path of the field; empty where the whole line is at fault. */
  readonly field: string;
  readonly reason: string;
  readonly text: string;
}

export interface LineInputOptions {
  /** A path (`.ndjson`, plain or compressed with gzip or zstd, told by content), or `-` for standard input. */
  readonly file: string;
  /** Decides about a rejected line: throwing stops the reading, returning goes on without the line. */
  readonly onRejected: (rejected: RejectedLine) => void;
  /** Told now and then how many bytes of the file are read, of how many (undefined for standard input). */
  readonly onProgress?: (bytesDone: number, bytesTotal: number | undefined) => void;
  /** Ends the reading, and what it is aborted with is thrown. */
  readonly signal?: AbortSignal;
}

/** A line longer than this is no company but a file of another kind read by mistake. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

const NEWLINE = 0x0a;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads the register lines of one input in order. A file that cannot be read or is cut short is an InputError. */
export async function* readLines(options: LineInputOptions): AsyncGenerator<ReadLine, void, undefined> {
  const { file } = options;
  const name = file === '-' ? 'standard input' : file;
  const progress = trackProgress(options);
  let rest: Buffer = Buffer.alloc(0);
  let lineNumber = 0;
  const parse = (raw: Buffer): ReadLine | undefined => {
    lineNumber++;
    const isMarked = lineNumber === 1 && raw.subarray(0, UTF8_MARK.length).equals(UTF8_MARK);
    const bytes = isMarked ? raw.subarray(UTF8_MARK.length) : raw;
    const line = parseLine(bytes, name, lineNumber, options.onRejected);
    return line === undefined ? undefined : { line, bytes, lineNumber };
  };
  for await (const chunk of plainChunks(progress.source, name, options.signal)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const read = parse(bytes.subarray(start, end));
      if (read !== undefined) yield read;
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > LINE_BYTES_MAX) {
      throw new InputError(
        `Cannot read "${name}": line ${lineNumber + 1} is longer than ${LINE_BYTES_MAX} bytes; ` +
          'a register line is one JSON object on one line',
      );
    }
    progress.report();
  }
  const last = rest.length === 0 ? undefined : parse(rest);
  if (last !== undefined) yield last;
}

function trackProgress({ file, onProgress, signal }: LineInputOptions): { source: Readable; report: () => void } {
  if (file === '-') {
    if (signal !== undefined) addAbortSignal(signal, process.stdin);
    return { source: process.stdin, report: () => undefined };
  }
  const source = createReadStream(file, { highWaterMark: 1024 * 1024, ...(signal === undefined ? {} : { signal }) });
  let bytesTotal: number | undefined;
  return {
    source,
    report: () => {
      bytesTotal ??= statSync(file).size;
      onProgress?.(source.bytesRead, bytesTotal);
    },
  };
}

/** The plain bytes of an input. What is thrown where they are used is not a fault of reading, and passes by. */
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

/** The plain bytes of a stream that may be compressed, which its first bytes tell. */
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
  const compression = compressionOf(head);
  if (compression !== 'gzip' && compression !== 'zstd') {
    yield* whole;
    return;
  }
  const inflate = decompressor(compression);
  // The error reaches the reader through the stream that is read; the callback keeps it from being thrown twice.
  pipeline(Readable.from(whole), inflate, () => undefined);
  for await (const chunk of inflate) yield chunk as Buffer;
}

function parseLine(
  bytes: Buffer,
  file: string,
  lineNumber: number,
  onRejected: (rejected: RejectedLine) => void,
): RegisterLine | undefined {
  const refuse = (field: string, reason: string): undefined => {
    onRejected({ file, lineNumber, field, reason, text: bytes.toString('utf8') });
  };
  if (!isUtf8(bytes)) return refuse('', 'is not UTF-8 text');
  const text = bytes.toString('utf8');
  // What begins with # is a comment: who decided the next line, and why.
  if (text.trim() === '' || text.startsWith('#')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('', `is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const fault = firstInvalidField(value);
  if (fault !== undefined) return refuse(fault.field, fault.reason);
  return value as RegisterLine;
}

/** The one line that says which line of which file was rejected, and why. */
export function describeRejectedLine({ file, lineNumber, field, reason, text }: RejectedLine): string {
  const what = field === '' ? `the line ${reason}` : `the field "${field}" ${reason}`;
  return `Cannot use line ${lineNumber} of "${file}": ${what}; the line begins ${quoteValue(text)}`;
}

function readingFault(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (!(error instanceof Error) || code === undefined) return error;
  const isCut = code === 'Z_BUF_ERROR';
  const reason = isCut ? 'the compressed data ends too early; the file is cut short' : systemReason(error);
  return new InputError(`Cannot read "${name}": ${reason ?? error.message}`, { cause: error });
}
