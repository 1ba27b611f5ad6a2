import { setTimeout as wait } from 'node:timers/promises';
import { InputError, quoteValue } from '../model/index.ts';

/** How long a server may say nothing, in milliseconds: large dumps are sometimes made while one waits. */
export const SILENCE_MS = 60_000;

/** How often one download is tried again after a break, and how long the first wait is; each wait doubles. */
export const ATTEMPTS_MAX = 6;
const FIRST_WAIT_MS = 1000;

export const SILENT = `the server said nothing for ${SILENCE_MS / 1000} seconds`;

const USER_AGENT = 'openfirma (open company-register service)';

/** A fault that another attempt may mend: a broken connection, a silent or a busy server. */
export class Interrupted extends Error {}

/**
 * Sends one GET request, following redirects.
 * @throws {Interrupted} where no answer came, or one that asks to come again
 * @throws {InputError} where the server refuses
 */
export async function get(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const response = await answerTo(url, headers, signal);
  if (response.ok || response.status === 304 || response.status === 416) return response;
  await response.body?.cancel();
  const said = `the server answered ${response.status} ${response.statusText}`.trim();
  if (response.status === 429 || response.status >= 500) throw new Interrupted(said);
  throw new InputError(`Cannot download ${quoteValue(url)}: ${said}`);
}

async function answerTo(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  // The time is for the answer to begin; a body may take hours.
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Interrupted(SILENT)), SILENCE_MS);
  try {
    return await fetch(url, {
      headers: { 'user-agent': USER_AGENT, ...headers },
      signal: AbortSignal.any([signal, silence.signal]),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Interrupted ? error : new Interrupted(reasonOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** What is wrong in words: the built-in client hides it in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Tries again what was interrupted, with longer and longer waits. An attempt that made progress makes the count begin anew.
 * @throws {InputError} after too many attempts in a row that led nowhere
 */
export async function persist<T>(
  url: string,
  signal: AbortSignal,
  attempt: (onProgress: (bytes: number) => void) => Promise<T>,
  firstWaitMs = FIRST_WAIT_MS,
): Promise<T> {
  let furthest = 0;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt((bytes) => {
        // An attempt that begins anew and comes no further than one before it leads nowhere.
        if (bytes > furthest) failures = 1;
        furthest = Math.max(furthest, bytes);
      });
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      if (failures >= ATTEMPTS_MAX) {
        throw new InputError(`Cannot download ${quoteValue(url)}: ${error.message}; tried ${failures} times`, {
          cause: error,
        });
      }
    }
    await wait(firstWaitMs * 2 ** (failures - 1), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
