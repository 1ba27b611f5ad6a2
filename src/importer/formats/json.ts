import { JSONParser, TokenType } from '@streamparser/json';
import { InputError, quoteValue } from '../../model/index.ts';
import { DEPTH_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { withoutControls } from './controls.ts';
import { BrokenRecord, RecordCutter, TooLarge, tooDeep, tooLong, tooMany } from './json-cutter.ts';
import { parserReason } from './own-text.ts';
import type { Text } from './text.ts';

/** What divides the keys of a path whose lists hold lists. */
const INNER_LIST = '[].';

/** How a register writes its JSON. */
export interface JsonLayout {
  /**
   * The key of the array that holds the records; absent where no edition wraps them in an object. Where lists lie above it, a
   * path in which `[]` marks each: `Message[].Body[].Deeds[].Deed`.
   */
  readonly recordsAt?: string;
  /** Where the records are the members of an object instead of an array: the field in which each record gets its own key. */
  readonly keyAs?: string;
  /** Members before the records that hold for all of them, such as the date of the file: each record gets them. */
  readonly shared?: readonly string[];
  /** Whether each record is a line of at most a mebibyte, as in what a crawl leaves; a file that begins otherwise is still read. */
  readonly lines?: true;
}

/**
 * Streams the records of a JSON file: the members of the array (or object) `recordsAt` of one object, of a bare array, or one
 * object after another. Strict JSON (RFC 8259); a file that ends before its last bracket is refused.
 * @throws {InputError} naming the record, counted from 1, at which reading stopped
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
    // Stop now: the parser would go on and build the oversized value.
    if (fault !== undefined) throw fault;
  };
  parser.onValue = ({ value: placed, key, stack }) => {
    size.restart();
    // A list in the place of a record can only be the one that the cutter wrote there.
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
    // Control characters can only be written as escapes now; one may lie across two chunks.
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
  if (cutter.isInside) fault ??= new Error('a record is not over');
  if (fault instanceof TooLarge) throw stop(fault.message);
  if (fault !== undefined) throw stop('the file ends in the middle; download it again');
}

/** What is wrong with a record, as a parser says it that goes from character to character. */
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

/** Whether the records stand in an array or object, whose last bracket ends the file, and not one after another. */
export function isList(text: Text, declared: JsonLayout): boolean {
  return layoutOf(text.head.trimStart(), declared).isList;
}

/** How this file is written. */
interface Layout {
  readonly paths: string[];
  readonly isList: boolean;
  /** Whether the list is a member of an object. */
  readonly isWrapped: boolean;
  /** How many brackets are open around a record. */
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

/** Counts what is outside of records, token by token, so that it is refused before it takes too much memory. */
class RecordSize {
  #depth = 0;
  #values = 0;

  /** Counts a token; gives the reason where it is one too many. */
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

  /** Begins a new record. */
  restart(): void {
    this.#values = 0;
  }
}
