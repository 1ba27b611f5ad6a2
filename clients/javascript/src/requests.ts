import { OpenFirmaAnswerError, OpenFirmaError, OpenFirmaNetworkError } from './errors.ts';
import type { Problem } from './types.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A wait before a retry, as the service asked for it in `Retry-After`. */
export interface Wait {
  /** Duration of the wait. */
  seconds: number;
  /** The number of this wait within one request, from 1. */
  attempt: number;
  /** The response that asked for the wait. */
  error: OpenFirmaError | OpenFirmaAnswerError;
}

/** How requests are sent and retried. */
export interface RequestSettings {
  readonly fetch: Fetch;
  readonly maxRetries: number;
  readonly maxWaitSeconds: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
}

/** The rate limit allows one more request a second, so retries are sent one second apart. */
const RETRY_INTERVAL_MS = 1000;
/** Maximum length of a response in bytes, far above the largest page of officers. */
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum delay of a timer in milliseconds. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Sends GET requests, retries after `Retry-After`, and throws an error for anything except an expected response. */
export class Requests {
  readonly #settings: RequestSettings;
  /** When the last waiting rate-limited request will be sent, in milliseconds since 1970. */
  #lastRetryMs = 0;

  constructor(settings: RequestSettings) {
    this.#settings = settings;
  }

  /** Returns the body of a 2xx response that `isExpected` accepts. Rejects with an error of errors.ts, or with the signal's reason. */
  async get<T>(url: string, isExpected: (body: unknown) => boolean, signal: AbortSignal | undefined): Promise<T> {
    const { maxRetries, maxWaitSeconds, onWait } = this.#settings;
    let leftMs = maxWaitSeconds * 1000;
    for (let attempt = 1; ; attempt++) {
      const { response, text } = await this.#receive(url, signal);
      const body = parsed(text);
      if (response.ok && isExpected(body)) return body as T;
      const error = toError(url, response, text, body);
      const waitMs = this.#computeWaitMs(response.status, error.retryAfterSeconds);
      if (waitMs === undefined || waitMs > leftMs || attempt > maxRetries) throw error;
      leftMs -= waitMs;
      onWait?.({ seconds: waitMs / 1000, attempt, error });
      await this.#wait(waitMs, response.status === 429, signal);
    }
  }

  async #receive(url: string, signal: AbortSignal | undefined): Promise<{ response: Response; text: string }> {
    // A browser's fetch fails when called as a method of another object.
    const { fetch } = this.#settings;
    signal?.throwIfAborted();
    try {
      const headers = { accept: 'application/json, application/problem+json' };
      const response = await fetch(url, signal === undefined ? { headers } : { headers, signal });
      return { response, text: await readText(response) };
    } catch (error) {
      signal?.throwIfAborted();
      throw new OpenFirmaNetworkError(url, error);
    }
  }

  /** Returns the milliseconds to wait before a retry; undefined if the request must not be retried. */
  #computeWaitMs(status: number, retryAfterSeconds: number | undefined): number | undefined {
    if ((status !== 429 && status !== 503) || retryAfterSeconds === undefined) return undefined;
    const waitMs = retryAfterSeconds * 1000;
    if (status === 503) return waitMs;
    return Math.max(waitMs, this.#lastRetryMs + RETRY_INTERVAL_MS - Date.now());
  }

  async #wait(waitMs: number, isRateLimited: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (isRateLimited) this.#lastRetryMs = Date.now() + waitMs;
    try {
      await pause(waitMs, signal);
    } catch (error) {
      // A cancelled wait frees its second, because a form cancels the previous call at every key.
      if (isRateLimited) this.#lastRetryMs -= RETRY_INTERVAL_MS;
      throw error;
    }
  }
}

/** Returns the text of a response. Throws an Error if it exceeds the maximum length, because it may be endless. */
async function readText({ body }: Response): Promise<string> {
  let text = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    bytes += piece.value.length;
    if (bytes > RESPONSE_BYTES_MAX) {
      await reader?.cancel();
      throw new Error(`the response is longer than ${RESPONSE_BYTES_MAX} bytes`);
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Resolves after some milliseconds, or rejects with the signal's reason. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(ms, TIMER_MS_MAX));
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}

/** Returns the value of a JSON text; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toError(
  url: string,
  { ok, status, headers }: Response,
  text: string,
  body: unknown,
): OpenFirmaError | OpenFirmaAnswerError {
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  if (!ok && isProblem(body)) return new OpenFirmaError(body, retryAfterSeconds);
  return new OpenFirmaAnswerError(url, status, text, retryAfterSeconds);
}

function isProblem(body: unknown): body is Problem {
  const { code, title, detail, request_id: requestId } = (body ?? {}) as Partial<Problem>;
  return [code, title, detail, requestId].every((field) => typeof field === 'string');
}

/** Returns the seconds of `Retry-After`. The service sends digits; a proxy may send a date. */
function parseRetryAfter(field: string | null): number | undefined {
  if (field === null) return undefined;
  const seconds = /^\d+$/.test(field) ? Number(field) : (Date.parse(field) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
