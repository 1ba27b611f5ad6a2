import { JSONParser } from '@streamparser/json';
import { InputError, quoteValue } from '../../model/index.ts';
import { RECORD_BYTES_MAX } from '../limits.ts';
import type { Text } from './text.ts';

/** How a register writes its JSON. */
export interface JsonLayout {
  /** The key of the array that holds the records; absent where no edition wraps them in an object. */
  readonly recordsAt?: string;
}

/**
 * Streams the records of a JSON file: the members of the array `recordsAt` of one object, of a bare array, or one
 * object after another. Strict JSON (RFC 8259); a file that ends before its last bracket is refused.
 * @throws {InputError} naming the record, counted from 1, at which reading stopped
 */
export async function* jsonRecords(name: string, text: Text, { recordsAt }: JsonLayout): AsyncGenerator {
  let found: unknown[] = [];
  let fault: Error | undefined;
  const layout = layoutOf(text.head.trimStart(), recordsAt);
  // Buffers for texts and numbers, instead of joining them character by character, save an eighth of the time.
  const parser = new JSONParser({ ...layout, keepStack: false, stringBufferSize: 64 * 1024, numberBufferSize: 64 });
  parser.onValue = ({ value, key }) => {
    if (layout.array && typeof key !== 'number') fault ??= new Error(`${quoteValue(recordsAt)} is not an array`);
    found.push(value);
  };
  parser.onError = (error) => {
    fault ??= error;
  };
  let records = 0;
  let unfinishedBytes = 0;
  const stop = (reason: string): InputError =>
    new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${reason}`);
  for await (const chunk of text.chunks) {
    parser.write(chunk);
    unfinishedBytes = found.length > 0 ? chunk.length : unfinishedBytes + chunk.length;
    for (const record of found) {
      yield record;
      records++;
    }
    found = [];
    if (fault !== undefined) throw stop(`not valid JSON: ${firstLine(fault)}`);
    if (unfinishedBytes > RECORD_BYTES_MAX) throw stop(`longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  }
  if (!parser.isEnded) parser.end();
  if (fault !== undefined) throw stop('the file ends in the middle; download it again');
}

/** Whether the records stand in an array, whose last bracket ends the file, and not one after another. */
export function isArray(text: Text, recordsAt: string | undefined): boolean {
  return layoutOf(text.head.trimStart(), recordsAt).array;
}

interface Layout {
  readonly paths: string[];
  readonly array: boolean;
  readonly separator?: string;
}

function layoutOf(head: string, recordsAt: string | undefined): Layout {
  if (head.startsWith('[')) return { paths: ['$.*'], array: true };
  const [, firstKey] = /^\{\s*("(?:[^"\\]|\\.)*")\s*:/.exec(head) ?? [];
  if (recordsAt !== undefined && firstKey === JSON.stringify(recordsAt))
    return { paths: [`$.${recordsAt}.*`], array: true };
  return { paths: ['$'], array: false, separator: '' };
}

function firstLine(error: Error): string {
  return error.message.split('\n', 1)[0] ?? '';
}
