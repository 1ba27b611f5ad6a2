import type { ByteRange } from '../file-body.ts';
import { ProblemError } from '../../operations/index.ts';
import { counted, quoteValue } from '../../model/index.ts';

/** One range of bytes (RFC 9110, section 14.1.2). */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * Returns the requested range of a file; undefined for the whole file. Several ranges, other units and invalid ranges are ignored, as RFC
 * 9110 allows. Throws a {@linkcode ProblemError} if the range is outside of the file.
 */
export function parseRange(field: string, length: number): ByteRange | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(field.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const count = Math.min(Number(last), length);
    if (count === 0) throw unsatisfiable(field, length);
    return { start: length - count, end: length };
  }
  const start = Number(first);
  const end = last === '' ? length : Math.min(Number(last) + 1, length);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= length) throw unsatisfiable(field, length);
  return { start, end };
}

function unsatisfiable(field: string, length: number): ProblemError {
  const detail = `The range ${quoteValue(field)} begins behind the end of the file, which has ${counted(length, 'byte')}`;
  return new ProblemError('invalid_request', detail, { status: 416, contentRange: `bytes */${length}` });
}
