const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** A complete record of a file, with its line break, and the position after it. */
export interface WrittenRecord {
  readonly text: string;
  readonly end: number;
}

/**
 * The complete records of a file that this program wrote. A last one without a line break is not complete.
 * @param hasQuotes whether line breaks between quotes belong to a cell
 */
export async function* recordsIn(chunks: AsyncIterable<Buffer>, hasQuotes: boolean): AsyncGenerator<WrittenRecord> {
  let end = 0;
  let parts: Buffer[] = [];
  let isQuoted = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) isQuoted = hasQuotes && !isQuoted;
      if (byte !== LINE_FEED || isQuoted) continue;
      const text = Buffer.concat([...parts, chunk.subarray(start, at + 1)]);
      parts = [];
      start = at + 1;
      end += text.length;
      yield { text: text.toString(), end };
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}
