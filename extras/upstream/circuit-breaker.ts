import { BackendError } from '../../src/backend/backend.ts';

/** So many faults in a row open the circuit: a service that fails now and then is asked on. */
const FAULTS_MAX = 5;
/** The circuit stays open for so long; the pause doubles up to the second while trials fail. */
const FIRST_PAUSE_MS = 1000;
const PAUSE_MS_MAX = 10_000;

/**
 * Keeps requests from a service that does not answer, and from one that has asked for a pause. After a pause one request is let through
 * as a trial, and its end decides for all others.
 */
export class CircuitBreaker {
  readonly #nowMs: () => number;
  readonly #shown: string;
  #faults = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** When the next trial may begin; undefined while the circuit is closed. */
  #openUntilMs: number | undefined;
  #isTrying = false;
  #busyUntilMs = -Infinity;

  constructor(shown: string, nowMs: () => number) {
    this.#shown = shown;
    this.#nowMs = nowMs;
  }

  /** Whether the service counts as away. */
  get isOpen(): boolean {
    return this.#openUntilMs !== undefined;
  }

  /**
   * Refuses a request that must not be sent now.
   * @throws {BackendError}
   */
  refuse(): void {
    const now = this.#nowMs();
    if (now < this.#busyUntilMs)
      throw new BackendError('busy', `The service "${this.#shown}" has asked for a pause`, {
        retryAfterSeconds: (this.#busyUntilMs - now) / 1000,
      });
    if (this.#openUntilMs === undefined) return;
    if (now >= this.#openUntilMs && !this.#isTrying) return;
    throw new BackendError('unavailable', `The service "${this.#shown}" is away, and is not asked for a while`, {
      retryAfterSeconds: Math.max(FIRST_PAUSE_MS, this.#openUntilMs - now) / 1000,
    });
  }

  /**
   * Begins a request, which {@linkcode succeeded} or {@linkcode failed} ends. Returns whether it is the trial.
   * @throws {BackendError} as {@linkcode refuse}
   */
  begin(): boolean {
    this.refuse();
    this.#isTrying = this.isOpen;
    return this.#isTrying;
  }

  /** The service has answered. */
  succeeded(): void {
    this.#faults = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#openUntilMs = undefined;
    this.#isTrying = false;
  }

  /** The service has not answered. */
  failed(wasTrial: boolean): void {
    // What was sent before the circuit opened says nothing new.
    if (this.isOpen && !wasTrial) return;
    if (wasTrial) this.#pauseMs = Math.min(PAUSE_MS_MAX, this.#pauseMs * 2);
    else if (++this.#faults < FAULTS_MAX) return;
    this.#isTrying = false;
    this.#openUntilMs = this.#nowMs() + this.#pauseMs;
  }

  /** The service has asked not to be asked for so long. */
  pause(seconds: number): void {
    this.#busyUntilMs = this.#nowMs() + seconds * 1000;
  }
}
