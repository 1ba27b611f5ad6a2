import { InputError } from '../../model/index.ts';

/** The share of used slots above which the table is doubled. */
const LOAD_MAX = 0.85;

const SLOTS_AT_FIRST = 2 ** 16;

/** 14.3 million codes in 128 MiB; 3.4 million, all that exist in 2026, take 32 MiB. */
const SLOTS_MAX = 2 ** 24;

/**
 * A set of LEIs that keeps a 64-bit hash of each: 8 bytes a slot, open addressing. For four million codes the chance
 * that any two share a hash is one in two million.
 */
export class LeiSet {
  #slots = new Uint32Array(2 * SLOTS_AT_FIRST);
  #size = 0;

  /** Adds a code; false where it was there before. */
  add(lei: string): boolean {
    const [low, high] = hash(lei);
    const at = find(this.#slots, low, high);
    if (this.#slots[at] !== 0) return false;
    put(this.#slots, at, low, high);
    if (++this.#size > (this.#slots.length / 2) * LOAD_MAX) this.#grow();
    return true;
  }

  has(lei: string): boolean {
    const [low, high] = hash(lei);
    return this.#slots[find(this.#slots, low, high)] !== 0;
  }

  #grow(): void {
    const old = this.#slots;
    if (old.length === 2 * SLOTS_MAX) {
      throw new InputError(
        `Cannot import: the inputs hold more than ${Math.floor(SLOTS_MAX * LOAD_MAX)} different LEIs`,
      );
    }
    this.#slots = new Uint32Array(2 * old.length);
    for (let i = 0; i < old.length; i += 2) {
      const low = old[i] ?? 0;
      const high = old[i + 1] ?? 0;
      if (low !== 0) put(this.#slots, find(this.#slots, low, high), low, high);
    }
  }
}

/** The position of a hash in the table, or of the empty slot where it belongs. An empty slot has a low word of 0. */
function find(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length - 1;
  let at = (2 * high) & mask;
  while (slots[at] !== 0 && (slots[at] !== low || slots[at + 1] !== high)) at = (at + 2) & mask;
  return at;
}

function put(slots: Uint32Array, at: number, low: number, high: number): void {
  slots[at] = low;
  slots[at + 1] = high;
}

/** Two 32-bit multiplicative hashes, mixed into each other at the end; the low word is never 0. */
function hash(text: string): [low: number, high: number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0 || 1, b >>> 0];
}
