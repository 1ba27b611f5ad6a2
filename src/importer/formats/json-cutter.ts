import { DEPTH_MAX, FIELD_CHARS_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { withoutControls, type OnControls } from './controls.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The roles of bytes outside of strings. */
const [TEXT, NEXT, OPEN, CLOSE] = [1, 2, 3, 4];
const MARKS = new Uint8Array(256);
for (const [chars, mark] of [
  ['"', TEXT],
  [',:', NEXT],
  ['[{', OPEN],
  [']}', CLOSE],
] as const)
  for (const byte of Buffer.from(chars)) MARKS[byte] = mark;

export const TOO_LONG = `a text is longer than the allowed ${FIELD_CHARS_MAX} characters`;

/**
 * Cuts the records out of a JSON text by their brackets and parses each with `JSON.parse`, which is ten times as fast as a streaming
 * parser. The rest of the text, with a short list in place of each record, goes to a streaming parser, which checks that the text is JSON.
 */
export class RecordCutter {
  records: unknown[] = [];
  /** Why cutting stopped: a value is over a limit, or a record is not valid. */
  fault: string | undefined;
  readonly #recordDepth: number;
  readonly #onControls: OnControls;
  #parts: Buffer[] = [];
  #isInside = false;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** Number of bytes of the present string in earlier chunks. */
  #textBytes = 0;
  #hasLongText = false;
  /** Number of names and values since the start of the record, counted by commas and colons. */
  #values = 0;

  /** @param recordDepth the number of open brackets around a record */
  constructor(recordDepth: number, onControls: OnControls) {
    this.#recordDepth = recordDepth;
    this.#onControls = onControls;
  }

  /** Whether a record has started and not ended. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Takes a chunk. Returns the text outside of records, with `[n]` in place of record n. */
  write(chunk: Buffer): Buffer {
    this.records = [];
    const outside: Buffer[] = [];
    let start = 0;
    let at = this.#isText ? this.#endOfText(chunk, 0) + 1 : 0;
    // Local variables, because the loop runs for every byte.
    let values = this.#values;
    let depth = this.#depth;
    for (; at < chunk.length; at++) {
      const mark = MARKS[chunk[at] ?? 0];
      if (mark === undefined || mark === 0) continue;
      if (mark === TEXT) {
        const from = at + 1;
        do at++;
        while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH);
        // Nearly all texts end in their chunk, without an escape.
        if (chunk[at] === QUOTE && at - from <= FIELD_CHARS_MAX) continue;
        this.#textBytes = -from;
        at = this.#endOfText(chunk, from);
      } else if (mark === NEXT) {
        if (++values > RECORD_VALUES_MAX) this.fault = `more than the allowed ${RECORD_VALUES_MAX} names and values`;
      } else if (mark === OPEN) {
        if (depth === this.#recordDepth) {
          outside.push(chunk.subarray(start, at));
          this.#isInside = true;
          values = 1;
          start = at;
        }
        if (++depth > DEPTH_MAX) this.fault = `a value is more than ${DEPTH_MAX} levels deep`;
      } else if (--depth === this.#recordDepth && this.#isInside) {
        this.#take(chunk.subarray(start, at + 1));
        values = 1;
        if (this.fault === undefined) outside.push(Buffer.from(`[${this.records.length - 1}]`));
        start = at + 1;
      }
      if (this.fault !== undefined) return Buffer.concat(outside);
    }
    this.#values = values;
    this.#depth = depth;
    if (this.#isText) {
      this.#textBytes += chunk.length;
      if (!this.#isInside && this.#textBytes > FIELD_CHARS_MAX) this.fault = TOO_LONG;
    }
    // The caller may reuse the chunk.
    if (this.#isInside) this.#parts.push(Buffer.from(chunk.subarray(start)));
    else outside.push(chunk.subarray(start));
    return Buffer.concat(outside);
  }

  /** Returns the position of the quote that ends a string, or the end of the chunk. */
  #endOfText(chunk: Buffer, from: number): number {
    this.#isText = true;
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === BACKSLASH) {
        // An escaped quote does not end the string.
        if (++at === chunk.length) this.#isEscaped = true;
      } else if (byte === QUOTE) {
        this.#isText = false;
        if (this.#textBytes + at <= FIELD_CHARS_MAX) return at;
        if (this.#isInside) this.#hasLongText = true;
        else this.fault = TOO_LONG;
        return at;
      }
    }
    return chunk.length;
  }

  #take(end: Buffer): void {
    const text = (this.#parts.length === 0 ? end : Buffer.concat([...this.#parts, end])).toString();
    const mustLook = this.#hasLongText || text.includes('\\u00');
    this.#parts = [];
    this.#isInside = false;
    this.#hasLongText = false;
    try {
      this.records.push(JSON.parse(text, mustLook ? (_, value: unknown) => this.#checked(value) : undefined));
    } catch (error) {
      // The message of the parser is not used: it quotes the record, which may have personal data.
      if (!(error instanceof SyntaxError)) throw error;
      this.fault = 'not valid JSON';
    }
  }

  /** Removes control characters from a value, in which they can only be escaped. Also checks the length of the value. */
  #checked(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    if (value.length > FIELD_CHARS_MAX) this.fault = TOO_LONG;
    return withoutControls(value, this.#onControls);
  }
}
