import { DEPTH_MAX, FIELD_CHARS_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { withoutControls } from './controls.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LEFT_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;

/** Why a record is refused that would take too much. */
export class TooLarge extends Error {}

/** A record that the engine cannot parse. */
export class BrokenRecord extends Error {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    super('the record is not valid JSON');
    this.bytes = bytes;
  }
}

/**
 * Cuts the records out of a JSON text by their brackets alone, and gives each to the engine's parser, which reads it ten times
 * as fast as one that must find the end of a record. What is left of the text, with a short list in the place of each
 * record, is read by such a parser: it sees whether the whole is JSON.
 */
export class RecordCutter {
  /** The records of the chunk that was written last. */
  records: unknown[] = [];
  /** Why nothing more is cut. */
  fault: TooLarge | BrokenRecord | undefined;
  readonly #recordDepth: number;
  readonly #onControls: (count: number) => void;
  /** The earlier chunks of a record that is not over. */
  #parts: Buffer[] = [];
  #isInside = false;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** The bytes that the text which is not over had in earlier chunks. */
  #textBytes = 0;
  #hasLongText = false;
  /** Names and values of the record, as its commas and colons tell. */
  #values = 0;

  /** @param recordDepth how many brackets are open around a record */
  constructor(recordDepth: number, onControls: (count: number) => void) {
    this.#recordDepth = recordDepth;
    this.#onControls = onControls;
  }

  /** Whether a record has begun and is not over. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Takes a chunk; gives what of it is outside of records, with `[n]` for the record n. */
  write(chunk: Buffer): Buffer {
    this.records = [];
    const outside: Buffer[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isText) {
        at = this.#endOfText(chunk, at);
        continue;
      }
      switch (chunk[at] ?? QUOTE) {
        case QUOTE:
          this.#isText = true;
          this.#textBytes = -at - 1;
          break;
        case COMMA:
        case COLON:
          if (++this.#values > RECORD_VALUES_MAX && this.#isInside) return this.#stop(tooMany(), outside);
          break;
        case LEFT_BRACKET:
        case LEFT_BRACE:
          if (this.#depth === this.#recordDepth) {
            outside.push(chunk.subarray(start, at));
            this.#isInside = true;
            this.#values = 1;
            start = at;
          }
          if (++this.#depth > DEPTH_MAX) return this.#stop(tooDeep(), outside);
          break;
        case RIGHT_BRACKET:
        case RIGHT_BRACE:
          if (--this.#depth !== this.#recordDepth || !this.#isInside) break;
          if (!this.#take(chunk.subarray(start, at + 1))) return Buffer.concat(outside);
          outside.push(Buffer.from(`[${this.records.length - 1}]`));
          start = at + 1;
      }
    }
    if (this.#isText) this.#textBytes += chunk.length;
    // A chunk may be used again by who gave it.
    if (this.#isInside) this.#parts.push(Buffer.from(chunk.subarray(start)));
    else outside.push(chunk.subarray(start));
    return Buffer.concat(outside);
  }

  /** The place where a text ends; the end of the chunk where it goes on. */
  #endOfText(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === BACKSLASH) {
        // What is escaped ends no text.
        if (++at === chunk.length) this.#isEscaped = true;
      } else if (byte === QUOTE) {
        this.#isText = false;
        if (this.#textBytes + at > FIELD_CHARS_MAX) this.#hasLongText = true;
        return at;
      }
    }
    return chunk.length;
  }

  /** Takes the end of a record; false where it is none. */
  #take(end: Buffer): boolean {
    const bytes = this.#parts.length === 0 ? end : Buffer.concat([...this.#parts, end]);
    this.#parts = [];
    this.#isInside = false;
    try {
      const text = bytes.toString();
      const mustLook = this.#hasLongText || text.includes('\\u00');
      this.#hasLongText = false;
      this.records.push(JSON.parse(text, mustLook ? (_, value: unknown) => this.#looked(value) : undefined));
      return true;
    } catch (error) {
      if (error instanceof TooLarge) this.fault = error;
      else if (error instanceof SyntaxError) this.fault = new BrokenRecord(bytes);
      else throw error;
      return false;
    }
  }

  /** A value without control characters, which can only be written as escapes now. */
  #looked(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    if (value.length > FIELD_CHARS_MAX) throw tooLong();
    return withoutControls(value, this.#onControls);
  }

  #stop(fault: TooLarge, outside: Buffer[]): Buffer {
    this.fault = fault;
    return Buffer.concat(outside);
  }
}

/** A list in a list in a list … */
export function tooDeep(): TooLarge {
  return new TooLarge(`a value lies more than ${DEPTH_MAX} levels deep`);
}

export function tooLong(): TooLarge {
  return new TooLarge(`a text is longer than the allowed ${FIELD_CHARS_MAX} characters`);
}

export function tooMany(): TooLarge {
  return new TooLarge(`more than the allowed ${RECORD_VALUES_MAX} names and values`);
}
