import { setTimeout as wait } from 'node:timers/promises';
import { present, type AnswerLine, type Crawl } from '../../importer/index.ts';
import { backoffMs, counted } from '../../model/index.ts';
import type { HttpClient } from '../http.ts';
import type { AnswerFiles } from './answer-files.ts';
import { answerOf, ask, failed, fieldFaultOf, type Outcome } from './ask.ts';
import { Questions, type Next } from './questions.ts';
import type { CrawlState } from './crawl-state.ts';

/** Maximum number of failed attempts per question in one run. */
const TRIES_MAX = 5;
/** Maximum number of runs that may fail to get a leaf before the leaf is given up. */
const RUNS_MAX = 3;

/** Gathered answers are written before any wait that is longer than this. */
const SHORT_WAIT_MS = 5000;

/** Longest accepted wait that a server requests. A request for a longer wait ends the run. */
const BUSY_MS_MAX = 60 * 60_000;
const BUSY_ROW_MAX = 10;
/** Factor by which the first wait is longer if the server is busy than if it failed. */
const BUSY_FACTOR = 16;

/** The longest wait before the next attempt, as a multiple of the first one. */
const BACKOFF_MAX = 256;

/** Interval at which the status file is updated, so that imports see the progress of the crawl. */
const RECORD_MS = 60_000;

export type Ended =
  /** The round has ended: no question is left. */
  | 'whole'
  /** Every question was requested; the next run repeats those that failed. */
  | 'asked'
  | 'time'
  | 'quota'
  /** The server failed, refused or requested a long wait. */
  | 'stopped';

export interface CrawlProgress {
  readonly answered: number;
  /** Number of pending questions; absent if unknown. */
  readonly left?: number;
  readonly leftMs?: number;
}

export interface RunOptions {
  readonly crawl: Crawl;
  readonly state: CrawlState;
  readonly files: AnswerFiles;
  readonly client: HttpClient;
  /** When the run must end, by `performance.now`, which no change of the clock affects. */
  readonly endMs: number;
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined;
  /** Writes the status file beside the answers. */
  readonly record: () => Promise<void>;
}

