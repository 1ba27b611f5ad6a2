import { basename } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { InputError, quoteValue } from '../../model/index.ts';
import { readKeptRecord } from './kept-record.ts';

/** What is known of a downloaded file: where and when it was fetched, and what the server said of it. */
export const FetchedFile = Type.Object(
  {
    url: Type.String(),
    /** When the answer came, UTC, ISO 8601. */
    fetched_at: Type.String({ format: 'date-time' }),
    bytes: Type.Integer({ minimum: 0 }),
    /** Whether the server said how long the file is; else it may have been cut without anybody noticing. */
    is_length_stated: Type.Boolean(),
    /** The `ETag` and `Last-Modified` fields of the answer, as they were (RFC 9110). */
    etag: Type.Optional(Type.String()),
    last_modified: Type.Optional(Type.String()),
    /** A crawl adds to the file: what is behind its `bytes` came later, and is not read. */
    is_added_to: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);
export type FetchedFile = Static<typeof FetchedFile>;

const fetchedFile = Compile(FetchedFile);

/** Where the record of a download lies: beside the file, under its name with `.fetched.json` behind it. */
export function fetchedPath(path: string): string {
  return `${path}.fetched.json`;
}

/**
 * Reads the record of a download; undefined where the file was not fetched but came by another way.
 * @throws {InputError} where the record cannot be read or is none
 */
export async function readFetched(path: string): Promise<FetchedFile | undefined> {
  return await readKeptRecord(fetchedPath(path), (value) => fetchedFile.Check(value), 'record of a download');
}

/** The day a downloaded file is of: when it last changed at its publisher, where the server says; else the day it was fetched. */
export function dayOf({ last_modified, fetched_at }: FetchedFile): string {
  const changed = last_modified === undefined ? Number.NaN : Date.parse(last_modified);
  return new Date(Number.isNaN(changed) ? fetched_at : changed).toISOString().slice(0, 10);
}

/** Refuses a downloaded file that has not the length it had when it was fetched. */
export function checkLength(path: string, bytes: number, fetched: FetchedFile): void {
  if (bytes === fetched.bytes || (fetched.is_added_to === true && bytes > fetched.bytes)) return;
  throw new InputError(
    `Cannot read ${quoteValue(path)}: it has ${bytes} bytes, ${fetched.bytes} were fetched; fetch ${quoteValue(basename(path))} again`,
  );
}
