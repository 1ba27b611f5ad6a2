import { setTimeout as wait } from 'node:timers/promises';
import { InputError, backoffMs, counted, quoteValue, toErrorMessage } from '../model/index.ts';
import type { Limits } from './limits.ts';

/** A fault after which another attempt may succeed: a broken connection, a silent or a busy server. */
export class RetryableError extends Error {
  /** The wait that the server requests, in milliseconds. */
  readonly waitMs: number;
  /** The HTTP status of the response, if the status is the fault. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { waitMs = 0, status, cause }: { waitMs?: number; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.waitMs = waitMs;
    this.status = status;
  }
}

/** Makes a retryable error from a fault of a connection; undici puts the reason into `cause`. */
export function connectionFault(error: unknown): RetryableError {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new RetryableError(toErrorMessage(reason), { cause: error });
}

/** Waits for the next bytes of a server, at most `leftMs`. In the present period of `idleTimeoutMs`, `bytes` bytes have arrived. */
export async function withinIdleTimeout<T>(
  next: Promise<T>,
  idleTimeoutMs: number,
  leftMs: number = idleTimeoutMs,
  bytes = 0,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const sent = bytes === 0 ? 'nothing' : `only ${counted(bytes, 'byte')}`;
  const timer = setTimeout(
    () => reject(new RetryableError(`the server sent ${sent} for ${counted(idleTimeoutMs / 1000, 'second')}`)),
    leftMs,
  );
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The limits of attempts, and the function that reports failures. */
export interface Attempts {
  readonly signal: AbortSignal;
  readonly limits: Limits;
  say(line: string): void;
}

/**
 * Repeats an attempt after each {@linkcode RetryableError}, with doubling waits. Progress of `progressBytes` resets the count of
 * failures in a row.
 * @throws {InputError} after the deadline, and after too many attempts: in all, or in a row without progress
 */
export async function retry<T>(
  url: string,
  deadlineMs: number,
  attempts: Attempts,
  attempt: (signal: AbortSignal, onProgress: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const { signal: stopped, limits } = attempts;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([stopped, deadline]);
  let furthest = 0;
  let failures = 0;
  const onProgress = (bytes: number): void => {
    if (bytes - furthest < limits.progressBytes) return;
    furthest = bytes;
    failures = 0;
  };
  try {
    for (let tried = 1; ; tried++) {
      let waitMs;
      try {
        return await attempt(signal, onProgress);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        failures++;
        const allowed = limits.attempts + Math.floor(furthest / limits.attemptBytes);
        if (failures >= limits.attemptsInARow || tried >= allowed) {
          const reason = `${error.message}; tried ${counted(tried, 'time')}`;
          throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`, { cause: error });
        }
        const leastMs = Math.min(error.waitMs, limits.retryAfterMs);
        waitMs = Math.max(leastMs, backoffMs(failures, { firstMs: limits.firstWaitMs }));
        const next = `in ${Math.ceil(waitMs / 1000)} s, attempt ${failures + 1} of ${limits.attemptsInARow}`;
        attempts.say(`Trying ${quoteValue(url)} again ${next}: ${error.message}`);
      }
      await wait(waitMs, undefined, { signal });
    }
  } catch (error) {
    stopped.throwIfAborted();
    if (error instanceof InputError || !deadline.aborted) throw error;
    const reason = `it was not complete after ${describeDuration(deadlineMs)}`;
    throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`, { cause: error });
  }
}

export function describeDuration(ms: number): string {
  if (ms < 60_000) return counted(ms / 1000, 'second');
  return ms < 7_200_000 ? counted(ms / 60_000, 'minute') : counted(ms / 3_600_000, 'hour');
}
