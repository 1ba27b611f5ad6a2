/**
 * The longest single record, in bytes. The longest published ones (a company with all its officers) stay below one
 * mebibyte; a quote that is never closed or a compression bomb must not fill the memory.
 */
export const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/**
 * The most names and values in one record. The largest companies have some 100,000 with all their officers; in 16 MiB
 * there is room for millions of empty ones, which take 30 times that in memory.
 */
export const RECORD_VALUES_MAX = 1_000_000;

/** How deep a value may lie in a file. Published records nest some ten levels; the stack of the engine ends at some thousand. */
export const DEPTH_MAX = 64;

/** The most columns of a row. The widest published table has 338; what has far more is no table. */
export const COLUMNS_MAX = 4096;

/** The longest single text, in characters. The longest published one, a statement of purpose, has some 20,000. */
export const FIELD_CHARS_MAX = 1024 * 1024;

/**
 * The longest line of a crawl's answers, in characters: an answer has up to 64 MiB, and JSON writes its quotes and line breaks
 * with two characters each.
 */
export const ANSWER_CHARS_MAX = 144 * 1024 * 1024;

/** How much is read at once, in bytes: large enough that the cost of a read does not count, small beside the memory. */
export const CHUNK_BYTES = 64 * 1024;

/**
 * How many files one zip may hold. Registers publish one to a dozen, the RNE some thousands; a bomb of empty entries is refused.
 */
export const ZIP_ENTRIES_MAX = 50_000;

/** How long the names of all files of a zip may be, with what its directory says beside them, in bytes: they are held in memory. */
export const ZIP_NAMES_BYTES_MAX = 16 * 1024 * 1024;

/** The longest name of a file inside a tar with all that a tar says beside it, in bytes. */
export const TAR_NAME_BYTES_MAX = 64 * 1024;

/** Passes chunks on and tells how long each is. (A `data` listener would set the stream flowing before it is read.) */
export async function* countBytes(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
