import { BackendError, type Backend } from '../../backend/index.ts';
import type { DataFacts } from '../../model/index.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from './metrics.ts';

/** What a probe is told: a status, and a body as JSON. */
export interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/** The answer of `/livez`: the event loop that sends it turns, and no more is asked. */
export const LIVE: ProbeAnswer = { status: 200, body: { status: 'live' } };

/** Whether this worker should get requests: not while it starts, while it stops, or without data. */
export class Health {
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  #backend: Backend | undefined;
  #isStopping = false;

  constructor(metrics: Metrics, clock: Clock) {
    this.#metrics = metrics;
    this.#clock = clock;
  }

  /** The data is open: requests can be answered from now on. */
  serve(backend: Backend): void {
    this.#backend = backend;
    void this.reportAlive();
  }

  /**
   * Reports that this worker lives, and the data that it serves: none where the data cannot be had. Nobody waits for it when a timer
   * calls, so it never rejects. An unforeseen fault is told to whoever asks for {@linkcode facts}, as every probe does.
   */
  async reportAlive(): Promise<void> {
    const facts = await this.facts().catch(() => undefined);
    this.#metrics.markAlive(facts?.generation);
  }

  /** The service stops: no more requests should come, and the data may close. */
  stop(): void {
    this.#isStopping = true;
    this.#backend = undefined;
  }

  /** The answer of `/readyz`. */
  async readiness(): Promise<ProbeAnswer> {
    const { workers, workersWanted } = this.#metrics;
    const common = { workers: workers.length, workers_wanted: workersWanted };
    const facts = await this.facts();
    const data = facts && {
      generation: facts.generation,
      data_age_seconds: this.secondsSince(...Object.values(facts.countries ?? {}).map(({ as_of_last: date }) => date)),
    };
    const status = this.#isStopping
      ? 'stopping'
      : this.#backend === undefined
        ? 'starting'
        : facts === undefined
          ? 'without_data'
          : 'ready';
    const follower = this.#follower();
    return { status: status === 'ready' ? 200 : 503, body: { status, ...data, ...common, ...follower } };
  }

  #follower(): object | undefined {
    const following = this.#metrics.following();
    if (following === undefined) return undefined;
    const { counter, checkedSeconds, fault } = following;
    const checked = checkedSeconds > 0 && {
      checked_seconds: Math.max(0, Math.round(this.#clock.wallMs() / 1000 - checkedSeconds)),
    };
    return { follower: { ...(counter > 0 && { counter }), ...checked, ...(fault !== undefined && { fault }) } };
  }

  /** What is served now; undefined before there is data, and where it cannot be had. */
  async facts(): Promise<DataFacts | undefined> {
    try {
      return await this.#backend?.facts();
    } catch (error) {
      // The fault is the answer: not ready.
      if (error instanceof BackendError) return undefined;
      throw error;
    }
  }

  /** Today in UTC. */
  today(): string {
    return new Date(this.#clock.wallMs()).toISOString().slice(0, 10);
  }

  /** Seconds since the newest of some dates; undefined where there is none. */
  secondsSince(...dates: readonly (string | undefined)[]): number | undefined {
    const last = dates
      .filter((date) => date !== undefined)
      .toSorted()
      .at(-1);
    return last === undefined ? undefined : Math.max(0, Math.round((this.#clock.wallMs() - Date.parse(last)) / 1000));
  }
}
