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
  #left: number;
  /** The functions that admit the waiting tasks, the oldest first, and the timers of their waiting times. */
  readonly #waiters = new Map<() => void, NodeJS.Timeout>();

  /** @param service the name of the data service in messages, such as `the database` */
  constructor(service: string, { connectionsMax, deadlineMs }: ConnectionOptions) {
    this.#service = service;
    this.#left = connectionsMax;
    this.#waitersMax = connectionsMax * WAITERS_PER_CONNECTION;
    this.#waitMs = deadlineMs;
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
