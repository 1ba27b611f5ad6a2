import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Lock, makeFolder, writeWhole } from '../../files/index.ts';
import { present, statusPath, type Crawl, type CrawlStatus } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type { HttpClient } from '../http.ts';
import { AnswerFiles } from './answer-files.ts';
import { Questions } from './questions.ts';
import { rebuild } from './rebuild.ts';
import { sweep } from './sweep.ts';
import { CrawlRun, type Ended, type CrawlProgress } from './crawl-run.ts';
import { CrawlState } from './crawl-state.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The codes by which SQLite says that a file is damaged, or none of its own. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

export interface CrawlOptions {
  /** The folder of the answers; created where it does not exist. */
  readonly into: string;
  readonly client: HttpClient;
  /** How long this run may ask; what is left is asked by the next one. */
  readonly forMs?: number | undefined;
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined;
}

/** What a run of a crawl did. */
export interface CrawlOutcome {
  /** The files with the answers, which may be of earlier runs. */
  readonly paths: readonly string[];
  /** Whether this run got an answer. */
  readonly changed: boolean;
  /** `resting`: the last round ended not long ago, and nothing was asked. */
  readonly ended: Ended | 'resting';
  /** Why it stopped, where it did. */
  readonly reason?: string;
  readonly status: CrawlStatus;
}

/**
 * Goes on with a crawl, or begins a new round of it, until nothing is left to ask, the time is over, the quota of the day is used up or
 * the server fails. An answer counts when it is whole on disk: a run may be killed at any time.
 * @throws {InputError} where another run has the crawl, or its files cannot be read or written
 */
export async function fetchCrawl(crawl: Crawl, options: CrawlOptions): Promise<CrawlOutcome> {
  const { into, client } = options;
  if (!/^[\w-]+$/.test(crawl.name)) throw new Error(`${quoteValue(crawl.name)} is no plain name`);
  makeFolder(into);
  const at = quoteValue(join(into, crawl.name));
  await using _ = await Lock.take(
    join(into, `.${crawl.name}.lock`),
    (reason) => new InputError(`Cannot crawl ${at}: ${reason}`),
  );
  const path = join(into, `.${crawl.name}.walk.sqlite`);
  try {
    using state = await openState(path, crawl, options);
    await using files = await AnswerFiles.open(into, crawl.name, state, client.limits.crawlFileBytes);
    return await crawlOn(crawl, state, files, options);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    await setAside(path);
    const how = 'the next run makes it again from the answers';
    throw new InputError(`Cannot crawl ${at}: the state of the crawl is damaged; ${how}`, { cause: error });
  }
}

async function crawlOn(
  crawl: Crawl,
  state: CrawlState,
  files: AnswerFiles,
  { into, client, forMs, onProgress }: CrawlOptions,
): Promise<CrawlOutcome> {
  const now = new Date();
  const outcome = (ended: CrawlOutcome['ended'], answers: number, reason?: string): CrawlOutcome => {
    const status = statusOf(crawl, state, files);
    const paths = status.files.map(({ name }) => join(into, name));
    return present<CrawlOutcome>({ paths, changed: answers > 0, ended, reason, status });
  };
  const record = async (): Promise<void> => {
    await files.writeRecords(new Date().toISOString());
    const status = statusOf(crawl, state, files);
    await writeWhole(statusPath(into, crawl.name), `${JSON.stringify(status, null, 2)}\n`);
  };
  const { endedAt, since } = state.progress;
  // Where the last round ended, its own times are known.
  if (since !== undefined && isResting(crawl, endedAt, now)) return outcome('resting', 0);
  begin(crawl, state, files, now);
  await files.commit();
  for (const host of state.progress.hosts) client.trust(host);
  const before = state.progress.answered + state.progress.none;
  const endMs = now.getTime() + (forMs ?? client.limits.crawlMs);
  const run = new CrawlRun({ crawl, state, files, client, endMs, record, onProgress });
  let ended: Ended;
  try {
    ended = await run.run();
  } catch (error) {
    // The answers before an interruption are in the files; after another fault they are as they were recorded.
    if (client.signal.aborted) await record();
    throw error;
  }
  const { progress } = state;
  const answers = progress.answered + progress.none - before;
  if (ended === 'whole') {
    progress.endedAt = new Date().toISOString();
    progress.since = progress.beganAt;
    if (progress.isWhole) progress.wholeSince = progress.beganAt;
    if (progress.isWhole) state.forgetBefore(progress.round);
    await sweep(state, files);
  }
  await files.commit();
  await record();
  return outcome(ended, answers, run.reason);
}

/** Begins a run, and with it a round where the last one has ended. */
function begin(crawl: Crawl, state: CrawlState, files: AnswerFiles, now: Date): void {
  const { progress } = state;
  // A run that was killed may have asked questions that nobody counted.
  if (progress.isRunning) progress.askedToday += crawl.perMinute;
  if (progress.endedAt !== undefined) {
    new Questions(state).begin(crawl, now);
    // What only earlier rounds have must be in files of its own, to be removed with them.
    if (state.progress.isWhole) files.roll();
  }
  state.renew();
  state.progress.isRunning = true;
}

/** Whether a crawl asks nothing yet, for its last round ended not long ago. @param endedAt UTC, ISO 8601; undefined while a round lasts */
export function isResting({ restDays = 0 }: Crawl, endedAt: string | undefined, now: Date): boolean {
  return endedAt !== undefined && now.getTime() < Date.parse(endedAt) + restDays * DAY_MS;
}

/** The state of earlier runs; where it is missing or damaged, it is made again from the answers. */
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

function statusOf(crawl: Crawl, state: CrawlState, files: AnswerFiles): CrawlStatus {
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
    files: state.files
      .filter(({ bytes, isRemoved }) => bytes > 0 && !isRemoved)
      .map(({ number, bytes }) => ({ name: files.nameOf(number), bytes })),
  });
}
