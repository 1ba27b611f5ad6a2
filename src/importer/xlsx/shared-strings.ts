import { withoutControls } from '../formats/controls.ts';
import { FIELD_CHARS_MAX } from '../limits.ts';
import { readPart } from './xml-part.ts';
import { PartFault, type PartHandler } from './xml-scanner.ts';

/** How much text all shared strings of a workbook may have, in bytes: they are held in memory. Moldova's have some 75 MB. */
const TEXT_BYTES_MAX = 128 * 1024 * 1024;

/** How many shared strings there may be: each takes eight bytes beside its text. Moldova's file has 1.14 million. */
const STRINGS_MAX = 4_000_000;

/** Longer than the longest text, three bytes a character. */
const SLAB_BYTES = 4 * 1024 * 1024;

/**
 * The texts that the cells of a workbook share, by their number. They are held as UTF-8 in a few large buffers, with the place of
 * each in two tables: as texts of the engine they would take three times the memory.
 */
export class SharedStrings {
  readonly #slabs: Buffer[] = [];
  #slabUsed = SLAB_BYTES;
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;

  add(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#slabUsed + bytes.length > SLAB_BYTES) {
      if (this.#slabs.length * SLAB_BYTES >= TEXT_BYTES_MAX) {
        throw new PartFault(`the shared strings have more than the allowed ${TEXT_BYTES_MAX} bytes`);
      }
      this.#slabs.push(Buffer.allocUnsafeSlow(SLAB_BYTES));
      this.#slabUsed = 0;
    }
    if (this.#count === STRINGS_MAX)
      throw new PartFault(`there are more than the allowed ${STRINGS_MAX} shared strings`);
    if (this.#count === this.#lengths.length) this.#grow();
    bytes.copy(this.#slabs.at(-1) ?? bytes, this.#slabUsed);
    this.#starts[this.#count] = (this.#slabs.length - 1) * SLAB_BYTES + this.#slabUsed;
    this.#lengths[this.#count++] = bytes.length;
    this.#slabUsed += bytes.length;
  }

  /** The text of a number; undefined where there is none. */
  get(number: number): string | undefined {
    if (!(number < this.#count)) return undefined;
    const start = this.#starts[number];
    const length = this.#lengths[number];
    if (start === undefined || length === undefined) return undefined;
    const at = start % SLAB_BYTES;
    return this.#slabs[Math.floor(start / SLAB_BYTES)]?.toString('utf8', at, at + length);
  }

  #grow(): void {
    const starts = new Uint32Array(2 * this.#starts.length);
    const lengths = new Uint32Array(2 * this.#lengths.length);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    this.#starts = starts;
    this.#lengths = lengths;
  }
}

/**
 * Reads the part of the shared strings.
 * @param onControls is told how many control characters were taken out
 */
export async function readSharedStrings(
  where: string,
  chunks: AsyncIterable<Buffer>,
  onControls: (count: number) => void,
): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const text = new RichText();
  const handler: PartHandler = {
    open: (name) => (name === 'si' ? text.begin() : text.open(name)),
    text: (content) => text.add(content),
    close: (name) => (name === 'si' ? strings.add(cellText(text.end(), onControls)) : text.close(name)),
  };
  for await (const _ of readPart(where, chunks, handler)) continue;
  return strings;
}

/** Gathers the text of a string, which may be divided into runs of different looks; how its signs are spoken is left out. */
export class RichText {
  #text = '';
  #isInside = false;
  #isText = false;
  #isSpoken = false;

  begin(): void {
    this.#text = '';
    this.#isInside = true;
  }

  open(name: string): void {
    if (name === 'rPh') this.#isSpoken = true;
    this.#isText = name === 't' && this.#isInside && !this.#isSpoken;
  }

  add(content: string): void {
    if (!this.#isText) return;
    if (this.#text.length + content.length > FIELD_CHARS_MAX) {
      throw new PartFault(`a text is longer than the allowed ${FIELD_CHARS_MAX} characters`);
    }
    this.#text += content;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isSpoken = false;
    this.#isText = false;
  }

  end(): string {
    this.#isInside = false;
    return this.#text;
  }
}

/** A text as its author wrote it: characters that XML cannot have are written `_x000D_`; those of control are taken out. */
export function cellText(text: string, onControls: (count: number) => void): string {
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return withoutControls(plain.toWellFormed(), onControls);
}
