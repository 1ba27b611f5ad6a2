import { InputError, quoteValue } from '../model/index.ts';
import { RECORD_BYTES_MAX } from './limits.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Streams the rows of a CSV file in which nothing is quoted, the header first: every line is a record, a quotation mark
 * is a character like any other, and every row has as many cells as the header. Empty lines are skipped.
 *
 * A line ends with a line feed, also the last one. So a file that was cut inside a record is refused: cells are missing,
 * or the line feed is.
 * @throws {InputError} naming the line at which reading stopped
 */
export async function* unquotedRows(
  name: string,
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<string[]> {
  let line = 0;
  let width: number | undefined;
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      line++;
      const text =
        begunBytes === 0 ? textOf(chunk, start, end) : textOf(Buffer.concat([...begun, chunk.subarray(start, end)]));
      start = end + 1;
      if (begunBytes > 0) {
        begun = [];
        begunBytes = 0;
      }
      if (text === '') continue;
      const cells = text.split(delimiter);
      width ??= cells.length;
      if (cells.length !== width) throw stop(name, line, `has ${cells.length} cells, the header has ${width}`);
      yield cells;
    }
    if (start === chunk.length) continue;
    begun.push(chunk.subarray(start));
    begunBytes += chunk.length - start;
    if (begunBytes > RECORD_BYTES_MAX)
      throw stop(name, line + 1, `is longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  }
  if (begunBytes > 0) throw stop(name, line + 1, 'the file ends in the middle; download it again');
}

/**
 * A line without its end, a carriage return included. It is decoded by itself: a cell that somebody keeps then holds its
 * own line in memory and not the whole chunk.
 */
function textOf(bytes: Buffer, start = 0, end = bytes.length): string {
  return bytes.toString('utf8', start, end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
}

function stop(name: string, line: number, reason: string): InputError {
  return new InputError(`Cannot read ${quoteValue(name)}: line ${line}: ${reason}`);
}
