import { ProblemError } from '../../operations/index.ts';
import { EventLoopDelay } from '../telemetry/event-loop-delay.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { LOAD_BOUNDS, type LoadBounds } from './load-bounds.ts';

type ShedReason = 'in_flight' | 'event_loop_delay' | 'deadline';

/** Minimum time over which the mean delay is taken. */
const WINDOW_MS = 1000;
/** Minimum share of admitted requests, so that the share can recover as soon as the cause is gone. */
const SHARE_MIN = 0.05;
/** Maximum factor by which the share grows from one window to the next. If it recovered at once, the delay would return. */
const GROWTH_MAX = 2;
/** Number of seconds over which `Retry-After` is spread, so that clients that were shed together do not return together. */
const RETRY_SPREAD_SECONDS = 4;

/**
 * Sheds load: refuses requests before any work is done for them, and answers requests that wait too long. Every request waits for the delay
 * of the event loop besides its own work, so the delay determines the share of admitted requests: at twice the bound, half of the requests,
 * evenly spread. That keeps the delay at the bound and the processor busy. Each worker sheds by itself, for its own event loop.
 */
export class LoadShedder {
  readonly #metrics: Metrics;
  readonly #bounds: LoadBounds;
  #refused = 0;
  readonly #delay: EventLoopDelay;
  readonly #problems: Readonly<Record<ShedReason, readonly ProblemError[]>>;
  #windowEndMs = Infinity;
  #share = 1;
  /** The sum of the shares since the last admitted request. */
  #credit = 1;
  #inFlight = 0;

  constructor(metrics: Metrics, bounds: LoadBounds = LOAD_BOUNDS) {
    this.#metrics = metrics;
    this.#bounds = bounds;
    this.#delay = new EventLoopDelay(metrics);
    this.#problems = {
      in_flight: spread('Too many requests are waiting at this moment'),
      event_loop_delay: spread('More requests arrive than can be answered in time'),
      deadline: spread(`The answer took longer than ${bounds.deadlineSeconds} seconds`),
    };
  }

  /** Starts to measure the event loop of this thread. */
  start(): void {
    this.#delay.start();
    this.#windowEndMs = 0;
  }

  stop(): void {
    this.#delay.stop();
    this.#windowEndMs = Infinity;
    this.#share = 1;
  }

  /** Returns `upstream_busy` if a request must not be handled now. `nowMs` is from the monotonic clock. */
  admit(nowMs: number): ProblemError | undefined {
    if (this.#inFlight >= this.#bounds.inFlightMax) return this.#refuse('in_flight');
    if (nowMs >= this.#windowEndMs) this.#endWindow(nowMs);
    if (this.#share === 1) return undefined;
    this.#credit += this.#share;
    if (this.#credit < 1) return this.#refuse('event_loop_delay');
    this.#credit -= 1;
    return undefined;
  }

  /**
   * Watches a waiting request. Calls `onLate` when it passes the deadline, or `onFault` if it fails before. The request counts as waiting
   * until `done` settles, even after it was answered: a backend that hangs gets no more requests than the bound.
   */
  watch(done: Promise<void>, onLate: (problem: ProblemError) => void, onFault: (error: unknown) => void): void {
    this.#metrics.setGauge('waitingRequests', ++this.#inFlight);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      onLate(this.#refuse('deadline'));
    }, this.#bounds.deadlineSeconds * 1000);
    const end = (): void => {
      clearTimeout(timer);
      this.#metrics.setGauge('waitingRequests', --this.#inFlight);
    };
    done.then(end, (error: unknown) => {
      end();
      if (!isLate) onFault(error);
    });
  }

  #endWindow(nowMs: number): void {
    // The delay at the start says nothing about the load.
    if (this.#windowEndMs === 0) this.#delay.reset();
    else {
      const delayMs = this.#delay.meanMs;
      if (delayMs === undefined) return;
      this.#delay.reset();
      this.#setShare(delayMs);
    }
    this.#windowEndMs = nowMs + WINDOW_MS;
  }

  #setShare(delayMs: number): void {
    const wanted = this.#share * Math.min(GROWTH_MAX, this.#bounds.eventLoopDelayMsMax / Math.max(1, delayMs));
    this.#share = Math.min(1, Math.max(SHARE_MIN, wanted));
  }

  #refuse(reason: ShedReason): ProblemError {
    this.#metrics.addLabelled('shed', reason);
    const problems = this.#problems[reason];
    return problems[this.#refused++ % problems.length] as ProblemError;
  }
}

/** Makes the problems of a refusal, one for each value of `Retry-After`. */
function spread(detail: string): ProblemError[] {
  return Array.from(
    { length: RETRY_SPREAD_SECONDS },
    (_, i) => new ProblemError('upstream_busy', detail, { retryAfterSeconds: i + 1 }),
  );
}
