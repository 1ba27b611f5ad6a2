import { backoffMs } from '../../src/model/index.ts';
import { BackendError } from '../../src/backend/index.ts';

/** Number of consecutive faults that opens the circuit; occasional faults do not open it. */
const FAULTS_MAX = 5;
/** How long the circuit stays open at first, in milliseconds; the pause grows while trials fail. */
const FIRST_PAUSE_MS = 1000;
const PAUSES = { firstMs: FIRST_PAUSE_MS, maxMs: 10_000 };

/**
 * Holds back requests to a service that does not respond or has requested a pause. After the pause one request is sent as a trial. If the
 * trial succeeds, other requests may be sent again.
 */
export function circuitBreaker(shown: string, nowMs: () => number) {
  let faults = 0;
  /** Number of trials that failed since the circuit opened. */
  let failedTrials = 0;
  /** When the next trial may begin; undefined while the circuit is closed. */
  let openUntilMs: number | undefined;
  let isTrying = false;
  let busyUntilMs = -Infinity;
  /** @throws {BackendError} for a request that must not be sent now */
  const refuse = (): void => {
    const now = nowMs();
    if (now < busyUntilMs)
      throw new BackendError('busy', `The service "${shown}" has requested a pause`, {
        retryAfterSeconds: (busyUntilMs - now) / 1000,
      });
    if (openUntilMs === undefined || (now >= openUntilMs && !isTrying)) return;
    throw new BackendError('unavailable', `The service "${shown}" is away: requests pause`, {
      retryAfterSeconds: Math.max(FIRST_PAUSE_MS, openUntilMs - now) / 1000,
    });
  };
  return {
    refuse,
    isOpen: (): boolean => openUntilMs !== undefined,
    /**
     * Begins a request, which `succeeded` or `failed` ends. Returns whether it is the trial.
     * @throws {BackendError} as `refuse`
     */
    begin(): boolean {
      refuse();
      isTrying = openUntilMs !== undefined;
      return isTrying;
    },
    succeeded(): void {
      faults = 0;
      failedTrials = 0;
      openUntilMs = undefined;
      isTrying = false;
    },
    failed(wasTrial: boolean): void {
      // Requests that were sent before the circuit opened say nothing new.
      if (openUntilMs !== undefined && !wasTrial) return;
      if (wasTrial) failedTrials++;
      else if (++faults < FAULTS_MAX) return;
      isTrying = false;
      openUntilMs = nowMs() + backoffMs(failedTrials + 1, PAUSES);
    },
    pause(seconds: number): void {
      busyUntilMs = nowMs() + seconds * 1000;
    },
  };
}