/** One run of a crawl: sends one request after another until no question is left or the run must end. */
export class CrawlRun {
  readonly #options: RunOptions;
  readonly #questions: Questions;
  readonly #intervalMs: number;
  readonly #startedMs = performance.now();
  #asked = 0;
  #committedMs = performance.now();
  #recordedMs = performance.now();
  /** Number of consecutive failures, of consecutive refusals, and of consecutive busy responses. */
  #failures = 0;
  #refusals = 0;
  #busy = 0;
  #lastFault = '';
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
      // Answers that arrived before an interruption are kept.
      if (client.signal.aborted) await this.#commit();
      throw error;
    } finally {
      state.progress.isRunning = false;
    }
  }

  async #untilEnd(): Promise<Ended> {
    const { crawl, state, files, client, endMs } = this.#options;
    for (;;) {
      client.signal.throwIfAborted();
      if (this.reason !== undefined) return 'stopped';
      const next = this.#questions.next(performance.now());
      if (next === undefined) {
        const dueMs = state.nextDueMs();
        if (dueMs === undefined) return this.#nothingLeft();
        if (dueMs > endMs) return 'time';
        await this.#wait(dueMs - performance.now());
        continue;
      }
      if (performance.now() + this.#intervalMs > endMs) return 'time';
      if (this.#usesQuota()) return 'quota';
      await client.pause(this.#intervalMs);
      const askedAt = new Date(Math.max(Date.now(), state.progress.lastAskedMs));
      const outcome = await ask(crawl, next.question, next.before, client);
      state.progress.lastAskedMs = askedAt.getTime();
      await this.#take(next, outcome, askedAt.toISOString());
      if (files.isFull || performance.now() - this.#committedMs >= client.limits.crawlGatherMs) await this.#commit();
    }
  }

  #nothingLeft(): Ended {
    const { state } = this.#options;
    if (state.left === 0) return 'whole';
    if (!state.hasNeeded()) return 'asked';
    this.reason = this.#lastFault;
    return 'stopped';
  }

  /** Counts a request against the daily quota. Returns whether the quota is used up. */
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

  /** Updates the state with the outcome of a request. */
  async #take(next: Next, received: Outcome, askedAt: string): Promise<void> {
    const { state, onProgress } = this.#options;
    const { progress } = state;
    this.#asked++;
    progress.asked++;
    const outcome = received.is === 'answered' ? this.#keep(next, received, askedAt) : received;
    if (outcome.is === 'refused') return this.#refuse(next, outcome.reason);
    if (outcome.is === 'failed') {
      progress.failed++;
      this.#lastFault = `question "${next.id}": ${outcome.reason}`;
      return outcome.isBusy ? this.#waitForServer(outcome.waitMs) : this.#fail(next);
    }
    if (outcome.is === 'none') {
      this.#store(next, askedAt, { status: outcome.status }, true);
      progress.none++;
    }
    this.#failures = this.#refusals = this.#busy = 0;
    onProgress?.(this.#progress());
  }

  /** Stores an answer and adds the questions that follow from it. An answer that the declaration cannot read counts as failed. */
  #keep(next: Next, outcome: Outcome & { readonly is: 'answered' }, askedAt: string): Outcome {
    const { crawl, state } = this.#options;
    const { answer, hash } = outcome;
    const { status } = answer;
    const kept = crawl.redact === undefined ? answer : answerOf(next.question, status, crawl.redact(answer));
    const fault = fieldFaultOf(() => {
      const following = [...(crawl.follow?.(kept) ?? [])];
      const isKept = crawl.keep?.(kept) ?? true;
      this.#store(next, askedAt, isKept ? { status, body: kept.body } : undefined, false);
      state.progress.answered++;
      for (const one of following) this.#questions.add(one, hash);
      return undefined;
    });
    return fault === undefined ? outcome : failed(fault);
  }

  /** Marks a question as answered, and adds its answer to the files if the answer is kept. */
  #store(next: Next, askedAt: string, kept: Pick<AnswerLine, 'status' | 'body'> | undefined, isNone: boolean): void {
    const { crawl, state, files } = this.#options;
    const { id, question } = next;
    const { data } = question;
    const { url } = crawl.request(question);
    const line = { question: id, asked_at: askedAt, url, ...(data !== undefined && { data: { ...data } }) };
    const place = kept === undefined ? { file: 0, line: 0 } : files.add({ ...line, ...kept });
    state.setAnswer(id, { round: state.progress.round, isNone, ...place });
    state.remove(id);
    this.#questions.answered(next, isNone);
  }

  /** Handles a refusal. A server that refuses one question may answer other questions; several refusals in a row end the run. */
  #refuse(next: Next, reason: string): void {
    const { state, client } = this.#options;
    state.progress.refused++;
    this.#lastFault = `question "${next.id}": ${reason}`;
    this.#postpone(next, TRIES_MAX, undefined);
    if (++this.#refusals >= client.limits.crawlRefusals)
      this.reason = `${counted(this.#refusals, 'refusal')} in a row: ${this.#lastFault}`;
  }

  async #fail(next: Next): Promise<void> {
    const { client } = this.#options;
    const { firstWaitMs, crawlFailures } = client.limits;
    const tries = next.tries + 1;
    this.#postpone(next, tries, performance.now() + backoffMs(tries, { firstMs: firstWaitMs, factor: 4 }));
    const row = ++this.#failures;
    if (tries === 1) client.say(`Trying again later: ${this.#lastFault}`);
    if (row >= crawlFailures) this.reason = `${counted(row, 'failure')} in a row: ${this.#lastFault}`;
    // A single question may fail. Several failures in a row mean that the server has a problem.
    else if (row > 2) await this.#wait(backoffMs(row - 2, { firstMs: firstWaitMs, maxMs: firstWaitMs * BACKOFF_MAX }));
  }

  #postpone(next: Next, tries: number, untilMs: number | undefined): void {
    const { state, client } = this.#options;
    if (tries < TRIES_MAX) return state.postpone(next.id, tries, next.runs, untilMs);
    const runs = next.runs + 1;
    if (next.question.leaf !== true || runs < RUNS_MAX) return state.postpone(next.id, tries, runs, undefined);
    state.remove(next.id);
    state.progress.postponed.push(next.question);
    state.progress.givenUp++;
    client.say(`Given up after ${RUNS_MAX} runs, until the next round: ${this.#lastFault}`);
  }

  /** Waits for the time that a busy server requests, or for the backoff if that is longer. */
  async #waitForServer(askedMs: number): Promise<void> {
    const { client, endMs } = this.#options;
    const row = ++this.#busy;
    const { firstWaitMs } = client.limits;
    const backoff = { firstMs: firstWaitMs * BUSY_FACTOR, maxMs: firstWaitMs * BACKOFF_MAX };
    const waitMs = Math.max(askedMs, backoffMs(row, backoff));
    const isTooLong = waitMs > BUSY_MS_MAX || performance.now() + waitMs > endMs;
    if (isTooLong || row > BUSY_ROW_MAX) {
      const how = isTooLong
        ? `asks to wait ${Math.ceil(waitMs / 1000)} s`
        : `was busy ${counted(row, 'time')} in a row`;
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
    const { answered, none, ranges } = state.progress;
    const left = ranges.some(({ range }) => range.to === undefined) ? undefined : state.left;
    const eachMs = Math.max(this.#intervalMs, (performance.now() - this.#startedMs) / Math.max(1, this.#asked));
    return present<CrawlProgress>({ answered: answered + none, left, leftMs: left && left * eachMs });
  }

  async #commit(): Promise<void> {
    const { files, record } = this.#options;
    await files.commit();
    this.#committedMs = performance.now();
    if (this.#committedMs - this.#recordedMs < RECORD_MS) return;
    this.#recordedMs = this.#committedMs;
    await record();
  }
}
