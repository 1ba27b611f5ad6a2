import { JSONParser, TokenType } from '@streamparser/json';
import { InputError, quoteValue } from '../../model/index.ts';
import { DEPTH_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { withoutControls } from './controls.ts';
import { BrokenRecord, RecordCutter, TooLarge, tooDeep, tooLong, tooMany } from './json-cutter.ts';
import { parserReason } from './own-text.ts';
import type { Text } from './text.ts';

/** The separator of keys in a path through lists. */
const INNER_LIST = '[].';

/** The JSON layout of a register. */
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
  /** Whether files may be NDJSON with lines of at most a mebibyte; other files are read as well. */
  readonly lines?: true;
}

/**
 * Streams the records of a JSON file: the members of `recordsAt`, of an array, or concatenated objects. JSON is strict (RFC 8259), and
 * a file that ends before its last bracket is refused.
 * @throws {InputError} with the record, from 1, at which reading stopped
 */
export async function* jsonRecords(name: string, text: Text, declared: JsonLayout): AsyncGenerator {
  let found: unknown[] = [];
  let fault: Error | undefined;
  const layout = layoutOf(text.head.trimStart(), declared);
  const { recordsAt, keyAs } = declared;
  const shared: Record<string, unknown> = {};
  const { paths, separator } = layout;
  const parser = new JSONParser({ paths, ...(separator !== undefined && { separator }), keepStack: false });
  const cutter = new RecordCutter(layout.recordDepth, (count) => text.observer.onControls(count));
  const size = new RecordSize();
  let hasEscapes = false;
  let unfinishedToken = 0;
  parser.onToken = (token) => {
    unfinishedToken = 0;
    if (hasEscapes && typeof token.value === 'string') {
      token.value = withoutControls(token.value, (count) => text.observer.onControls(count));
    }
    fault ??= size.take(token);
    // Stop here: the parser would build the oversized value.
    if (fault !== undefined) throw fault;
  };
  parser.onValue = ({ value: placed, key, stack }) => {
    size.restart();
    // A list in place of a record is the mark of the cutter.
    const value: unknown =
      Array.isArray(placed) && stack.length === layout.recordDepth ? cutter.records[Number(placed[0])] : placed;
    if (stack.length === 1 && layout.isWrapped) {
      shared[String(key)] = value;
      return;
    }
    const isMember = layout.isWrapped && keyAs !== undefined;
    if (layout.isList && (typeof key === 'number') === isMember) {
      fault ??= new Error(`${quoteValue(recordsAt)} is ${isMember ? 'not an object' : 'not an array'}`);
      return;
    }
    const own = isMember && typeof key === 'string' ? { [keyAs]: key } : {};
    found.push(isObject(value) && layout.isWrapped ? { ...shared, ...own, ...value } : value);
  };
  parser.onError = (error) => {
    fault ??= error;
  };
  let records = 0;
  let unfinishedBytes = 0;
  const stop = (reason: string): InputError =>
    new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${reason}`);
  for await (const chunk of text.chunks) {
    // Control characters can only be escapes here; one may span two chunks.
    hasEscapes ||= chunk.includes('\\u00') || chunk.subarray(-5).includes('\\');
    const outside = cutter.write(chunk);
    unfinishedToken += outside.length;
    parser.write(outside);
    fault ??= cutter.fault ?? (unfinishedToken > FIELD_CHARS_MAX ? tooLong() : undefined);
    unfinishedBytes = found.length > 0 ? chunk.length : unfinishedBytes + chunk.length;
    for (const record of found) {
      yield record;
      records++;
    }
    found = [];
    if (fault instanceof TooLarge) throw stop(fault.message);
    if (fault instanceof BrokenRecord) throw stop(`not valid JSON: ${parserReason(faultOf(fault))}`);
    if (fault !== undefined) throw stop(`not valid JSON: ${parserReason(fault)}`);
    if (unfinishedBytes > RECORD_BYTES_MAX) throw stop(`longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  }
  if (!parser.isEnded) parser.end();
  if (cutter.isInside) fault ??= new Error('a record has not ended');
  if (fault instanceof TooLarge) throw stop(fault.message);
  if (fault !== undefined) throw stop('the file ends in the middle; download it again');
}

/** The fault of a record, found by the streaming parser, whose message does not quote the record. */
function faultOf(broken: BrokenRecord): Error {
  let fault: Error | undefined;
  const parser = new JSONParser();
  parser.onValue = () => {};
  parser.onError = (error) => {
    fault ??= error;
  };
  parser.write(broken.bytes);
  return fault ?? broken;
}

/** Whether the records are in an array or object, and not concatenated. */
export function isList(text: Text, declared: JsonLayout): boolean {
  return layoutOf(text.head.trimStart(), declared).isList;
}

/** The layout of a file. */
interface Layout {
  readonly paths: string[];
  readonly isList: boolean;
  /** Whether the list is a member of an object. */
  readonly isWrapped: boolean;
  /** The number of open brackets around a record. */
  readonly recordDepth: number;
  readonly separator?: string;
}

function layoutOf(head: string, { recordsAt, shared = [] }: JsonLayout): Layout {
  if (head.startsWith('[')) return { paths: ['$.*'], isList: true, isWrapped: false, recordDepth: 1 };
  const [, firstKey] = /^\{\s*("(?:[^"\\]|\\.)*")\s*:/.exec(head) ?? [];
  const keys = recordsAt?.split(INNER_LIST) ?? [];
  const [outermost] = keys;
  if (outermost !== undefined && [outermost, ...shared].some((key) => JSON.stringify(key) === firstKey)) {
    const paths = [...shared.map((key) => `$.${key}`), `$.${keys.join('.*.')}.*`];
    return { paths, isList: true, isWrapped: true, recordDepth: 2 * keys.length };
  }
  return { paths: ['$'], isList: false, isWrapped: false, recordDepth: 0, separator: '' };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts the tokens outside of records, which are refused before they take too much memory. */
class RecordSize {
  #depth = 0;
  #values = 0;

  /** Counts a token. Returns the reason if it is over a limit. */
  take({ token, value }: { readonly token: TokenType; readonly value: unknown }): TooLarge | undefined {
    switch (token) {
      case TokenType.COLON:
      case TokenType.COMMA:
        return undefined;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.#depth--;
        return undefined;
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        if (++this.#depth > DEPTH_MAX) return tooDeep();
        break;
      case TokenType.STRING:
        if (typeof value === 'string' && value.length > FIELD_CHARS_MAX) {
          return tooLong();
        }
        break;
      case TokenType.TRUE:
      case TokenType.FALSE:
      case TokenType.NULL:
      case TokenType.NUMBER:
      case TokenType.SEPARATOR:
    }
    if (++this.#values <= RECORD_VALUES_MAX) return undefined;
    return tooMany();
  }

  /** Starts a new record. */
  restart(): void {
    this.#values = 0;
  }
}
