import { OpenFirmaAnswerError, OpenFirmaError, OpenFirmaNetworkError } from './errors.ts';
import type { Problem } from './types.ts';

/** What is needed of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A wait that begins now, because the service asked for it. */
export interface Wait {
  /** How long. */
  seconds: number;
  /** Which wait of this call it is, from 1. */
  attempt: number;
  /** What the service answered. */
  error: OpenFirmaError | OpenFirmaAnswerError;
}

/** How requests are sent and sent again. */
export interface RequestSettings {
  readonly fetch: Fetch;
  readonly maxRetries: number;
  readonly maxWaitSeconds: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
}

/** A used-up allowance lets one more request pass every second; so those that wait go one after the other. */
const ALLOWANCE_INTERVAL_MS = 1000;
/** The longest that a timer can wait. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Sends GET requests, waits where the service asks for it, and makes errors of everything that is no answer. */
export class Requests {
  readonly #settings: RequestSettings;
  /** When the last of those that wait for the allowance may go, in milliseconds since 1970. */
  #lastTurnMs = 0;

  constructor(settings: RequestSettings) {
    this.#settings = settings;
  }

  /** The answer, once it passes `isAnswer`. Rejects with an error of errors.ts, or with the reason of the signal. */
  async get<T>(url: string, isAnswer: (body: unknown) => boolean, signal: AbortSignal | undefined): Promise<T> {
    const { maxRetries, maxWaitSeconds, onWait } = this.#settings;
    let leftMs = maxWaitSeconds * 1000;
    for (let attempt = 1; ; attempt++) {
      const { response, text } = await this.#receive(url, signal);
      const body = parsed(text);
      if (response.ok && isAnswer(body)) return body as T;
      const error = errorOf(url, response, text, body);
      const waitMs = this.#waitMsOf(response.status, error.retryAfterSeconds);
      if (waitMs === undefined || waitMs > leftMs || attempt > maxRetries) throw error;
      leftMs -= waitMs;
      onWait?.({ seconds: waitMs / 1000, attempt, error });
      await this.#wait(waitMs, response.status === 429, signal);
    }
  }

  async #receive(url: string, signal: AbortSignal | undefined): Promise<{ response: Response; text: string }> {
    // Taken out of the object: a browser's fetch must not be called as a method of something else.
    const { fetch } = this.#settings;
    signal?.throwIfAborted();
    try {
      const headers = { accept: 'application/json, application/problem+json' };
      const response = await fetch(url, signal === undefined ? { headers } : { headers, signal });
      return { response, text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw new OpenFirmaNetworkError(url, error);
    }
  }

  /** How long to wait before the same request; undefined where it is of no use. */
  #waitMsOf(status: number, retryAfterSeconds: number | undefined): number | undefined {
    if ((status !== 429 && status !== 503) || retryAfterSeconds === undefined) return undefined;
    const waitMs = retryAfterSeconds * 1000;
    if (status === 503) return waitMs;
    return Math.max(waitMs, this.#lastTurnMs + ALLOWANCE_INTERVAL_MS - Date.now());
  }

  async #wait(waitMs: number, takesTurn: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (takesTurn) this.#lastTurnMs = Date.now() + waitMs;
    try {
      await pause(waitMs, signal);
    } catch (error) {
      // Whoever gives up leaves the line: a form asks at every key and gives up the call before.
      if (takesTurn) this.#lastTurnMs -= ALLOWANCE_INTERVAL_MS;
      throw error;
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      },
      Math.min(ms, TIMER_MS_MAX),
    );
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** The value of a JSON text; undefined, which is no JSON value, where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(
  url: string,
  { ok, status, headers }: Response,
  text: string,
  body: unknown,
): OpenFirmaError | OpenFirmaAnswerError {
  const retryAfterSeconds = secondsOf(headers.get('retry-after'));
  if (!ok && isProblem(body)) return new OpenFirmaError(body, retryAfterSeconds);
  return new OpenFirmaAnswerError(url, status, text, retryAfterSeconds);
}

function isProblem(body: unknown): body is Problem {
  const { code, title, detail, request_id: requestId } = (body ?? {}) as Partial<Problem>;
  return [code, title, detail, requestId].every((field) => typeof field === 'string');
}

/** Seconds of `Retry-After`, which the service writes as digits and something in between may write as a date. */
function secondsOf(field: string | null): number | undefined {
  if (field === null) return undefined;
  const seconds = /^\d+$/.test(field) ? Number(field) : (Date.parse(field) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
