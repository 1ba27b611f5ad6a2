/** Maximum size of a record in bytes. The longest published records (a company with all its officers) have less than one mebibyte. */
export const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Maximum number of names and values in a record. The largest company with all its officers has some 100,000. Without this limit a record
 * of 16 MiB could have millions of empty values, which take 30 times as much memory.
 */
export const RECORD_VALUES_MAX = 1_000_000;

/** Maximum nesting depth of a value. Published records have some ten levels; the engine's stack overflows at some thousand. */
export const DEPTH_MAX = 64;

/** Maximum number of columns. The widest published table has 338. */
export const COLUMNS_MAX = 4096;

/** Maximum length of a text, in characters. The longest published text, a statement of purpose, has some 20,000. */
export const FIELD_CHARS_MAX = 1024 * 1024;

/** Maximum length of a line in a file of responses, in characters: a response has up to 64 MiB, and JSON escapes quotes and line breaks. */
export const RESPONSE_CHARS_MAX = 144 * 1024 * 1024;

/** Number of bytes per read from a file. */
export const CHUNK_BYTES = 64 * 1024;

/** Maximum number of files in a zip. Most registers publish one to a dozen, the RNE some thousands. */
export const ZIP_ENTRIES_MAX = 50_000;

/** Maximum size in bytes of the directory of a zip, which is held in memory. */
export const ZIP_NAMES_BYTES_MAX = 16 * 1024 * 1024;

/** Maximum size in bytes of an extension header in a tar, which holds a long name. */
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
