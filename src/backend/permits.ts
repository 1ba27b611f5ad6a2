import { BackendError } from './backend.ts';

/** Limits on the requests that a worker has in progress at a data service. */
export interface ConnectionOptions {
  readonly connectionsMax: number;
  /** Maximum time that a request waits for a connection, and then for a response. */
  readonly deadlineMs: number;
}

/** Maximum number of waiting requests for each connection: more could not be answered in time. */
const WAITERS_PER_CONNECTION = 32;

/** Runs a bounded number of tasks at a time. The others wait in order; their number and their waiting time are bounded. */
export class Permits {
  readonly #service: string;
  readonly #waitersMax: number;
  readonly #waitMs: number;
  readonly #max: number;
  #left: number;
  /** The functions that admit the waiting tasks, the oldest first, and the timers of their waiting times. */
  readonly #waiters = new Map<() => void, NodeJS.Timeout>();

  /** @param service the name of the data service in messages, such as `the database` */
  constructor(service: string, { connectionsMax, deadlineMs }: ConnectionOptions) {
    this.#service = service;
    this.#max = connectionsMax;
    this.#left = connectionsMax;
    this.#waitersMax = connectionsMax * WAITERS_PER_CONNECTION;
    this.#waitMs = deadlineMs;
  }

  get isIdle(): boolean {
    return this.#left === this.#max;
  }

  /** Runs work when its turn comes. Rejects with a BackendError `busy` if the work would wait too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left > 0) this.#left--;
    else await this.#turn();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiters.size >= this.#waitersMax)
      throw new BackendError(
        'busy',
        `All connections to ${this.#service} are in use, and ${this.#waitersMax} requests wait`,
      );
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(resolve);
        reject(new BackendError('busy', `No connection to ${this.#service} was free within ${this.#waitMs} ms`));
      }, this.#waitMs);
      this.#waiters.set(resolve, timer);
    });
  }

  #release(): void {
    const [next] = this.#waiters;
    if (next === undefined) {
      this.#left++;
      return;
    }
    const [admit, timer] = next;
    this.#waiters.delete(admit);
    clearTimeout(timer);
    admit();
  }
}

/** Maximum share of the connections that one client may use at a time, or wait for. */
const CLIENT_SHARE = 1 / 8;

/** Permits of which no client gets more than its share: its further requests wait in a queue of their own. */
export class FairPermits {
  readonly #service: string;
  readonly #options: ConnectionOptions;
  readonly #all: Permits;
  readonly #byClient = new Map<string, Permits>();

  constructor(service: string, options: ConnectionOptions) {
    this.#service = service;
    this.#all = new Permits(service, options);
    const connectionsMax = Math.max(1, Math.floor(options.connectionsMax * CLIENT_SHARE));
    this.#options = { ...options, connectionsMax };
  }

  /** Runs work when its turn comes, as {@linkcode Permits.run}. @param client undefined for a single call, which has no queue of its own */
  async run<T>(client: string | undefined, work: () => Promise<T>): Promise<T> {
    if (client === undefined) return await this.#all.run(work);
    const permits = this.#byClient.get(client) ?? new Permits(this.#service, this.#options);
    this.#byClient.set(client, permits);
    try {
      return await permits.run(async () => await this.#all.run(work));
    } finally {
      if (permits.isIdle) this.#byClient.delete(client);
    }
  }
}
