import { doubled } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type { OnControls } from '../formats/controls.ts';
import { cellText, partElements, richText } from './part.ts';

/** The maximum size of all shared strings of a workbook, in bytes: they are held in memory. Moldova's have some 75 MB. */
const TEXT_BYTES_MAX = 128 * 1024 * 1024;

/** The maximum number of shared strings: each takes eight bytes beside its text. Moldova's file has 1.14 million. */
const STRINGS_MAX = 4_000_000;

/** Longer than the longest text, three bytes a character. */
const SLAB_BYTES = 4 * 1024 * 1024;

/** The shared strings of a workbook, by number. They are held as UTF-8 in a few large buffers: strings would take three times the memory. */
export class SharedStrings {
  readonly #slabs: Buffer[] = [];
  #slabUsed = SLAB_BYTES;
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;

  /** Adds a string. Returns a reason if there are too many. */
  add(text: string): string | undefined {
    const bytes = Buffer.from(text);
    if (this.#slabUsed + bytes.length > SLAB_BYTES) {
      if (this.#slabs.length * SLAB_BYTES >= TEXT_BYTES_MAX) {
        return `the shared strings have more than the allowed ${TEXT_BYTES_MAX} bytes`;
      }
      this.#slabs.push(Buffer.allocUnsafeSlow(SLAB_BYTES));
      this.#slabUsed = 0;
    }
    if (this.#count === STRINGS_MAX) return `there are more than the allowed ${STRINGS_MAX} shared strings`;
    if (this.#count === this.#lengths.length) {
      this.#starts = doubled(this.#starts);
      this.#lengths = doubled(this.#lengths);
    }
    bytes.copy(this.#slabs.at(-1) ?? bytes, this.#slabUsed);
    this.#starts[this.#count] = (this.#slabs.length - 1) * SLAB_BYTES + this.#slabUsed;
    this.#lengths[this.#count++] = bytes.length;
    this.#slabUsed += bytes.length;
    return undefined;
  }

  /** The string of a number; undefined if it does not exist. */
  get(number: number): string | undefined {
    const start = this.#starts[number];
    const length = this.#lengths[number];
    if (!(number < this.#count) || start === undefined || length === undefined) return undefined;
    const at = start % SLAB_BYTES;
    return this.#slabs[Math.floor(start / SLAB_BYTES)]?.toString('utf8', at, at + length);
  }
}

/** Reads the part of the shared strings. */
export async function readSharedStrings(
  where: string,
  chunks: AsyncGenerator<Buffer>,
  onControls: OnControls,
): Promise<SharedStrings> {
  const strings = new SharedStrings();
  for await (const element of partElements(where, chunks, 'sst.si', onControls)) {
    const fault = strings.add(cellText(richText(element), onControls));
    if (fault !== undefined) throw new InputError(`Cannot read ${quoteValue(where)}: ${fault}`);
  }
  return strings;
}
