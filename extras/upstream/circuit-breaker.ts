import { backoffMs } from '../../src/model/index.ts';
import { BackendError } from '../../src/backend/index.ts';

/** This many consecutive faults open the circuit; occasional faults do not. */
const FAULTS_MAX = 5;
/** How long the circuit stays open; the pause grows while trials fail. */
const FIRST_PAUSE_MS = 1000;
const PAUSES = { firstMs: FIRST_PAUSE_MS, maxMs: 10_000 };

/**
 * Holds back requests to a service that does not respond or has requested a pause. After the pause one request is sent as a trial; its
 * outcome decides for all others.
 */
export class CircuitBreaker {
  readonly #nowMs: () => number;
  readonly #shown: string;
  #faults = 0;
  /** Trials that failed since the circuit opened. */
  #failedTrials = 0;
  /** When the next trial may begin; undefined while the circuit is closed. */
  #openUntilMs: number | undefined;
  #isTrying = false;
  #busyUntilMs = -Infinity;

  constructor(shown: string, nowMs: () => number) {
    this.#shown = shown;
    this.#nowMs = nowMs;
  }

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
      throw new BackendError('busy', `The service "${this.#shown}" has requested a pause`, {
        retryAfterSeconds: (this.#busyUntilMs - now) / 1000,
      });
    if (this.#openUntilMs === undefined) return;
    if (now >= this.#openUntilMs && !this.#isTrying) return;
    throw new BackendError('unavailable', `The service "${this.#shown}" is away: requests pause`, {
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

  succeeded(): void {
    this.#faults = 0;
    this.#failedTrials = 0;
    this.#openUntilMs = undefined;
    this.#isTrying = false;
  }

  failed(wasTrial: boolean): void {
    // Requests sent before the circuit opened carry no new information.
    if (this.isOpen && !wasTrial) return;
    if (wasTrial) this.#failedTrials++;
    else if (++this.#faults < FAULTS_MAX) return;
    this.#isTrying = false;
    this.#openUntilMs = this.#nowMs() + backoffMs(this.#failedTrials + 1, PAUSES);
  }

  pause(seconds: number): void {
    this.#busyUntilMs = this.#nowMs() + seconds * 1000;
  }
}
