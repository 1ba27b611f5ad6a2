import { JSONParser } from '@streamparser/json';
import { InputError, quoteValue } from '../../model/index.ts';
import { FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import { withoutControls, type OnControls } from './controls.ts';
import { RecordCutter, TOO_LONG } from './json-cutter.ts';
import { parserReason } from './own-text.ts';
import type { Text } from './text.ts';

const LINE_FEED = 0x0a;

export interface JsonLayout {
  /**
   * The key of the array of records; absent if no edition wraps them in an object. A path through lists marks each by `[]`:
   * `Message[].Body[].Deeds[].Deed`.
   */
  readonly recordsAt?: string;
  /** If the records are members of an object: the field for the key of each record. */
  readonly keyAs?: string;
  /** Members before the records that are copied into each record, such as the date of the file. */
  readonly shared?: readonly string[];
  /** Whether files may also be NDJSON, with lines of at most one mebibyte. */
  readonly lines?: true;
}

/**
 * Streams the records of a JSON file: the members of `recordsAt`, of an array, or concatenated objects. JSON is strict (RFC 8259), and
 * a file that ends before its last bracket is refused.
 * @throws {InputError} with the number, from 1, of the record at which reading stopped
 */
export async function* jsonRecords(name: string, text: Text, declared: JsonLayout): AsyncGenerator {
  let found: unknown[] = [];
  let fault: string | undefined;
  const layout = detectLayout(text.head.trimStart(), declared);
  const { paths, separator, recordDepth, isWrapped } = layout;
  const { recordsAt, keyAs } = declared;
  const onControls = (count: number): void => text.observer.onControls(count);
  const shared: Record<string, unknown> = {};
  const parser = new JSONParser({ paths, ...(separator !== undefined && { separator }), keepStack: false });
  const cutter = new RecordCutter(recordDepth, onControls);
  let hasEscapes = false;
  let unfinishedToken = 0;
  parser.onToken = (token) => {
    unfinishedToken = 0;
    if (hasEscapes && typeof token.value === 'string') token.value = withoutControls(token.value, onControls);
  };
  parser.onValue = ({ value: placed, key, stack }) => {
    // The cutter puts a list in place of a record.
    const value: unknown =
      Array.isArray(placed) && stack.length === recordDepth ? cutter.records[Number(placed[0])] : placed;
    if (stack.length === 1 && isWrapped) {
      shared[String(key)] = value;
      return;
    }
    const isMember = isWrapped && keyAs !== undefined;
    if (layout.isList && (typeof key === 'number') === isMember) {
      fault ??= `not valid JSON: ${quoteValue(recordsAt)} is ${isMember ? 'not an object' : 'not an array'}`;
      return;
    }
    const own = isMember && typeof key === 'string' ? { [keyAs]: key } : {};
    found.push(isObject(value) && isWrapped ? { ...shared, ...own, ...value } : value);
  };
  parser.onError = (error) => {
    fault ??= `not valid JSON: ${parserReason(error)}`;
  };
  let records = 0;
  let unfinishedBytes = 0;
  const stop = (reason: string): InputError =>
    new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${reason}`);
  for await (const chunk of text.chunks) {
    // Control characters can only be escaped here; an escape may span two chunks.
    hasEscapes ||= chunk.includes('\\u00') || chunk.subarray(-5).includes('\\');
    const outside = cutter.write(chunk);
    unfinishedToken += outside.length;
    parser.write(outside);
    // The parser stores every digit of a number, even of an endless number.
    fault ??= cutter.fault ?? (unfinishedToken > FIELD_CHARS_MAX ? TOO_LONG : undefined);
    unfinishedBytes = found.length > 0 ? chunk.length : unfinishedBytes + chunk.length;
    for (const record of found) {
      yield record;
      records++;
    }
    found = [];
    if (fault !== undefined) throw stop(fault);
    if (unfinishedBytes > RECORD_BYTES_MAX) throw stop(`longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  }
  if (!parser.isEnded) parser.end();
  if (cutter.isInside || fault !== undefined) throw stop('the file ends in the middle; download it again');
}

