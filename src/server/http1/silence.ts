import type { Socket } from 'node:net';

/** Limits on the silence of clients. Checks are made once a second. */
export interface SilenceLimits {
  /** Maximum number of checks until a request has arrived completely. */
  readonly firstChecks: () => number;
  readonly nextChecks: number;
  readonly stalledMs: () => number;
}

/**
 * Ends connections of silent clients. Checking all connections once a second costs less than a timer for each connection that every request
 * resets. Only a response that waits to be taken has a timer, which every byte that the system accepts resets.
 */
export class Silence {
  readonly #socket: Socket;
  readonly #limits: SilenceLimits;
  #checksLeft: number;
  #isTimed = false;
  #arrivingChecks = 0;

  constructor(socket: Socket, limits: SilenceLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#checksLeft = limits.firstChecks();
    socket.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  }

  /** Starts the wait for the next request. */
  restart(): void {
    this.#checksLeft = this.#limits.nextChecks;
  }

  /** Whether a request has been arriving for too long. Call it once a second. */
  isLate(isArriving: boolean): boolean {
    this.#arrivingChecks = isArriving ? this.#arrivingChecks + 1 : 0;
    return this.#arrivingChecks >= this.#limits.firstChecks();
  }

  /**
   * Whether the client has been silent for too long. A client that waits for a response, or takes one, is not silent. Call it once a
   * second.
   */
  isOver(isWaiting: boolean): boolean {
    const isSending = this.#socket.writableLength > 0;
    if (isSending !== this.#isTimed) {
      this.#isTimed = isSending;
      this.#socket.setTimeout(isSending ? this.#limits.stalledMs() : 0);
    }
    if (isSending) this.restart();
    return !isSending && !isWaiting && --this.#checksLeft <= 0;
  }
}
