import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Lock, makeFolder, writeWhole } from '../../files/index.ts';
import { present, statusPath, type Crawl, type CrawlStatus } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type { HttpClient } from '../http.ts';
import { ResponseFiles, sqliteReason, sweep } from './response-files.ts';
import { RequestQueue } from './request-queue.ts';
import { rebuild } from './rebuild.ts';
import { CrawlRun, type Ended, type CrawlProgress } from './crawl-run.ts';
import { CrawlState } from './crawl-state.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Error codes of SQLite for a file that is damaged or is not a database. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

export interface CrawlOptions {
  /** The folder of the responses. It is created if it does not exist. */
  readonly into: string;
  readonly client: HttpClient;
  /** How long this run may send requests, in milliseconds. The next run continues. */
  readonly forMs?: number | undefined;
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined;
}

export interface CrawlOutcome {
  /** The files with the responses, including responses of earlier runs. */
  readonly paths: readonly string[];
  /** Whether this run got a response. */
  readonly changed: boolean;
  /** `resting`: the last round ended recently, and no request was sent. */
  readonly ended: Ended | 'resting';
  /** Why the server stopped the run. */
  readonly reason?: string;
  readonly status: CrawlStatus;
}

/**
 * Continues a crawl or starts its next round. The run ends when no request is left, the time is over, the quota of the day is used
 * up or the server fails. It may be killed at any time: only answers on disk count.
 * @throws {InputError} if another run has the lock, or files cannot be read or written
 */
export async function fetchCrawl(crawl: Crawl, options: CrawlOptions): Promise<CrawlOutcome> {
  const { into, client } = options;
  if (!/^[\w-]+$/.test(crawl.name)) throw new Error(`${quoteValue(crawl.name)} is not a plain name`);
  makeFolder(into);
  const at = quoteValue(join(into, crawl.name));
  await using _ = await Lock.take(
    join(into, `.${crawl.name}.lock`),
    (reason) => new InputError(`Cannot crawl ${at}: ${reason}`),
  );
  const path = join(into, `.${crawl.name}.walk.sqlite`);
  try {
    using state = await openState(path, crawl, options);
    const files = await ResponseFiles.open(into, crawl.name, state, client.limits.crawlFileBytes);
    return await runCrawl(crawl, state, files, options);
  } catch (error) {
    const reason = sqliteReason(error);
    if (reason !== undefined)
      throw new InputError(`Cannot crawl ${at}: ${reason}; the next run continues it`, { cause: error });
    if (!isDamaged(error)) throw error;
    await setAside(path);
    const how = 'the next run rebuilds it from the responses';
    throw new InputError(`Cannot crawl ${at}: the state of the crawl is damaged; ${how}`, { cause: error });
  }
}

async function runCrawl(
  crawl: Crawl,
  state: CrawlState,
  files: ResponseFiles,
  { into, client, forMs, onProgress }: CrawlOptions,
): Promise<CrawlOutcome> {
  const now = new Date();
  const outcome = (ended: CrawlOutcome['ended'], responses: number, reason?: string): CrawlOutcome => {
    const status = toStatus(crawl, state, files);
    const paths = status.files.map(({ name }) => join(into, name));
    return present<CrawlOutcome>({ paths, changed: responses > 0, ended, reason, status });
  };
  const record = async (): Promise<void> => {
    await files.writeRecords(new Date().toISOString());
    const status = toStatus(crawl, state, files);
    await writeWhole(statusPath(into, crawl.name), `${JSON.stringify(status, null, 2)}\n`);
  };
  const { endedAt, since } = state.progress;
  if (since !== undefined && isResting(crawl, endedAt, now)) return outcome('resting', 0);
  begin(crawl, state, files, now);
  await files.commit();
  for (const host of state.progress.hosts) client.trust(host);
  const before = state.progress.answered + state.progress.none;
  const endMs = performance.now() + (forMs ?? client.limits.crawlMs);
  const run = new CrawlRun({ crawl, state, files, client, endMs, record, onProgress });
  let ended: Ended;
  try {
    ended = await run.run();
  } catch (error) {
    // After an interruption the files still have all responses that arrived before.
    if (client.signal.aborted) await record();
    throw error;
  }
  const { progress } = state;
  const responses = progress.answered + progress.none - before;
  if (ended === 'whole') {
    progress.endedAt = new Date().toISOString();
    progress.since = progress.beganAt;
    if (progress.isWhole) progress.wholeSince = progress.beganAt;
    if (progress.isWhole) state.forgetBefore(progress.round);
    await sweep(state, files);
  }
  await files.commit();
  await record();
  return outcome(ended, responses, run.reason);
}

/** Starts a run. Also starts a round if the last round has ended. */
function begin(crawl: Crawl, state: CrawlState, files: ResponseFiles, now: Date): void {
  const { progress } = state;
  // Some requests of a killed run were not counted.
  if (progress.isRunning) progress.askedToday += crawl.perMinute;
  if (progress.endedAt !== undefined) {
    new RequestQueue(state).begin(crawl, now);
    // Responses of earlier rounds stay in separate files, which are later removed as a whole.
    if (state.progress.isWhole) files.roll();
  }
  state.renew();
  state.progress.isRunning = true;
}

/**
 * Whether a crawl rests because its last round ended recently. An end that is far ahead is of a clock that was wrong.
 * @param endedAt UTC, ISO 8601; undefined during a round
 */
export function isResting({ restDays = 0 }: Crawl, endedAt: string | undefined, now: Date): boolean {
  return endedAt !== undefined && Math.abs(now.getTime() - Date.parse(endedAt)) < restDays * DAY_MS;
}

/** Opens the state of earlier runs. A missing or damaged state is rebuilt from the responses. */
async function openState(path: string, crawl: Crawl, options: CrawlOptions): Promise<CrawlState> {
  const isNew = !existsSync(path);
  try {
    const state = CrawlState.open(path);
    if (state !== undefined) {
      if (isNew) await rebuild(crawl, state, options);
      return state;
    }
    options.client.say(`The state of the crawl ${quoteValue(crawl.name)} is of another version`);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    options.client.say(`The state of the crawl ${quoteValue(crawl.name)} is damaged`);
  }
  await setAside(path);
  const state = CrawlState.open(path);
  if (state === undefined) throw new Error('a new state is of this version');
  await rebuild(crawl, state, options);
  return state;
}

async function setAside(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) await rename(path + end, `${path}.damaged${end}`);
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
}

function toStatus(crawl: Crawl, state: CrawlState, files: ResponseFiles): CrawlStatus {
  const { progress } = state;
  const { asked, answered, none, refused, failed } = progress;
  return present<CrawlStatus>({
    walk: crawl.name,
    complete: progress.wholeSince !== undefined,
    whole_at: progress.since,
    round_began_at: progress.beganAt,
    round_ended_at: progress.endedAt,
    asked,
    answered,
    none,
    refused,
    failed,
    left: state.left,
    given_up: progress.givenUp,
    files: progress.files
      .filter(({ bytes, isRemoved }) => bytes > 0 && isRemoved !== true)
      .map(({ number, bytes }) => ({ name: files.nameOf(number), bytes })),
  });
}
