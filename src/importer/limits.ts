/** The maximum size of a record. The longest published ones (a company with all its officers) have less than one mebibyte. */
export const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/**
 * The maximum number of names and values in a record. The largest companies have some 100,000 with all officers; 16 MiB have room for
 * millions of empty ones, which take 30 times as much memory.
 */
export const RECORD_VALUES_MAX = 1_000_000;

/** The maximum depth of a value. Published records have some ten levels; the stack of the engine ends at some thousand. */
export const DEPTH_MAX = 64;

/** The maximum number of columns. The widest published table has 338. */
export const COLUMNS_MAX = 4096;

/** The maximum length of a text, in characters. The longest published one, a statement of purpose, has some 20,000. */
export const FIELD_CHARS_MAX = 1024 * 1024;

/** The maximum length of a line of answers: an answer has up to 64 MiB, and JSON escapes quotes and line breaks. */
export const ANSWER_CHARS_MAX = 144 * 1024 * 1024;

/** The size of a read. */
export const CHUNK_BYTES = 64 * 1024;

/** The maximum number of files in a zip. Registers publish one to a dozen, the RNE some thousands. */
export const ZIP_ENTRIES_MAX = 50_000;

/** The maximum size of the directory of a zip, which is held in memory. */
export const ZIP_NAMES_BYTES_MAX = 16 * 1024 * 1024;

/** The maximum size of a name in a tar, with its extension headers. */
export const TAR_NAME_BYTES_MAX = 64 * 1024;

/** Passes chunks through and reports the size of each. (A `data` listener would start the stream too early.) */
export async function* countBytes(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
