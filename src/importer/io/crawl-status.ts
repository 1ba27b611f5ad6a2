import { basename, dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { readKeptRecord } from './fetched.ts';

const Count = Type.Integer({ minimum: 0 });

/** The progress of a crawl, in a small file beside its responses. */
const CrawlStatus = Type.Object(
  {
    walk: Type.String(),
    /** Whether a round that requested everything has ended. Until then, the responses cover only a part of the register. */
    complete: Type.Boolean(),
    /** The start of the last round that ended: the responses include all changes before this time. UTC, ISO 8601. */
    whole_at: Type.Optional(Type.String()),
    /** The start and the end of the present or last round. */
    round_began_at: Type.String(),
    round_ended_at: Type.Optional(Type.String()),
    /** Number of requests in the present or last round: `asked` is the sum of the four outcomes below. */
    asked: Count,
    answered: Count,
    none: Count,
    refused: Count,
    failed: Count,
    /** Number of known pending requests, and of requests that were given up. */
    left: Count,
    given_up: Count,
    /** The files with the responses, and their sizes. */
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Count }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type CrawlStatus = Static<typeof CrawlStatus>;
const crawlStatus = Compile(CrawlStatus);

export function statusPath(folder: string, crawl: string): string {
  return join(folder, `${crawl}.walk.json`);
}

export function responseFileName(crawl: string, number: number): string {
  return `${crawl}.${String(number).padStart(4, '0')}.ndjson.zst`;
}

/** Returns the name of the crawl that a file belongs to; undefined for other files. */
export function parseCrawlName(path: string): string | undefined {
  return /^(?<crawl>[\w-]+)\.\d{4,}\.ndjson(?:\.zst)?$/.exec(basename(path))?.groups?.['crawl'];
}

/**
 * The status of the crawl of a file; undefined if it does not exist.
 * @throws {InputError} if the status file cannot be read
 */
export async function statusBeside(path: string): Promise<CrawlStatus | undefined> {
  const crawl = parseCrawlName(path);
  return crawl === undefined ? undefined : readStatus(statusPath(dirname(path), crawl));
}

export async function readStatus(at: string): Promise<CrawlStatus | undefined> {
  return await readKeptRecord(at, (value) => crawlStatus.Check(value), 'status of a crawl');
}
