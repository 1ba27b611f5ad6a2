import { BackendError } from '../backend.ts';

interface Waiter {
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout;
}

/** At most so many run at a time; the others wait in order, not too many and not too long. */
export class Permits {
  readonly #waitersMax: number;
  readonly #waitMs: number;
  #left: number;
  readonly #waiters = new Set<Waiter>();

  constructor(count: number, waitersMax: number, waitMs: number) {
    this.#left = count;
    this.#waitersMax = waitersMax;
    this.#waitMs = waitMs;
  }

  /** Runs work when its turn comes. Rejects with a BackendError `busy` where it would wait too long. */
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
        `All connections to the database are in use, and ${this.#waitersMax} requests wait`,
      );
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        admit: resolve,
        timer: setTimeout(() => {
          this.#waiters.delete(waiter);
          reject(new BackendError('busy', `No connection to the database was free within ${this.#waitMs} ms`));
        }, this.#waitMs),
      };
      this.#waiters.add(waiter);
    });
  }

  #release(): void {
    const [next] = this.#waiters;
    if (next === undefined) {
      this.#left++;
      return;
    }
    this.#waiters.delete(next);
    clearTimeout(next.timer);
    next.admit();
  }
}
