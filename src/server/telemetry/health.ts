import { BackendError, type Backend } from '../../backend/index.ts';
import type { DataFacts } from '../../model/index.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from './metrics.ts';

export interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/** The response of `/livez`: it shows that the event loop runs. */
export const LIVE: ProbeAnswer = { status: 200, body: { status: 'live' } };

/** Returns more fields of the body of `/readyz`. */
type ReadinessReport = (metrics: Metrics) => object | undefined;

/** Whether this worker should get requests: not while it starts or stops, or without data. */
export class Health {
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  readonly #report: ReadinessReport;
  #backend: Backend | undefined;
  #isStopping = false;

  constructor(metrics: Metrics, clock: Clock, report: ReadinessReport = () => undefined) {
    this.#metrics = metrics;
    this.#clock = clock;
    this.#report = report;
  }

  /** Notes that the data is open: from now on requests can be answered. */
  serve(backend: Backend): void {
    this.#backend = backend;
    void this.reportAlive();
  }

  /**
   * Reports that this worker is alive, and the generation that it serves, if any. Never rejects, because timers call it. Probes report an
   * unforeseen fault: they call {@linkcode facts}.
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

  async readiness(): Promise<ProbeAnswer> {
    const { workers, workersWanted } = this.#metrics;
    const common = { workers: workers.length, workers_wanted: workersWanted };
    const { facts, reason } = await this.#look();
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
    const more = this.#report(this.#metrics);
    const body = { status, ...(reason !== undefined && { reason }), ...data, ...common, ...more };
    return { status: status === 'ready' ? 200 : 503, body };
  }

  /** Returns the facts of the served data; undefined before there is any, and while it is not available. */
  async facts(): Promise<DataFacts | undefined> {
    return (await this.#look()).facts;
  }

  async #look(): Promise<{ readonly facts: DataFacts | undefined; readonly reason?: string | undefined }> {
    try {
      return { facts: await this.#backend?.facts() };
    } catch (error) {
      // The service is not ready.
      if (error instanceof BackendError) return { facts: undefined, reason: error.publicReason };
      throw error;
    }
  }

  today(): string {
    return new Date(this.#clock.wallMs()).toISOString().slice(0, 10);
  }

  /** Returns the seconds since the newest of some dates; undefined without a date. */
  secondsSince(...dates: readonly (string | undefined)[]): number | undefined {
    const last = dates
      .filter((date) => date !== undefined)
      .toSorted()
      .at(-1);
    return last === undefined ? undefined : Math.max(0, Math.round((this.#clock.wallMs() - Date.parse(last)) / 1000));
  }
}
