import { Duplex } from 'node:stream';

/** How much is passed on at once, in bytes: a block of bzip2 is 900 kB of text, and far more where it repeats itself. */
const PIECE_BYTES = 256 * 1024;

/**
 * A stream that decompresses bzip2, also of several streams one behind the other, as parallel compressors write it. Each block is
 * checked by its checksum, and each stream by its own.
 */
export function bunzip(): Duplex {
  return Duplex.from(decompressed);
}

async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Few files are bzip2: who reads others does not load it.
  const { default: unbzip2 } = await import('@openpgp/unbzip2-stream');
  const chunks = source[Symbol.asyncIterator]();
  let failed: { readonly error: unknown } | undefined;
  const compressed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          failed = { error };
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
  try {
    // The library cannot be cancelled: its source is, at the end.
    for await (const block of unbzip2(compressed).values({ preventCancel: true })) {
      for (let at = 0; at < block.length; at += PIECE_BYTES) yield block.subarray(at, at + PIECE_BYTES);
    }
  } catch (error) {
    throw failed === undefined ? faultOf(error) : failed.error;
  } finally {
    await chunks.return?.();
  }
}

/** At the end of the bytes the library reads on in what is not there, which is a TypeError. */
function faultOf(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const isCut = error instanceof TypeError || /prematurely/.test(reason);
  return new Error(isCut ? 'unexpected end of file' : `the bzip2 data is damaged (${reason})`, { cause: error });
}
