/** A part of a body: bytes, or a text of which each character is a byte. */
export type Part = Uint8Array | string;

/** Whether a text has as many bytes as characters, whatever it is written in. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

const ASCII = /^[\0-\x7f]*$/;

/** The UTF-8 of a text, as a text of which each character is a byte. */
export function binaryText(text: string): string {
  return isAscii(text) ? text : Buffer.from(text).toString('latin1');
}

/** The bytes of parts together. */
export function bytesIn(parts: readonly Part[]): number {
  let sum = 0;
  for (const { length } of parts) sum += length;
  return sum;
}

/** Parts one behind the other, as a copy. */
export function joined(parts: readonly Part[]): Buffer {
  const bytes = Buffer.allocUnsafe(bytesIn(parts));
  fill(bytes, 0, parts);
  return bytes;
}

/** Writes parts one behind the other. */
export function fill(bytes: Buffer, start: number, parts: readonly Part[]): void {
  let at = start;
  for (const part of parts) {
    if (typeof part === 'string') bytes.write(part, at, 'latin1');
    else bytes.set(part, at);
    at += part.length;
  }
}
