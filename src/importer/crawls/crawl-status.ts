import { basename, dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { readKeptRecord } from '../io/kept-record.ts';

const Count = Type.Integer({ minimum: 0 });

/** How far a crawl came, in a small file beside its answers. */
const CrawlStatus = Type.Object(
  {
    walk: Type.String(),
    /** Whether a round that asked for everything has ended: until then the answers are a part of the register. */
    complete: Type.Boolean(),
    /** When the last round that ended began: what changed before is in the answers. UTC, ISO 8601. */
    whole_at: Type.Optional(Type.String()),
    /** When the present round, or the last one, began, and when it ended. */
    round_began_at: Type.String(),
    round_ended_at: Type.Optional(Type.String()),
    /** The requests of that round, and what became of them: `asked` is the sum of the four below. */
    asked: Count,
    answered: Count,
    none: Count,
    refused: Count,
    failed: Count,
    /** The questions that are still to be asked, as far as they are known, and those that were given up. */
    left: Count,
    given_up: Count,
    /** The files with the answers, and how long each is. */
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Count }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type CrawlStatus = Static<typeof CrawlStatus>;
const crawlStatus = Compile(CrawlStatus);

/** A file of a crawl: its name, and that of the file. */
const ANSWER_FILE = /^(?<crawl>[\w-]+)\.\d{4,}\.ndjson(?:\.zst)?$/;

/** Where the status of a crawl lies. */
export function statusPath(folder: string, crawl: string): string {
  return join(folder, `${crawl}.walk.json`);
}

/** The name of the file that holds so many answers of a crawl. */
export function answersName(crawl: string, number: number): string {
  return `${crawl}.${String(number).padStart(4, '0')}.ndjson.zst`;
}

/** The crawl that a file belongs to, as its name tells; undefined for other files. */
export function crawlOf(path: string): string | undefined {
  return ANSWER_FILE.exec(basename(path))?.groups?.['crawl'];
}

/**
 * The status of the crawl that a file belongs to; undefined where there is none.
 * @throws {InputError} where it cannot be read
 */
export async function statusBeside(path: string): Promise<CrawlStatus | undefined> {
  const crawl = crawlOf(path);
  return crawl === undefined ? undefined : readStatus(statusPath(dirname(path), crawl));
}

/** Reads the status of a crawl; undefined where there is none. @throws {InputError} where it cannot be read */
export async function readStatus(at: string): Promise<CrawlStatus | undefined> {
  return await readKeptRecord(at, (value) => crawlStatus.Check(value), 'status of a crawl');
}
