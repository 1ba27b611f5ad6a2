import { foldName, foldNumber } from '../../../src/model/index.ts';

/** Greater than every folded text with the same prefix, in byte order: no folded text holds this character. */
const AFTER_ALL = '\u{10ffff}';

/** Folded texts from `from` (inclusive) to `end` (exclusive); both are empty if nothing matches. */
export interface Range {
  readonly from: string;
  readonly end: string;
}

/** The folded names and numbers that a query matches. */
export function rangesOf(query: string): { readonly name: Range; readonly number: Range } {
  return { name: rangeFrom(foldName(query)), number: rangeFrom(foldNumber(query)) };
}

function rangeFrom(prefix: string): Range {
  return { from: prefix, end: prefix === '' ? '' : prefix + AFTER_ALL };
}
