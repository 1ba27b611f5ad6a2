import type { ServiceResponse } from '../http.ts';

/** The client no longer waits for the response, so the work stops. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/**
 * The queue of a worker for long work. Each turn of the event loop runs one step, whichever request it belongs to, so that sixty concurrent
 * batches delay other requests no more than one batch does.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #step = (): void => {
    const next = this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(this.#step);
    next?.();
  };

  /**
   * Resolves when the next step of a request may run. Rejects with {@linkcode Abandoned} if the request has been answered, such as after
   * its deadline, or if its client has closed the connection.
   */
  async next(response: ServiceResponse): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#step);
    });
    if (response.isSent || response.isAbandoned) throw new Abandoned('the client no longer waits for the answer');
  }
}
