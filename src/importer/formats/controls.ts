/** The control characters that no text has but for tab, line feed and carriage return: a byte each in UTF-8. */
const CONTROL_BYTES = Array.from({ length: 0x20 }, (_, byte) => byte)
  .filter((byte) => ![0x09, 0x0a, 0x0d].includes(byte))
  .concat(0x7f);

/** The first byte of U+0080 to U+009F in UTF-8, and of 32 characters that are none of control. */
const C1_LEAD = 0xc2;
const C1_END = 0xa0;
/** U+0085, a line break of old mainframes, is white space. */
const NEXT_LINE = 0x85;

/** Bytes of UTF-8, one character of the text a byte. */
// oxlint-disable-next-line no-control-regex
const CONTROLS_IN_BYTES = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x84\x86-\x9f]/g;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** Counts the control characters that are taken out of a file. */
export type OnControls = (count: number) => void;

/**
 * Takes control characters out of whole characters of UTF-8, or puts `filler` in the place of each: nobody meant them,
 * and what reads the lines may end at a zero. A chunk without any is given back as it is.
 */
export function withoutControlBytes(bytes: Buffer, filler: '' | ' ', onControls: OnControls): Buffer {
  // Searches for single bytes run in the engine, many at a time: thirty of them cost less than one loop.
  if (!CONTROL_BYTES.some((byte) => bytes.includes(byte)) && !hasC1(bytes)) return bytes;
  return Buffer.from(replaced(bytes.toString('latin1'), CONTROLS_IN_BYTES, filler, onControls), 'latin1');
}

/** Takes control characters out of a text. */
export function withoutControls(text: string, onControls: OnControls): string {
  return replaced(text, CONTROLS, '', onControls);
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
