import { setTimeout as wait } from 'node:timers/promises';
import { InputError, quoteValue } from '../model/index.ts';

/** How long a server may send nothing, in milliseconds: some make large dumps while the client waits. */
const SILENCE_MS_MAX = 60_000;

/** How many attempts in a row may fail, and how long the first wait between them is; each wait doubles. */
const ATTEMPTS_MAX = 6;
const FIRST_WAIT_MS = 1000;

const USER_AGENT = 'openfirma (open company-register service)';

/** A fault that may be gone at the next attempt: a broken connection, a silent or a busy server. */
export class RetryableError extends Error {}

/** The retryable fault of a connection; the built-in client hides the reason in the cause. */
export function connectionFault(error: unknown): RetryableError {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new RetryableError(reason instanceof Error ? reason.message : String(reason), { cause: error });
}

/**
 * Sends one GET request and follows redirects.
 * @throws {RetryableError} where no answer came, or the server asks to try later
 * @throws {InputError} where the server refuses
 */
export async function get(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const response = await send(url, headers, signal);
  if (response.ok || response.status === 304 || response.status === 416) return response;
  await response.body?.cancel();
  const reason = `the server answered ${response.status} ${response.statusText}`.trim();
  if (response.status === 429 || response.status >= 500) throw new RetryableError(reason);
  throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`);
}

async function send(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  // Only the start of the answer has a deadline; a body may take hours.
  const silence = new AbortController();
  const answer = fetch(url, {
    headers: { 'user-agent': USER_AGENT, ...headers },
    signal: AbortSignal.any([signal, silence.signal]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw connectionFault(error);
  });
  try {
    return await withinSilence(answer);
  } catch (error) {
    silence.abort();
    throw error;
  }
}

/** Waits for the next bytes of a server, but not for ever. */
export async function withinSilence<T>(next: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new RetryableError(`the server sent nothing for ${SILENCE_MS_MAX / 1000} seconds`)),
    SILENCE_MS_MAX,
  );
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Repeats an attempt after each {@linkcode RetryableError}, with doubling waits. An attempt that comes further than all
 * before it resets the count.
 * @throws {InputError} after {@linkcode ATTEMPTS_MAX} attempts in a row without progress
 */
export async function retry<T>(
  url: string,
  signal: AbortSignal,
  attempt: (onProgress: (bytes: number) => void) => Promise<T>,
  firstWaitMs = FIRST_WAIT_MS,
): Promise<T> {
  let furthest = 0;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt((bytes) => {
        if (bytes > furthest) failures = 1;
        furthest = Math.max(furthest, bytes);
      });
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (failures >= ATTEMPTS_MAX) {
        const reason = `${error.message}; tried ${failures} times`;
        throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`, { cause: error });
      }
    }
    await wait(firstWaitMs * 2 ** (failures - 1), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
