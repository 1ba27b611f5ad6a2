import { setTimeout as wait } from 'node:timers/promises';
import { present, type AnswerLine, type Crawl } from '../../importer/index.ts';
import type { HttpClient } from '../http.ts';
import type { AnswerFiles } from './answer-files.ts';
import { answerOf, ask, fieldFaultOf, type Outcome } from './ask.ts';
import { Questions, type Next } from './questions.ts';
import type { CrawlState } from './crawl-state.ts';

/** So many requests for one question may fail in one run, and so many runs may fail to get a leaf before it is given up. */
const TRIES_MAX = 5;
const RUNS_MAX = 3;

/** What gathers in memory is written when it is so many characters or answers. */
const GATHERED_CHARS_MAX = 4 * 1024 ** 2;
const GATHERED_LINES_MAX = 2000;

/** Before a longer wait what has gathered is written. */
const SHORT_WAIT_MS = 5000;

/** The longest wait that a server may ask for; one that wants more is asked again in the next run. */
const BUSY_MS_MAX = 60 * 60_000;
const BUSY_ROW_MAX = 10;

/** Waits double to at most so many times the first one. */
const BACKOFF_MAX = 256;

/** How often an import may see more of the crawl, in milliseconds. */
const RECORD_MS = 60_000;

/** How a run ended. */
export type Ended =
  /** The round has ended: nothing is left. */
  | 'whole'
  /** All was asked; what failed waits for the next run. */
  | 'asked'
  | 'time'
  | 'quota'
  /** The server failed, refused or asked to come back much later. */
  | 'stopped';

/** How far a run is. */
export interface CrawlProgress {
  readonly answered: number;
  /** Absent where nobody knows. */
  readonly left?: number;
  readonly leftMs?: number;
}

export interface RunOptions {
  readonly crawl: Crawl;
  readonly state: CrawlState;
  readonly files: AnswerFiles;
  readonly client: HttpClient;
  /** When the run ends, in milliseconds. */
  readonly endMs: number;
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined;
  /** Writes beside the answers how far the crawl is. */
  readonly record: () => Promise<void>;
}

