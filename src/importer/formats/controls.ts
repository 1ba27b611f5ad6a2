/** The control characters of one byte in UTF-8, except tab, line feed and carriage return. */
const CONTROL_BYTES = Array.from({ length: 0x20 }, (_, byte) => byte)
  .filter((byte) => ![0x09, 0x0a, 0x0d].includes(byte))
  .concat(0x7f);

/** The first UTF-8 byte of the control characters U+0080 to U+009F, and of U+00A0 to U+00BF. */
const C1_LEAD = 0xc2;
const C1_END = 0xa0;
/** The second byte of U+0085, a line break of mainframes. It is kept, as white space. */
const NEXT_LINE = 0x85;

/** Matches control characters in UTF-8 that was decoded as Latin-1, one character per byte. */
// oxlint-disable-next-line no-control-regex
const CONTROLS_IN_BYTES = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x84\x86-\x9f]/g;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** Called with the number of removed control characters. */
export type OnControls = (count: number) => void;

/**
 * Removes control characters from complete UTF-8 characters, or replaces each with `filler`: some line readers stop at a zero byte.
 * A chunk without control characters is returned unchanged.
 */
export function withoutControlBytes(bytes: Buffer, filler: '' | ' ', onControls: OnControls): Buffer {
  // Thirty native searches for a single byte cost less than one loop in JavaScript.
  if (!CONTROL_BYTES.some((byte) => bytes.includes(byte)) && !hasC1(bytes)) return bytes;
  return Buffer.from(replaced(bytes.toString('latin1'), CONTROLS_IN_BYTES, filler, onControls), 'latin1');
}

export function withoutControls(text: string, onControls: OnControls): string {
  return replaced(text, CONTROLS, '', onControls);
}

/** XML references to characters below U+0100. No program writes references with more leading zeros. */
const LOW_REFERENCES = /&#(?:0{0,8}(\d{1,3})|x0{0,8}([0-9A-Fa-f]{1,2}));/g;

const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';

/** Matches the end of a chunk that may begin a reference or a CDATA delimiter: at most 15 characters. */
const UNFINISHED = /(?:&#?x?[0-9A-Fa-f]{0,11}|<!?\[?C?D?A?T?A?|\]{1,2})$/;
const UNFINISHED_CHARS_MAX = 16;

/** Removes references to control characters, which XML does not allow, from chunks of XML. Inside CDATA such references are text. */
export class ControlReferences {
  readonly #onControls: OnControls;
  #isCdata = false;
  #held = '';

  constructor(onControls: OnControls) {
    this.#onControls = onControls;
  }

  /** Returns the next chunk without these references. Up to 15 characters are held back for the following chunk. */
  next(piece: string): string {
    const text = this.#held + piece;
    const end = text.slice(-UNFINISHED_CHARS_MAX).search(UNFINISHED);
    this.#held = end === -1 ? '' : text.slice(-UNFINISHED_CHARS_MAX).slice(end);
    return this.#without(text.slice(0, text.length - this.#held.length));
  }

  end(): string {
    return this.#held;
  }

  #without(text: string): string {
    let clean = '';
    for (let at = 0; at < text.length;) {
      const mark = this.#isCdata ? CDATA_END : CDATA_START;
      const found = text.indexOf(mark, at);
      const end = found === -1 ? text.length : found + mark.length;
      const part = text.slice(at, end);
      clean += this.#isCdata ? part : this.#withoutReferences(part);
      if (found !== -1) this.#isCdata = !this.#isCdata;
      at = end;
    }
    return clean;
  }

  #withoutReferences(text: string): string {
    if (!text.includes('&#')) return text;
    let count = 0;
    const clean = text.replace(LOW_REFERENCES, (reference, decimal?: string, hex?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (withoutControls(String.fromCharCode(code), () => undefined) !== '') return reference;
      count++;
      return '';
    });
    if (count > 0) this.#onControls(count);
    return clean;
  }
}

function replaced(text: string, controls: RegExp, filler: string, onControls: OnControls): string {
  let count = 0;
  const clean = text.replace(controls, () => {
    count++;
    return filler;
  });
  if (count > 0) onControls(count);
  return clean;
}

function hasC1(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(C1_LEAD); at !== -1; at = bytes.indexOf(C1_LEAD, at + 1)) {
    const byte = bytes[at + 1] ?? C1_END;
    if (byte < C1_END && byte !== NEXT_LINE) return true;
  }
  return false;
}
