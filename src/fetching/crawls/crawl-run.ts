import { setTimeout as wait } from 'node:timers/promises';
import { present, type Crawl, type ResponseLine } from '../../importer/index.ts';
import { backoffMs, counted } from '../../model/index.ts';
import type { HttpClient } from '../http.ts';
import type { ResponseFiles } from './response-files.ts';
import { catchFieldFault, createResponse, failed, sendRequest, type Outcome } from './send-request.ts';
import { RequestQueue, type Next } from './request-queue.ts';
import type { CrawlState } from './crawl-state.ts';

/** Maximum number of failed attempts per request in one run. */
const TRIES_MAX = 5;
/** Maximum number of runs that may fail to get a leaf before the leaf is given up. */
const RUNS_MAX = 3;

/** Gathered responses are written before any wait that is longer than this. */
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
  /** The round has ended: no request is left. */
  | 'whole'
  /** Every request was sent; the next run repeats those that failed. */
  | 'asked'
  | 'time'
  | 'quota'
  /** The server failed, refused or requested a long wait. */
  | 'stopped';

export interface CrawlProgress {
  readonly answered: number;
  /** Number of pending requests; absent if unknown. */
  readonly left?: number;
  readonly leftMs?: number;
}

export interface RunOptions {
  readonly crawl: Crawl;
  readonly state: CrawlState;
  readonly files: ResponseFiles;
  readonly client: HttpClient;
  /** When the run must end, by `performance.now`, which no change of the clock affects. */
  readonly endMs: number;
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined;
  /** Writes the status file beside the responses. */
  readonly record: () => Promise<void>;
}

/** One run of a crawl: sends one request after another until no request is left or the run must end. */
export class CrawlRun {
  readonly #options: RunOptions;
  readonly #queue: RequestQueue;
  readonly #intervalMs: number;
  readonly #startedMs = performance.now();
  #sent = 0;
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
    this.#queue = new RequestQueue(options.state);
    this.#intervalMs = 60_000 / options.crawl.perMinute;
  }

  async run(): Promise<Ended> {
    const { client, state } = this.#options;
    try {
      const ended = await this.#untilEnd();
      await this.#commit();
      return ended;
    } catch (error) {
      // Responses that arrived before an interruption are kept.
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
      const next = this.#queue.next(performance.now());
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
      const requestedAt = new Date(Math.max(Date.now(), state.progress.lastAskedMs));
      const outcome = await sendRequest(crawl, next.request, next.before, client);
      state.progress.lastAskedMs = requestedAt.getTime();
      await this.#take(next, outcome, requestedAt.toISOString());
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
  async #take(next: Next, received: Outcome, requestedAt: string): Promise<void> {
    const { state, onProgress } = this.#options;
    const { progress } = state;
    this.#sent++;
    progress.asked++;
    const outcome = received.is === 'answered' ? this.#keep(next, received, requestedAt) : received;
    if (outcome.is === 'refused') return this.#refuse(next, outcome.reason);
    if (outcome.is === 'failed') {
      progress.failed++;
      this.#lastFault = `request "${next.id}": ${outcome.reason}`;
      return outcome.isBusy ? this.#waitForServer(outcome.waitMs) : this.#fail(next);
    }
    if (outcome.is === 'none') {
      this.#store(next, requestedAt, { status: outcome.status }, true);
      progress.none++;
    }
    this.#failures = this.#refusals = this.#busy = 0;
    onProgress?.(this.#progress());
  }

  /** Stores a response and adds the requests that follow from it. A response that the declaration cannot read counts as failed. */
  #keep(next: Next, outcome: Outcome & { readonly is: 'answered' }, requestedAt: string): Outcome {
    const { crawl, state } = this.#options;
    const { response, hash } = outcome;
    const { status } = response;
    const kept = crawl.redact === undefined ? response : createResponse(next.request, status, crawl.redact(response));
    const fault = catchFieldFault(() => {
      const following = [...(crawl.follow?.(kept) ?? [])];
      const isKept = crawl.keep?.(kept) ?? true;
      this.#store(next, requestedAt, isKept ? { status, body: kept.body } : undefined, false);
      state.progress.answered++;
      for (const one of following) this.#queue.add(one, hash);
      return undefined;
    });
    return fault === undefined ? outcome : failed(fault);
  }

  /** Marks a request as answered, and adds its response to the files if the response is kept. */
  #store(
    next: Next,
    requestedAt: string,
    kept: Pick<ResponseLine, 'status' | 'body'> | undefined,
    isNone: boolean,
  ): void {
    const { crawl, state, files } = this.#options;
    const { id, request } = next;
    const { data } = request;
    const { url } = crawl.toHttpRequest(request);
    const line = { question: id, asked_at: requestedAt, url, ...(data !== undefined && { data: { ...data } }) };
    const place = kept === undefined ? { file: 0, line: 0 } : files.add({ ...line, ...kept });
    state.setResponse(id, { round: state.progress.round, isNone, ...place });
    state.remove(id);
    this.#queue.advance(next, isNone);
  }

  /** Handles a refusal. A server that refuses one request may answer other requests; several refusals in a row end the run. */
  #refuse(next: Next, reason: string): void {
    const { state, client } = this.#options;
    state.progress.refused++;
    this.#lastFault = `request "${next.id}": ${reason}`;
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
    // A single request may fail. Several failures in a row mean that the server has a problem.
    else if (row > 2) await this.#wait(backoffMs(row - 2, { firstMs: firstWaitMs, maxMs: firstWaitMs * BACKOFF_MAX }));
  }

  #postpone(next: Next, tries: number, untilMs: number | undefined): void {
    const { state, client } = this.#options;
    if (tries < TRIES_MAX) return state.postpone(next.id, tries, next.runs, untilMs);
    const runs = next.runs + 1;
    if (next.request.leaf !== true || runs < RUNS_MAX) return state.postpone(next.id, tries, runs, undefined);
    state.remove(next.id);
    state.progress.postponed.push(next.request);
    state.progress.givenUp++;
    client.say(`Given up after ${RUNS_MAX} runs, until the next round: ${this.#lastFault}`);
  }

  /** Waits for the time that a busy server requests, or for the backoff if that is longer. */
  async #waitForServer(requestedMs: number): Promise<void> {
    const { client, endMs } = this.#options;
    const row = ++this.#busy;
    const { firstWaitMs } = client.limits;
    const backoff = { firstMs: firstWaitMs * BUSY_FACTOR, maxMs: firstWaitMs * BACKOFF_MAX };
    const waitMs = Math.max(requestedMs, backoffMs(row, backoff));
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
    const eachMs = Math.max(this.#intervalMs, (performance.now() - this.#startedMs) / Math.max(1, this.#sent));
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
