import type { Socket } from 'node:net';
import { KEEP_ALIVE_SECONDS } from '../header-template.ts';

/** Milliseconds between checks of connections for late requests and for idleness. */
export const CHECK_INTERVAL_MS = 1_000;
const NEXT_CHECKS = countChecks(KEEP_ALIVE_SECONDS * 1000);

interface IdleLimits {
  /** Maximum time until a request has arrived completely. */
  readonly requestMs: number;
  /** Maximum time in which a client takes no byte of a response. */
  readonly stalledMs: number;
}

/**
 * Ends connections of silent clients. Checking all connections once a second costs less than a timer for each connection that every request
 * resets. Only a response that waits to be taken has a timer, which every byte that the system accepts resets.
 */
export class IdleTimeout {
  readonly #socket: Socket;
  readonly #limits: IdleLimits;
  #checksLeft: number;
  #isTimed = false;
  #arrivingChecks = 0;

  constructor(socket: Socket, limits: IdleLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#checksLeft = countChecks(limits.requestMs);
    socket.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  }

  /** Starts the wait for the next request. */
  restart(): void {
    this.#checksLeft = NEXT_CHECKS;
  }

  /** Whether a request has been arriving for too long. Call it once a second. */
  isLate(isArriving: boolean): boolean {
    this.#arrivingChecks = isArriving ? this.#arrivingChecks + 1 : 0;
    return this.#arrivingChecks >= countChecks(this.#limits.requestMs);
  }

  /**
   * Whether the client has been silent for too long. A client that waits for a response, or takes one, is not silent. Call it once a
   * second.
   */
  isOver(isWaiting: boolean): boolean {
    const isSending = this.#socket.writableLength > 0;
    if (isSending !== this.#isTimed) {
      this.#isTimed = isSending;
      this.#socket.setTimeout(isSending ? this.#limits.stalledMs : 0);
    }
    if (isSending) this.restart();
    return !isSending && !isWaiting && --this.#checksLeft <= 0;
  }
}

/** Returns the number of checks after which at least `ms` have passed; the first check may come at once. */
function countChecks(ms: number): number {
  return 1 + Math.ceil(ms / CHECK_INTERVAL_MS);
}