/** Whether the records are members of an array or object, rather than concatenated. */
export function isList(text: Text, declared: JsonLayout): boolean {
  return detectLayout(text.head.trimStart(), declared).isList;
}

/**
 * Finds the paths of the records. `isWrapped` means that the list of records is a member of an object; `recordDepth` is the number of
 * open brackets around a record.
 */
function detectLayout(head: string, { recordsAt, shared = [] }: JsonLayout) {
  const separator = undefined;
  if (head.startsWith('[')) return { paths: ['$.*'], isList: true, isWrapped: false, recordDepth: 1, separator };
  const [, firstKey] = /^\{\s*("(?:[^"\\]|\\.)*")\s*:/.exec(head) ?? [];
  const keys = recordsAt?.split('[].') ?? [];
  const [outermost] = keys;
  if (outermost !== undefined && [outermost, ...shared].some((key) => JSON.stringify(key) === firstKey)) {
    const paths = [...shared.map((key) => `$.${key}`), `$.${keys.join('.*.')}.*`];
    return { paths, isList: true, isWrapped: true, recordDepth: 2 * keys.length, separator };
  }
  return { paths: ['$'], isList: false, isWrapped: false, recordDepth: 0, separator: '' };
}

/** Whether a text is NDJSON: its first line is an object without the member `recordsAt`. */
export function isJsonLines({ head }: Text, recordsAt?: string): boolean {
  const end = head.indexOf('\n');
  const line = end === -1 ? head : head.slice(0, end);
  try {
    const value: unknown = line.trimStart().startsWith('{') ? JSON.parse(line) : undefined;
    return isObject(value) && (recordsAt === undefined || !Object.hasOwn(value, recordsAt));
  } catch {
    return false;
  }
}

/**
 * Streams the records of NDJSON, one object a line. Empty lines are skipped. `JSON.parse` is ten times as fast as a streaming parser.
 * @param charsMax the maximum length of a line
 * @throws {InputError} with the record, from 1, at which reading stopped
 */
export async function* textLines(name: string, text: Text, charsMax: number = FIELD_CHARS_MAX): AsyncGenerator {
  // The start of the present line in earlier chunks.
  let rest: Buffer[] = [];
  let restChars = 0;
  let records = 0;
  const stop = (reason: string): InputError =>
    new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${reason}`);
  const parseRecord = (line: string, isLast = false): unknown => {
    let value: unknown;
    try {
      value = JSON.parse(
        line,
        cleanerFor(line, (count) => text.observer.onControls(count)),
      );
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // The message of the parser is not used: it quotes the line, which may have personal data.
      throw stop(isLast ? 'the file ends in the middle; download it again' : 'the line is not valid JSON');
    }
    if (!isObject(value)) throw stop(`a line must be an object, got ${quoteValue(value)}`);
    return value;
  };
  const decodeLine = (bytes: Buffer): string => {
    const line = bytes.toString();
    if (line.length > charsMax) throw stop(tooLong(charsMax));
    return line;
  };
  for await (const chunk of text.chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const bytes = chunk.subarray(start, end);
      // Decoded line by line: a letter that is not Latin makes its whole text twice as large and slower to parse.
      const line = decodeLine(rest.length === 0 ? bytes : Buffer.concat([...rest, bytes]));
      rest = [];
      restChars = 0;
      start = end + 1;
      if (line.trim() === '') continue;
      yield parseRecord(line);
      records++;
    }
    rest.push(chunk.subarray(start));
    restChars += chunk.toString('utf8', start).length;
    if (restChars > charsMax) throw stop(tooLong(charsMax));
  }
  const last = decodeLine(Buffer.concat(rest));
  if (last.trim() !== '') yield parseRecord(last, true);
}

function tooLong(charsMax: number): string {
  return `the line is longer than the allowed ${charsMax} characters`;
}

/** Whether a value of JSON is an object. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a reviver for JSON.parse that removes escaped control characters from the values of a record. */
export function cleanerFor(
  json: string,
  onControls: OnControls,
): ((name: string, value: unknown) => unknown) | undefined {
  if (!json.includes('\\u00')) return undefined;
  return (_, value) => (typeof value === 'string' ? withoutControls(value, onControls) : value);
}