/** One run of a crawl: asks question by question until nothing is left, or something ends it. */
export class CrawlRun {
  readonly #options: RunOptions;
  readonly #questions: Questions;
  readonly #intervalMs: number;
  readonly #startedMs = Date.now();
  #asked = 0;
  #committedMs = Date.now();
  #recordedMs = Date.now();
  /** Failures, refusals and busy answers in a row. */
  #failures = 0;
  #refusals = 0;
  #busy = 0;
  #lastFault = '';
  /** Why the run stopped. */
  reason: string | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#questions = new Questions(options.state);
    this.#intervalMs = 60_000 / options.crawl.perMinute;
  }

  async run(): Promise<Ended> {
    const { client, state } = this.#options;
    try {
      const ended = await this.#untilEnd();
      await this.#commit();
      return ended;
    } catch (error) {
      // What was answered before an interruption counts.
      if (client.signal.aborted) await this.#commit();
      throw error;
    } finally {
      state.progress.isRunning = false;
    }
  }

  async #untilEnd(): Promise<Ended> {
    const { crawl, state, client, endMs } = this.#options;
    for (;;) {
      client.signal.throwIfAborted();
      if (this.reason !== undefined) return 'stopped';
      const next = this.#questions.next(Date.now());
      if (next === undefined) {
        const dueMs = state.nextDueMs();
        if (dueMs === undefined) return this.#nothingLeft();
        if (dueMs > endMs) return 'time';
        await this.#wait(dueMs - Date.now());
        continue;
      }
      if (Date.now() + this.#intervalMs > endMs) return 'time';
      if (this.#usesQuota()) return 'quota';
      await client.pause(this.#intervalMs);
      const askedAt = new Date(Math.max(Date.now(), state.progress.lastAskedMs));
      const outcome = await ask(crawl, next.question, next.before, client);
      state.progress.lastAskedMs = askedAt.getTime();
      await this.#take(next, outcome, askedAt.toISOString());
      await this.#commitIfDue();
    }
  }

  #nothingLeft(): Ended {
    const { state } = this.#options;
    if (state.left === 0) return 'whole';
    if (state.hasNeeded()) {
      this.reason = this.#lastFault;
      return 'stopped';
    }
    return 'asked';
  }

  /** Counts a request against the quota of the day, and says whether it is used up. */
  #usesQuota(): boolean {
    const { crawl, state } = this.#options;
    const { progress } = state;
    const day = new Date().toISOString().slice(0, 10);
    if (progress.day !== day) {
      progress.day = day;
      progress.askedToday = 0;
    }
    if (progress.askedToday >= (crawl.perDay ?? Infinity)) return true;
    progress.askedToday++;
    return false;
  }

  /** Takes what became of a request into the state. */
  async #take(next: Next, outcome: Outcome, askedAt: string): Promise<void> {
    const { state, onProgress } = this.#options;
    const { progress } = state;
    this.#asked++;
    progress.asked++;
    const fault = outcome.is === 'answered' ? this.#keep(next, outcome, askedAt) : undefined;
    if (outcome.is === 'none') this.#keepNone(next, outcome.status, askedAt);
    if (outcome.is === 'none' || (outcome.is === 'answered' && fault === undefined)) {
      this.#failures = this.#refusals = this.#busy = 0;
      onProgress?.(this.#progress());
      return;
    }
    if (outcome.is === 'refused') this.#refuse(next, outcome.reason);
    else {
      progress.failed++;
      const { isBusy, waitMs, reason } =
        outcome.is === 'failed' ? outcome : { isBusy: false, waitMs: 0, reason: fault ?? '' };
      this.#lastFault = `${describe(next)}: ${reason}`;
      if (isBusy) await this.#waitForServer(waitMs);
      else await this.#fail(next);
    }
  }

  /** Keeps an answer and adds what follows from it; gives the reason where the declaration cannot read it. */
  #keep(next: Next, { answer, hash }: Outcome & { readonly is: 'answered' }, askedAt: string): string | undefined {
    const { crawl, state, files } = this.#options;
    const { progress } = state;
    const { status, question } = answer;
    const kept = crawl.redact === undefined ? answer : answerOf(question, status, crawl.redact(answer));
    let following: Parameters<Questions['add']>[0][] = [];
    let isKept = true;
    const fault = fieldFaultOf(() => {
      following = [...(crawl.follow?.(kept) ?? [])];
      isKept = crawl.keep?.(kept) ?? true;
      const total = crawl.total?.(kept);
      if (total !== undefined) progress.total = total;
      return undefined;
    });
    if (fault !== undefined) return fault;
    const place = isKept
      ? files.add({ ...this.#lineOf(next, askedAt), status, body: kept.body })
      : { file: 0, line: 0 };
    progress.answered++;
    state.setAnswer(next.id, { round: progress.round, isNone: false, ...place });
    state.remove(next.id);
    this.#questions.answered(next, false);
    for (const one of following) this.#questions.add(one, hash);
    return undefined;
  }

  #lineOf({ id, question }: Next, askedAt: string): Omit<AnswerLine, 'status'> {
    const { url } = this.#options.crawl.request(question);
    const { data } = question;
    return { question: id, asked_at: askedAt, url, ...(data !== undefined && { data: { ...data } }) };
  }

  #keepNone(next: Next, status: number, askedAt: string): void {
    const { state, files } = this.#options;
    const { progress } = state;
    const place = files.add({ ...this.#lineOf(next, askedAt), status });
    progress.none++;
    state.setAnswer(next.id, { round: progress.round, isNone: true, ...place });
    state.remove(next.id);
    this.#questions.answered(next, true);
  }

  /** A server that refuses one question may answer others; one that refuses several in a row refuses us. */
  #refuse(next: Next, reason: string): void {
    const { state, client } = this.#options;
    state.progress.refused++;
    this.#lastFault = `${describe(next)}: ${reason}`;
    this.#postpone(next, TRIES_MAX, undefined);
    if (++this.#refusals >= client.limits.crawlRefusals)
      this.reason = `${this.#refusals} refusals in a row: ${this.#lastFault}`;
  }

  async #fail(next: Next): Promise<void> {
    const { client } = this.#options;
    const { firstWaitMs, crawlFailures } = client.limits;
    const tries = next.tries + 1;
    this.#postpone(next, tries, Date.now() + firstWaitMs * 4 ** (tries - 1));
    const row = ++this.#failures;
    if (tries === 1) client.say(`Asking again later: ${this.#lastFault}`);
    if (row >= crawlFailures) this.reason = `${row} failures in a row: ${this.#lastFault}`;
    // One question may fail by itself. More in a row are a server in trouble.
    else if (row > 2) await this.#wait(firstWaitMs * Math.min(2 ** (row - 3), BACKOFF_MAX));
  }

  #postpone(next: Next, tries: number, untilMs: number | undefined): void {
    const { state, client } = this.#options;
    if (tries < TRIES_MAX) return state.postpone(next.id, tries, next.runs, untilMs);
    const runs = next.runs + 1;
    if (next.question.leaf !== true || runs < RUNS_MAX) return state.postpone(next.id, tries, runs, undefined);
    state.giveUp(next);
    state.progress.givenUp++;
    client.say(`Given up after ${RUNS_MAX} runs, until the next round: ${this.#lastFault}`);
  }

  /** Waits as long as a busy server asks for, or longer each time. */
  async #waitForServer(askedMs: number): Promise<void> {
    const { client, endMs } = this.#options;
    const row = ++this.#busy;
    const waitMs = Math.max(askedMs, client.limits.firstWaitMs * Math.min(2 ** (row + 3), BACKOFF_MAX));
    const isTooLong = waitMs > BUSY_MS_MAX || Date.now() + waitMs > endMs;
    if (isTooLong || row > BUSY_ROW_MAX) {
      const how = isTooLong ? `asks to wait ${Math.ceil(waitMs / 1000)} s` : `was busy ${row} times in a row`;
      this.reason = `the server ${how}: ${this.#lastFault}`;
      return;
    }
    client.say(`Waiting ${Math.ceil(waitMs / 1000)} s: ${this.#lastFault}`);
    await this.#wait(waitMs);
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.#options.client;
    if (ms > SHORT_WAIT_MS) await this.#commit();
    if (ms > 0) await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  #progress(): CrawlProgress {
    const { state } = this.#options;
    const { answered, none, total } = state.progress;
    const done = answered + none;
    const known = state.left;
    const isKnown = total !== undefined || !state.isOpenEnded;
    const left = isKnown ? Math.max(known, (total ?? 0) - done) : undefined;
    const eachMs = Math.max(this.#intervalMs, (Date.now() - this.#startedMs) / Math.max(1, this.#asked));
    return present<CrawlProgress>({ answered: done, left, leftMs: left && left * eachMs });
  }

  async #commitIfDue(): Promise<void> {
    const { files, client } = this.#options;
    const isFull = files.gatheredChars >= GATHERED_CHARS_MAX || files.gatheredLines >= GATHERED_LINES_MAX;
    if (isFull || Date.now() - this.#committedMs >= client.limits.crawlGatherMs) await this.#commit();
  }

  async #commit(): Promise<void> {
    const { files, record } = this.#options;
    await files.commit();
    this.#committedMs = Date.now();
    if (this.#committedMs - this.#recordedMs < RECORD_MS) return;
    this.#recordedMs = this.#committedMs;
    await record();
  }
}

function describe({ id }: Next): string {
  return `question "${id}"`;
}
