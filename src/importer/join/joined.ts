import { InputError, quoteValue } from '../../model/index.ts';
import { Sorter } from '../../sort/index.ts';
import type { RecordPlace } from '../record/row.ts';

/** One record about one key, with its place in the inputs. */
export interface JoinedRecord extends Pick<RecordPlace, 'input' | 'record'> {
  readonly kind: number;
  readonly text: string;
}

/** All records of one key: by kind, and within a kind in the order in which they were added. */
export interface JoinedGroup {
  readonly key: string;
  readonly records: readonly JoinedRecord[];
}

/** The bytes behind the key: a zero that no key holds, the kind, and the number of the record among all that were added. */
const PLACE_BYTES = 1 + 1 + 6;

/** The bytes before the text: the number of the input and that of the record in it. */
const SOURCE_BYTES = 2 + 6;

const INPUTS_MAX = 2 ** 16;

const KINDS_MAX = 2 ** 8;

/** Memory for records before they are spilled, in bytes: half of what a sorter takes, for the parser needs its share. */
const MEMORY_BYTES = 32 * 1024 * 1024;

/** More than this under one key is no company: the largest registers list a few thousand officers of one. */
const GROUP_RECORDS_MAX = 100_000;

/** The most text under one key, in characters: a group is held in memory. */
const GROUP_CHARS_MAX = 64 * 1024 * 1024;

/**
 * Joins what several files of a register say about the same key, whatever their size and order: everything is sorted
 * on disk and given back key by key, so memory does not grow with the input.
 */
export class Joined {
  readonly #sorter: Sorter;
  readonly #inputs: string[] = [];
  readonly #inputNumbers = new Map<string, number>();
  #scratch: Buffer = Buffer.alloc(1024);
  #added = 0;

  /** @param directory where sorted runs are spilled; @param name the prefix of their names */
  constructor(directory: string, name: string) {
    this.#sorter = new Sorter({ directory, name, memoryBytes: MEMORY_BYTES });
  }

  /**
   * Adds what a row says about a key.
   * @param kind 0 to 255: a group gives its records by kind
   */
  add(key: string, kind: number, row: Pick<RecordPlace, 'input' | 'record'>, text: string): void {
    if (key.includes('\0')) throw new RangeError('a key must not hold a zero character');
    if (kind >= KINDS_MAX) throw new RangeError(`there are at most ${KINDS_MAX} kinds`);
    const keyBytes = Buffer.byteLength(key);
    const placeBytes = keyBytes + PLACE_BYTES;
    const bytes = placeBytes + SOURCE_BYTES + Buffer.byteLength(text);
    // One buffer serves all records, for the sorter copies what it is given: new ones would be most of the memory.
    if (this.#scratch.length < bytes) this.#scratch = Buffer.alloc(2 * bytes);
    const place = this.#scratch.subarray(0, placeBytes);
    place.write(key);
    place.writeUInt8(0, keyBytes);
    place.writeUInt8(kind, keyBytes + 1);
    place.writeUIntBE(this.#added++, keyBytes + 2, 6);
    const value = this.#scratch.subarray(placeBytes, bytes);
    value.writeUInt16LE(this.#numberOf(row.input));
    value.writeUIntLE(row.record, 2, 6);
    value.write(text, SOURCE_BYTES);
    this.#sorter.add(place, value);
  }

  /** Gives every key with its records, in the order of the keys' bytes; can be taken once. */
  *groups(): Generator<JoinedGroup, void, undefined> {
    let key: string | undefined;
    let records: JoinedRecord[] = [];
    let chars = 0;
    for (const { key: place, value } of this.#sorter.sorted()) {
      const own = Buffer.from(place.buffer, place.byteOffset, place.byteLength);
      const next = own.toString('utf8', 0, own.length - PLACE_BYTES);
      if (next !== key) {
        if (key !== undefined) yield { key, records };
        key = next;
        records = [];
        chars = 0;
      }
      const refuse = (what: string): InputError =>
        new InputError(`Cannot join the inputs: more than ${what} the key ${quoteValue(key)}`);
      if (records.length === GROUP_RECORDS_MAX) throw refuse(`${GROUP_RECORDS_MAX} records have`);
      const record = this.#recordOf(own.readUInt8(own.length - PLACE_BYTES + 1), value);
      chars += record.text.length;
      if (chars > GROUP_CHARS_MAX) throw refuse(`${GROUP_CHARS_MAX} characters belong to`);
      records.push(record);
    }
    if (key !== undefined) yield { key, records };
  }

  #recordOf(kind: number, value: Uint8Array): JoinedRecord {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return {
      kind,
      input: this.#inputs[bytes.readUInt16LE()] ?? '',
      record: bytes.readUIntLE(2, 6),
      text: bytes.toString('utf8', SOURCE_BYTES),
    };
  }

  #numberOf(input: string): number {
    const known = this.#inputNumbers.get(input);
    if (known !== undefined) return known;
    if (this.#inputs.length === INPUTS_MAX) throw new RangeError(`there are at most ${INPUTS_MAX} inputs`);
    this.#inputNumbers.set(input, this.#inputs.length);
    return this.#inputs.push(input) - 1;
  }
}
