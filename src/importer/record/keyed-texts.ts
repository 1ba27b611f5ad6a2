import { InputError } from '../../model/index.ts';

/** An entry never lies across two chunks, so this is also the longest entry, in bytes. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * How much is held at most, in bytes. The current officers of all Norway take some 75 MB, reckoned from an extract; the
 * bound leaves room for larger boards and stops what is no register.
 */
const HELD_BYTES_MAX = 192 * CHUNK_BYTES;

const SLOTS_AT_FIRST = 2 ** 16;

/** The share of used slots above which the table is doubled. */
const LOAD_MAX = 0.7;

/** Bytes before the key of an entry: whether it was taken, the length of the key, the length of the text. */
const HEADER_BYTES = 6;

const KEY_BYTES_MAX = 255;

/**
 * Texts by key, packed into plain bytes outside the garbage-collected memory: what one file of a register says, kept
 * until another file is read that it belongs to. An entry costs its bytes, 6 more and 4 to 8 for a slot of the table
 * (open addressing); keys are compared whole, so nothing is ever joined by chance.
 */
export class KeyedTexts {
  readonly #what: string;
  readonly #chunks: Buffer[] = [];
  #end = CHUNK_BYTES;
  /** One more than the place of the entry, 0 where the slot is empty. */
  #slots = new Uint32Array(SLOTS_AT_FIRST);
  #size = 0;

  /** @param what names the entries in the message about too many of them */
  constructor(what: string) {
    this.#what = what;
  }

  /**
   * Adds a text; false where the key is there already, whose text stays.
   * @throws {InputError} where the entry or all of them together are longer than allowed
   */
  add(key: string, text: string): boolean {
    const slot = this.#find(key);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = this.#append(key, text) + 1;
    if (++this.#size > this.#slots.length * LOAD_MAX) this.#grow();
    return true;
  }

  /** Gives the text of a key and marks it as taken; undefined where there is none. */
  take(key: string): string | undefined {
    const place = (this.#slots[this.#find(key)] ?? 0) - 1;
    if (place < 0) return undefined;
    const { chunk, at, keyEnd, end } = this.#entry(place);
    chunk.writeUInt8(1, at);
    return chunk.toString('utf8', keyEnd, end);
  }

  /** The keys whose texts were never taken. */
  *untaken(): Generator<string> {
    for (const slot of this.#slots) {
      if (slot === 0) continue;
      const { chunk, at, keyEnd } = this.#entry(slot - 1);
      if (chunk.readUInt8(at) === 0) yield chunk.toString('utf8', at + HEADER_BYTES, keyEnd);
    }
  }

  #append(key: string, text: string): number {
    const keyBytes = Buffer.byteLength(key);
    const textBytes = Buffer.byteLength(text);
    const bytes = HEADER_BYTES + keyBytes + textBytes;
    if (keyBytes > KEY_BYTES_MAX || bytes > CHUNK_BYTES) {
      throw new InputError(`Cannot hold ${this.#what}: one is ${bytes} bytes long; at most ${CHUNK_BYTES} are allowed`);
    }
    if (this.#end + bytes > CHUNK_BYTES) {
      if (this.#chunks.length * CHUNK_BYTES === HELD_BYTES_MAX) {
        throw new InputError(`Cannot hold ${this.#what}: they are longer than the allowed ${HELD_BYTES_MAX} bytes`);
      }
      this.#chunks.push(Buffer.alloc(CHUNK_BYTES));
      this.#end = 0;
    }
    const place = (this.#chunks.length - 1) * CHUNK_BYTES + this.#end;
    const { chunk, at } = this.#entry(place);
    chunk.writeUInt8(keyBytes, at + 1);
    chunk.writeUInt32LE(textBytes, at + 2);
    chunk.write(key, at + HEADER_BYTES);
    chunk.write(text, at + HEADER_BYTES + keyBytes);
    this.#end += bytes;
    return place;
  }

  #entry(place: number) {
    const chunk = this.#chunks[Math.floor(place / CHUNK_BYTES)];
    if (chunk === undefined) throw new Error(`no chunk holds the place ${place}`);
    const at = place % CHUNK_BYTES;
    const keyEnd = at + HEADER_BYTES + chunk.readUInt8(at + 1);
    return { chunk, at, keyEnd, end: keyEnd + chunk.readUInt32LE(at + 2) };
  }

  /** The slot of a key, or the empty one where it belongs. */
  #find(key: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(key) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#keyAt(place) === key) return slot;
    }
  }

  #keyAt(place: number): string {
    const { chunk, at, keyEnd } = this.#entry(place);
    return chunk.toString('utf8', at + HEADER_BYTES, keyEnd);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    const mask = this.#slots.length - 1;
    for (const held of old) {
      if (held === 0) continue;
      let slot = hash(this.#keyAt(held - 1)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = held;
    }
  }
}

/** FNV-1a over the code units, mixed once more at the end because a table uses the low bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
