import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ProblemError } from '../problems/problem-error.ts';
import type { LabelValue } from '../telemetry/catalog.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** How much work one worker takes on before it sheds requests. */
export interface LoadBounds {
  /** The mean delay of the event loop, in milliseconds, from which on a share of the requests is shed. */
  readonly eventLoopDelayMsMax: number;
  /** The most requests that wait for an answer of the backend, or for a document to be compressed. */
  readonly inFlightMax: number;
  /** How long a request may wait, in seconds. */
  readonly deadlineSeconds: number;
}

/**
 * With these values normal full load is never shed: with 1,000 busy connections one turn of the event loop takes about 50 ms.
 * After 500 ms a person who types no longer needs the answer. 1,000 waiting requests hold about 10 MB. People wait about 10 s.
 */
export const LOAD_BOUNDS: LoadBounds = { eventLoopDelayMsMax: 500, inFlightMax: 1000, deadlineSeconds: 10 };

/** Why a request was shed. */
type ShedReason = LabelValue<'shed'>;

/** The delay is the mean over at least so long, and of so many samples, without the largest: one pause sheds nothing. */
const WINDOW_MS = 1000;
const SAMPLES_MIN = 5;
/** How often the delay is sampled. The samples are taken outside of JavaScript. */
const RESOLUTION_MS = 20;
/** So few requests are admitted at least, so that the share can recover as soon as the cause is gone. */
const SHARE_MIN = 0.05;
/** How fast the share recovers: at once, and the delay would be back with it. */
const GROWTH_MAX = 2;
/** `Retry-After` is spread over so many seconds, so that clients who were shed together do not return together. */
const RETRY_SPREAD_SECONDS = 4;

/**
 * Sheds load: refuses requests before any work is done for them, and answers those that wait too long. The delay of the event loop is
 * what every request waits for besides its own work, so a share of the requests that follows from it is admitted: at twice the bound
 * half of them, evenly spread. That keeps the delay at the bound and the processor at work. Each worker has its own event loop and
 * sheds by itself.
 */
export class LoadShedder {
  readonly #metrics: Metrics;
  readonly #bounds: LoadBounds;
  #refused = 0;
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  #windowEndMs = Infinity;
  /** The share of requests that is admitted. */
  #share = 1;
  /** The sum of the shares since the last admitted request. */
  #credit = 1;
  #inFlight = 0;

  constructor(metrics: Metrics, bounds: LoadBounds = LOAD_BOUNDS) {
    this.#metrics = metrics;
    this.#bounds = bounds;
  }

  /** Watches the event loop of this thread from now on. */
  start(): void {
    this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#delay.enable();
    this.#windowEndMs = 0;
  }

  stop(): void {
    this.#delay?.disable();
    this.#delay = undefined;
    this.#windowEndMs = Infinity;
    this.#share = 1;
  }

  /** Throws `upstream_busy` for a request, by the monotonic clock, that must not be handled now. */
  admit(nowMs: number): void {
    if (this.#inFlight >= this.#bounds.inFlightMax) {
      throw this.#refusal('in_flight', 'Too many requests wait for an answer at this moment');
    }
    if (nowMs >= this.#windowEndMs) this.#endWindow(nowMs);
    if (this.#share === 1) return;
    this.#credit += this.#share;
    if (this.#credit < 1) throw this.#refusal('event_loop_delay', 'More requests arrive than can be answered in time');
    this.#credit -= 1;
  }

  /**
   * Watches a request that waits. `onLate` is called where it waits past the deadline, `onFault` with its error where it ends before.
   * The request counts as waiting until `done` settles, even when it was answered: a backend that hangs gets no more than the bound.
   */
  watch(done: Promise<void>, onLate: (problem: ProblemError) => void, onFault: (error: unknown) => void): void {
    this.#metrics.set('waitingRequests', ++this.#inFlight);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      onLate(this.#refusal('deadline', `The answer took longer than ${this.#bounds.deadlineSeconds} seconds`));
    }, this.#bounds.deadlineSeconds * 1000);
    const end = (): void => {
      clearTimeout(timer);
      this.#metrics.set('waitingRequests', --this.#inFlight);
    };
    done.then(end, (error: unknown) => {
      end();
      if (!isLate) onFault(error);
    });
  }

  /** Sets the share by the delay since the last window began. */
  #endWindow(nowMs: number): void {
    if (this.#delay === undefined) return;
    const isFirst = this.#windowEndMs === 0;
    const { count, mean, max } = this.#delay;
    if (!isFirst && count < SAMPLES_MIN) return;
    this.#windowEndMs = nowMs + WINDOW_MS;
    // What the start of the service cost says nothing about its load.
    const delayMs = isFirst ? 1 : Math.max(1, (mean * count - max) / (count - 1) / 1e6 - RESOLUTION_MS);
    this.#delay.reset();
    const wanted = this.#share * Math.min(GROWTH_MAX, this.#bounds.eventLoopDelayMsMax / delayMs);
    this.#share = Math.min(1, Math.max(SHARE_MIN, wanted));
  }

  #refusal(reason: ShedReason, detail: string): ProblemError {
    this.#metrics.addOf('shed', reason);
    const retryAfterSeconds = 1 + (this.#refused++ % RETRY_SPREAD_SECONDS);
    return new ProblemError('upstream_busy', detail, { retryAfterSeconds });
  }
}
