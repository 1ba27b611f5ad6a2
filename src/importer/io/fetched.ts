import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { errorCode } from '../../files/index.ts';
import { InputError, counted, quoteValue } from '../../model/index.ts';

/**
 * Reads a small JSON file that describes the file beside it; undefined if it does not exist.
 * @param isWhole whether a value is valid
 * @param what the kind of file for messages: "record of a download"
 * @throws {InputError} if the JSON file cannot be read or is invalid
 */
export async function readKeptRecord<T>(
  at: string,
  isWhole: (value: unknown) => value is T,
  what: string,
): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(at, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new InputError(`Cannot read ${quoteValue(at)}: ${String(error)}`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isWhole(value)) return value;
  } catch {
    // Reported below.
  }
  throw new InputError(`Cannot read ${quoteValue(at)}: it is not a ${what}; remove it, or fetch again`);
}

/** The record of a downloaded file. */
export const FetchedFile = Type.Object(
  {
    url: Type.String(),
    /** The time of the response, UTC, ISO 8601. */
    fetched_at: Type.String({ format: 'date-time' }),
    bytes: Type.Integer({ minimum: 0 }),
    /** Whether the server stated the length; if not, a cut file would not be noticed. */
    is_length_stated: Type.Boolean(),
    /** The fields `ETag` and `Last-Modified` of the response (RFC 9110), unchanged. */
    etag: Type.Optional(Type.String()),
    last_modified: Type.Optional(Type.String()),
    /** Set if a crawl appends to the file: bytes after `bytes` are newer and are not read. */
    is_added_to: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);
export type FetchedFile = Static<typeof FetchedFile>;

const fetchedFile = Compile(FetchedFile);

/** Returns the path of the record of a download: the path of the file with the suffix `.fetched.json`. */
export function fetchedPath(path: string): string {
  return `${path}.fetched.json`;
}

/**
 * Reads the record of a download; undefined for files that were not downloaded.
 * @throws {InputError} if the record cannot be read or is invalid
 */
export async function readFetched(path: string): Promise<FetchedFile | undefined> {
  return await readKeptRecord(fetchedPath(path), (value) => fetchedFile.Check(value), 'record of a download');
}

/** Returns the date of a downloaded file: the `Last-Modified` of the server, else the date of the download. */
export function findDay({ last_modified, fetched_at }: FetchedFile): string {
  const changed = last_modified === undefined ? Number.NaN : Date.parse(last_modified);
  return new Date(Number.isNaN(changed) ? fetched_at : changed).toISOString().slice(0, 10);
}

/** Refuses a downloaded file whose length has changed. */
export function checkLength(path: string, bytes: number, fetched: FetchedFile): void {
  if (bytes === fetched.bytes || (fetched.is_added_to === true && bytes > fetched.bytes)) return;
  throw new InputError(
    `Cannot read ${quoteValue(path)}: it has ${counted(bytes, 'byte')}, ${fetched.bytes} were fetched; fetch ${quoteValue(basename(path))} again`,
  );
}
