import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** How the records of a fixture lie between its first and its last bytes. */
interface Parts {
  readonly head: string;
  readonly records: string;
  /** What stands between two rounds of records. */
  readonly between: string;
  readonly tail: string;
  /** Whether the numbers in it may be changed: in a tar they are in the headers, too, which have a checksum. */
  readonly isNumbered: boolean;
}

/** Finds the numbers of companies in a file, and says what a number is in a later round. */
export interface Renumbering {
  readonly pattern: RegExp;
  readonly moved: (number: string, round: number) => string;
}

/** Numbers of six to fourteen digits that are no date: moved up by the round, their length and punctuation kept. */
export const ANY_NUMBERS: Renumbering = {
  pattern: /(?<![\d./-])(?!(?:19|20)\d{6}\b)\d{6,14}(?![\d/])/g,
  moved: movedUp,
};

/**
 * Makes a large file of a small one: its records again and again, each time under other numbers, which are the same in every
 * file of a register, so that files still join.
 * @returns the plain bytes written
 */
export function writeGrown(input: string, output: string, rounds: number, { pattern, moved }: Renumbering): number {
  const isPacked = input.endsWith('.gz');
  const bytes = readFileSync(input);
  // One byte is one character, whatever the encoding: what is not a digit goes through as it is.
  const { head, records, between, tail, isNumbered } = partsOf(
    (isPacked ? gunzipSync(bytes) : bytes).toString('latin1'),
  );
  const file = openSync(output, 'w');
  let written = 0;
  const write = (text: string): void => {
    written += writeSync(file, Buffer.from(text, 'latin1'));
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

/** A number some steps further on; the first digit, which often says what kind of number it is, stays. */
export function movedUp(number: string, round: number): string {
  const digits = number.replaceAll(/\D/g, '');
  const rest = 10n ** BigInt(digits.length - 1);
  const moved = String((BigInt(digits.slice(1)) + BigInt(round) * 7919n) % rest).padStart(digits.length - 1, '0');
  let at = -1;
  return number.replaceAll(/\d/g, (digit) => (at++ < 0 ? digit : (moved[at - 1] ?? digit)));
}

const TAR_MAGIC_AT = 257;
const TAR_END_BYTES = 1024;

function partsOf(text: string): Parts {
  if (text.startsWith('ustar', TAR_MAGIC_AT)) {
    const end = text.search(/\0{1024,}$/);
    const whole = Math.ceil(end / 512) * 512;
    return {
      head: '',
      records: text.slice(0, whole),
      between: '',
      tail: '\0'.repeat(TAR_END_BYTES),
      isNumbered: false,
    };
  }
  const start = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()[0];
  if (start === '<') return xmlParts(text);
  if (start === '[' || start === '{') return jsonParts(text);
  const head = text.slice(0, text.indexOf('\n') + 1);
  const records = text.slice(head.length);
  return { head, records: records.endsWith('\n') ? records : `${records}\n`, between: '', tail: '', isNumbered: true };
}

function jsonParts(text: string): Parts {
  const open = text.indexOf('[') + 1;
  const close = text.lastIndexOf(']');
  return {
    head: text.slice(0, open),
    records: text.slice(open, close),
    between: ',',
    tail: text.slice(close),
    isNumbered: true,
  };
}

/** The records are the elements whose name ends in `Record`. */
function xmlParts(text: string): Parts {
  const [, name = ''] = /<((?:\w+:)?\w*Record)>/.exec(text) ?? [];
  const open = text.indexOf(`<${name}>`);
  const close = text.lastIndexOf(`</${name}>`) + name.length + 3;
  return {
    head: text.slice(0, open),
    records: text.slice(open, close),
    between: '\n',
    tail: text.slice(close),
    isNumbered: true,
  };
}
