import { InputError, counted, quoteValue } from '../../model/index.ts';
import type { Text } from './text.ts';

/** A column: its first character, from 1 as in the documents of publishers, and its length. */
interface Span {
  readonly start: number;
  readonly length: number;
}

/** The layout of a file with columns of fixed width, in characters, not bytes. */
export interface FixedWidthLayout {
  /** `mark` is the start of the first line and identifies the format. Every record also has the columns of the first line. */
  readonly header: { readonly mark: string; readonly columns: Readonly<Record<string, Span>> };
  /** `mark` is the start of the last line. Its column `count` has the number of records. */
  readonly trailer: { readonly mark: string; readonly count: Span };
  /** The column with the kind of a record. */
  readonly kindAt: Span;
  readonly kinds: Readonly<Record<string, FixedWidthKind>>;
}

/** A kind of record: columns, then parts of variable length that each end with `<`. */
export interface FixedWidthKind {
  readonly columns: Readonly<Record<string, Span>>;
  readonly tail?: { readonly start: number; readonly parts: readonly string[] };
}

/** Maximum number of characters in a record; the longest known record has some 1,200. */
const RECORD_CHARS_MAX = 64 * 1024;

/** One record of a file of fixed width, by column name. Columns are read on demand. */
export class FixedWidthCells {
  readonly kind: string;
  /** The reason if the record is invalid. */
  readonly fault: string | undefined;
  readonly #line: string;
  readonly #header: string;
  readonly #layout: FixedWidthLayout;

  constructor(line: string, header: string, layout: FixedWidthLayout, missing: number) {
    this.#line = line;
    this.#header = header;
    this.#layout = layout;
    this.kind = textAt(line, layout.kindAt);
    if (layout.kinds[this.kind] === undefined) this.fault = `record of the unknown kind ${quoteValue(this.kind)}`;
    else if (missing !== 0) this.fault = 'record with more parts than its kind has';
  }

  /** Returns the trimmed text of a column of the record or the header; undefined if the text is blank or the column does not exist. */
  get(column: string): string | undefined {
    const { columns, tail } = this.#layout.kinds[this.kind] ?? { columns: {} };
    if (columns[column] !== undefined) return textAt(this.#line, columns[column]) || undefined;
    const part = tail?.parts.indexOf(column) ?? -1;
    const common = this.#layout.header.columns[column];
    if (tail === undefined || part === -1) return textAt(this.#header, common) || undefined;
    const parts = this.#line.slice(tail.start - 1).split('<', part + 1);
    return parts[part]?.trim() || undefined;
  }
}

/** Whether the first characters of a file that looks like CSV identify this layout. */
export function isFixedWidth(text: Text, layout: FixedWidthLayout | undefined): boolean {
  return layout !== undefined && text.format === 'csv' && text.head.startsWith(layout.header.mark);
}

/**
 * Streams the records of a file of fixed width. A record that lacks some of its parts continues in the next line: some texts have
 * line breaks. A record of an unknown kind or with too many parts has a fault.
 * @throws {InputError} with the number, from 1, of the record at which reading stopped; also if the number of records is missing or wrong
 */
export async function* fixedWidthRecords(
  name: string,
  text: Text,
  layout: FixedWidthLayout,
): AsyncGenerator<FixedWidthCells> {
  let header: string | undefined;
  let count: string | undefined;
  let records = 0;
  let line = '';
  let empty = 0;
  const stop = (why: string) => new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${why}`);
  for await (const lines of splitLines(text)) {
    for (const next of lines) {
      if (header === undefined) header = next;
      else if (next.trim() === '') {
        empty += next.length + 1;
        if (empty > RECORD_CHARS_MAX) throw stop(`more than the allowed ${RECORD_CHARS_MAX} characters of empty lines`);
      } else if (count !== undefined) throw stop('it follows the line that counts the records');
      else if (line === '' && next.startsWith(layout.trailer.mark)) count = textAt(next, layout.trailer.count);
      else {
        empty = 0;
        line = line === '' ? next : `${line} ${next}`;
        if (line.length > RECORD_CHARS_MAX) throw stop(`longer than the allowed ${RECORD_CHARS_MAX} characters`);
        const missing = missingParts(line, layout.kinds[textAt(line, layout.kindAt)]);
        if (missing > 0) continue;
        yield new FixedWidthCells(line, header, layout, missing);
        records++;
        line = '';
      }
    }
  }
  if (count?.length !== layout.trailer.count.length) throw stop('the file ends in the middle; download it again');
  if (Number(count) !== records)
    throw stop(`the file ends here after ${counted(records, 'record')}, but counts ${count}; download it again`);
}

/** Yields the lines of a file, chunk by chunk. A line that is too long is yielded in pieces. */
async function* splitLines(text: Text): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of text.chunks) {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.length > 1 || rest.length < RECORD_CHARS_MAX ? (lines.pop() ?? '') : '';
    yield lines;
  }
  yield [rest];
}

/** Returns the number of missing parts of a record; negative if the record has text after its last part. */
function missingParts(line: string, kind: FixedWidthKind | undefined): number {
  if (kind?.tail === undefined) return 0;
  let end = kind.tail.start - 2;
  for (let missing = kind.tail.parts.length; missing > 0; missing--) {
    end = line.indexOf('<', end + 1);
    if (end === -1) return missing;
  }
  return line.slice(end + 1).trim() === '' ? 0 : -1;
}

function textAt(line: string, { start, length }: Span = { start: 1, length: 0 }): string {
  return line.slice(start - 1, start - 1 + length).trim();
}
