import { BackendError, type Backend } from '../../backend/index.ts';
import type { DataFacts } from '../../model/index.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from './metrics.ts';

/** The response to a probe: a status, and a body as JSON. */
export interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/** The response of `/livez`: it shows that the event loop runs. */
export const LIVE: ProbeAnswer = { status: 200, body: { status: 'live' } };

/** Whether this worker should get requests: not while it starts or stops, or without data. */
export class Health {
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  #backend: Backend | undefined;
  #isStopping = false;

  constructor(metrics: Metrics, clock: Clock) {
    this.#metrics = metrics;
    this.#clock = clock;
  }

  /** Notes that the data is open: from now on requests can be answered. */
  serve(backend: Backend): void {
    this.#backend = backend;
    void this.reportAlive();
  }

  /**
   * Reports that this worker is alive, and the generation that it serves, if any. It never rejects, because timers call it. Probes report
   * an unforeseen fault: they call {@linkcode facts}.
   */
  async reportAlive(): Promise<void> {
    const facts = await this.facts().catch(() => undefined);
    this.#metrics.markAlive(facts?.generation);
  }

  /** Notes that the service stops: no more requests should arrive, and the data may be closed. */
  stop(): void {
    this.#isStopping = true;
    this.#backend = undefined;
  }

  /** The response of `/readyz`. */
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

  /** The data that is served now; undefined if there is none yet, or it is not available. */
  async facts(): Promise<DataFacts | undefined> {
    try {
      return await this.#backend?.facts();
    } catch (error) {
      // Then the service is not ready.
      if (error instanceof BackendError) return undefined;
      throw error;
    }
  }

  /** Today in UTC. */
  today(): string {
    return new Date(this.#clock.wallMs()).toISOString().slice(0, 10);
  }

  /** Seconds since the newest of some dates; undefined if there is none. */
  secondsSince(...dates: readonly (string | undefined)[]): number | undefined {
    const last = dates
      .filter((date) => date !== undefined)
      .toSorted()
      .at(-1);
    return last === undefined ? undefined : Math.max(0, Math.round((this.#clock.wallMs() - Date.parse(last)) / 1000));
  }
}
