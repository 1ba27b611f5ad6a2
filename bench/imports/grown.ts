import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The parts of a fixture around its records. */
interface Layout {
  readonly head?: string;
  readonly records: string;
  /** Separates two rounds of records. */
  readonly between?: string;
  readonly tail?: string;
  /** Whether company numbers change in each round: not in a tar, whose headers have checksums. */
  readonly isNumbered?: boolean;
}

/** Changes the company numbers of a file in each round. */
export interface Renumbering {
  readonly pattern: RegExp;
  readonly moved: (number: string, round: number) => string;
}

/** Numbers of six to fourteen digits, except dates. They keep their length and punctuation. */
export const ANY_NUMBERS: Renumbering = {
  pattern: /(?<![\d./-])(?!(?:19|20)\d{6}\b)\d{6,14}(?![\d/])/g,
  moved: movedUp,
};

/**
 * Repeats the records of a small file with other numbers in each round. A number changes in the same way in all files of a register, so
 * that the files still join. Returns the number of bytes before compression.
 */
export function writeGrown(input: string, output: string, rounds: number, { pattern, moved }: Renumbering): number {
  const isPacked = input.endsWith('.gz');
  const bytes = readFileSync(input);
  // Latin-1 preserves all bytes of any encoding with one-byte digits.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1';
  const whole = (isPacked ? gunzipSync(bytes) : bytes).toString(encoding);
  const { head = '', records, between = '', tail = '', isNumbered = true } = detectLayout(whole);
  const file = openSync(output, 'w');
  let written = 0;
  const write = (text: string): void => {
    written += writeSync(file, Buffer.from(text, encoding));
  };
  try {
    write(head);
    for (let round = 0; round < rounds; round++) {
      const numbered = isNumbered ? records.replaceAll(pattern, (number) => moved(number, round)) : records;
      write(round === 0 ? numbered : between + numbered);
    }
    write(tail);
  } finally {
    closeSync(file);
  }
  if (isPacked) writeFileSync(output, gzipSync(readFileSync(output), { level: 1 }));
  return written;
}

/** Increases a number by a multiple of the round. Keeps the first digit, which is often the kind of number. */
export function movedUp(number: string, round: number): string {
  const digits = number.replaceAll(/\D/g, '');
  const rest = 10n ** BigInt(digits.length - 1);
  const moved = String((BigInt(digits.slice(1)) + BigInt(round) * 7919n) % rest).padStart(digits.length - 1, '0');
  let at = -1;
  return number.replaceAll(/\d/g, (digit) => (at++ < 0 ? digit : (moved[at - 1] ?? digit)));
}

const TAR_MAGIC_AT = 257;
const TAR_END_BYTES = 1024;

function detectLayout(text: string): Layout {
  if (text.startsWith('ustar', TAR_MAGIC_AT)) {
    const end = Math.ceil(text.search(/\0{1024,}$/) / 512) * 512;
    return { records: text.slice(0, end), tail: '\0'.repeat(TAR_END_BYTES), isNumbered: false };
  }
  const start = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()[0];
  if (start === '<') {
    // Records are elements whose name ends in `Record` or is `SUBJECT`.
    const [, name = ''] = /<((?:\w+:)?(?:\w*Record|SUBJECT))>/.exec(text) ?? [];
    return layoutAt(text, text.indexOf(`<${name}>`), text.lastIndexOf(`</${name}>`) + name.length + 3, '\n');
  }
  if (/^\{.*\}\r?\n/.test(text)) return { records: text };
  if (start === '{' && !text.includes('[')) {
    // Records are members of an object in the object.
    const last = text.lastIndexOf('}');
    return layoutAt(text, text.indexOf('{', text.indexOf('{') + 1) + 1, text.lastIndexOf('}', last - 1), ',');
  }
  if (start === '[' || start === '{') return layoutAt(text, text.indexOf('[') + 1, text.lastIndexOf(']'), ',');
  const head = text.slice(0, text.indexOf('\n') + 1);
  const records = text.slice(head.length);
  return { head, records: records.endsWith('\n') ? records : `${records}\n` };
}

/** Returns the layout of a text whose records are between two places. */
function layoutAt(text: string, from: number, to: number, between: string): Layout {
  return { head: text.slice(0, from), records: text.slice(from, to), between, tail: text.slice(to) };
}
