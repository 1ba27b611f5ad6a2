const NEWLINE = 0x0a;

/**
 * The lines of a text, without their line feeds. The last line must end with one. A line is valid only until the next one is read.
 * @param bytesMax the maximum size of a line
 * @param refuse makes the error of a long line, and of a text that ends within a line
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
  refuse: (reason: string) => Error,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > bytesMax) throw refuse(`a line is longer than the allowed ${bytesMax} bytes`);
  }
  if (rest.length > 0) throw refuse('it ends within a line');
}
