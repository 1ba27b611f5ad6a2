import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** How the records of a fixture lie between its first and its last bytes. */
interface Parts {
  readonly head: string;
  readonly records: string;
  readonly tail: string;
  /** What stands between two records. */
  readonly between: string;
}

/**
 * Makes a large file of a small one: its records again and again, each time under other numbers, which are the same in every
 * file of a register, so that files still join.
 * @param numbers finds the numbers of companies; each is moved up by the round, its length kept
 * @returns the bytes written
 */
export function writeGrown(
  input: string,
  output: string,
  rounds: number,
  numbers: RegExp,
  encoding: BufferEncoding,
): number {
  const { head, records, tail, between } = partsOf(readFileSync(input, encoding));
  const file = openSync(output, 'w');
  let bytes = 0;
  const write = (text: string): void => {
    bytes += writeSync(file, Buffer.from(text, encoding));
  };
  try {
    write(head);
    for (let round = 0; round < rounds; round++) {
      const moved = records.replaceAll(numbers, (number) => movedBy(number, round));
      write(round === 0 ? moved : between + moved);
    }
    write(tail);
  } finally {
    closeSync(file);
  }
  return bytes;
}

/** A number some steps further on: the digits of its last run are counted up, whatever stands around them. */
function movedBy(number: string, steps: number): string {
  return number.replace(/\d{4,}(?=\D*$)/, (digits) => {
    const moved = (BigInt(digits) + BigInt(steps) * 7919n) % 10n ** BigInt(digits.length - 1);
    // The first digit often says what kind of number it is.
    return (
      digits.slice(0, 1) +
      String(moved)
        .padStart(digits.length - 1, '0')
        .slice(-(digits.length - 1))
    );
  });
}

function partsOf(text: string): Parts {
  const start = text.trimStart()[0];
  if (start === '<') return xmlParts(text);
  if (start === '[' || start === '{') return jsonParts(text);
  const end = text.indexOf('\n') + 1;
  const records = text.slice(end);
  return {
    head: text.slice(0, end),
    records: records.endsWith('\n') ? records : `${records}\n`,
    tail: '',
    between: '',
  };
}

function jsonParts(text: string): Parts {
  const open = text.indexOf('[') + 1;
  const close = text.lastIndexOf(']');
  return { head: text.slice(0, open), records: text.slice(open, close), tail: text.slice(close), between: ',' };
}

/** The records are the elements of the name that is opened most often right below another one. */
function xmlParts(text: string): Parts {
  const [, name = ''] = /<((?:\w+:)?\w*Record)>/.exec(text) ?? [];
  const open = text.indexOf(`<${name}>`);
  const close = text.lastIndexOf(`</${name}>`) + name.length + 3;
  return { head: text.slice(0, open), records: text.slice(open, close), tail: text.slice(close), between: '\n' };
}
