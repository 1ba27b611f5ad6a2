import { randomInt } from 'node:crypto';
import { hashOfText } from '../cache/text-hash.ts';

/** Two clients take one line of the processor's cache: to find one is one read of memory that is far away, where a map needs four. */
const SLOT_BITS = 5;
const SLOT_BYTES = 2 ** SLOT_BITS;
/** In front is a number of eight bytes, then one byte more than the length of the client's text, 0 in a free slot. */
const LENGTH_AT = 8;
const TEXT_AT = 9;
/** The longest text of a client. */
export const CLIENT_CHARS_MAX = SLOT_BYTES - TEXT_AT;

/**
 * One number for each of a bounded number of clients, in bytes: no object stands for any of them, so nothing is left to the garbage
 * collector. Clients are texts of ASCII, of 23 characters at most.
 */
export class ClientTable {
  readonly #clientsMax: number;
  /** Where the search for a client begins depends on it, so nobody can choose addresses that lie in each other's way. */
  readonly #seed = randomInt(2 ** 32 - 1);
  #bytes: Uint8Array;
  #numbers: Float64Array;
  #size = 0;

  constructor(clientsMax: number) {
    this.#clientsMax = clientsMax;
    // At least a fifth of the slots stays free, so that a free one is not far.
    this.#bytes = new Uint8Array(SLOT_BYTES * 2 ** Math.ceil(Math.log2(1.25 * clientsMax + 1)));
    this.#numbers = new Float64Array(this.#bytes.buffer);
  }

  /** How many clients it holds. */
  get size(): number {
    return this.#size;
  }

  /** Whether no other client finds room. */
  get isFull(): boolean {
    return this.#size === this.#clientsMax;
  }

  /** The number of a client; undefined where it holds none. */
  get(client: string): number | undefined {
    const slot = this.#slotOf(client);
    return this.#isFree(slot) ? undefined : this.#numbers[slot >>> 3];
  }

  /** Sets the number of a client. Throws a RangeError where its text is too long, or where it is another one and the table is full. */
  set(client: string, number: number): void {
    const slot = this.#slotOf(client);
    if (this.#isFree(slot)) {
      if (this.isFull) throw new RangeError(`Cannot hold the client "${client}": there are ${this.#size} already`);
      if (client.length > CLIENT_CHARS_MAX) throw new RangeError(`Cannot hold the client "${client}": it is too long`);
      this.#size++;
      this.#bytes[slot + LENGTH_AT] = client.length + 1;
      for (let i = 0; i < client.length; i++) this.#bytes[slot + TEXT_AT + i] = client.charCodeAt(i);
    }
    this.#numbers[slot >>> 3] = number;
  }

  /** All numbers, in any order. */
  *numbers(): Generator<number, void, undefined> {
    for (let slot = 0; slot < this.#bytes.length; slot += SLOT_BYTES) {
      if (!this.#isFree(slot)) yield this.#numbers[slot >>> 3] ?? 0;
    }
  }

  /** Keeps those clients alone whose number the function says yes to. It is asked once for each. */
  keepOnly(isKept: (number: number) => boolean): void {
    const [bytes, numbers] = [this.#bytes, this.#numbers];
    this.#bytes = new Uint8Array(bytes.length);
    this.#numbers = new Float64Array(this.#bytes.buffer);
    this.#size = 0;
    for (let slot = 0; slot < bytes.length; slot += SLOT_BYTES) {
      const length = bytes[slot + LENGTH_AT] ?? 0;
      const number = numbers[slot >>> 3] ?? 0;
      if (length === 0 || !isKept(number)) continue;
      const text = bytes.subarray(slot + TEXT_AT, slot + TEXT_AT + length - 1);
      this.set(String.fromCharCode(...text), number);
    }
  }

  #isFree(slot: number): boolean {
    return this.#bytes[slot + LENGTH_AT] === 0;
  }

  /** Where a client lies, or else the free slot where it would. */
  #slotOf(client: string): number {
    const hash = hashOfText(client, this.#seed);
    const end = this.#bytes.length - 1;
    let slot = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) << SLOT_BITS) & end;
    while (!this.#isFree(slot) && !this.#isAt(client, slot)) slot = (slot + SLOT_BYTES) & end;
    return slot;
  }

  #isAt(client: string, slot: number): boolean {
    const bytes = this.#bytes;
    if (bytes[slot + LENGTH_AT] !== client.length + 1) return false;
    for (let i = 0; i < client.length; i++) if (bytes[slot + TEXT_AT + i] !== client.charCodeAt(i)) return false;
    return true;
  }
}
