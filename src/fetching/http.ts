import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import packageJson from '../../package.json' with { type: 'json' };
import { InputError, quoteValue } from '../model/index.ts';
import { AddressError, guardedConnector, hostOf, isFixedHost } from './addresses.ts';
import { LIMITS, type Limits } from './limits.ts';

/** What the client says it is, where a register does not state another. */
const USER_AGENT = `openfirma/${packageJson.version} (open company-register service)`;

const REDIRECTS_MAX = 10;

/** A fault that may be gone at the next attempt: a broken connection, a silent or a busy server. */
export class RetryableError extends Error {
  /** How long the server asks to wait, in milliseconds. */
  readonly waitMs: number;

  constructor(message: string, { waitMs = 0, cause }: { waitMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.waitMs = waitMs;
  }
}

export interface HttpClientOptions {
  readonly signal: AbortSignal;
  readonly userAgent?: string | undefined;
  /** CA certificates (PEM) that are trusted besides those that Node trusts. */
  readonly certificates?: readonly string[] | undefined;
  readonly limits?: Partial<Limits>;
  /** Called with a line for the operator, such as why something is tried again. */
  say?(line: string): void;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The one way in which servers of a register are asked: redirects followed with care, silence, attempts, time and size
 * bounded. Only public addresses are connected to, and those of {@linkcode HttpClient.trust}.
 */
export class HttpClient {
  readonly signal: AbortSignal;
  readonly limits: Limits;
  readonly #say: (line: string) => void;
  readonly #userAgent: string;
  readonly #own = new Set<string>();
  readonly #agent: Agent;

  constructor(options: HttpClientOptions) {
    const { signal, limits = {}, userAgent = USER_AGENT, certificates = [] } = options;
    this.signal = signal;
    this.limits = { ...LIMITS, ...limits };
    this.#userAgent = userAgent;
    this.#say = (line) => options.say?.(line);
    this.#agent = new Agent({
      connect: guardedConnector((host) => this.#own.has(host), certificates),
      // Silence is measured below, for answers and bodies alike.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * Takes an address that the register's declaration states, so no server had a say in it. If its host is an address or this
   * machine, it may lie outside the public internet.
   */
  trust(url: string): void {
    if (isFixedHost(hostOf(url))) this.#own.add(hostOf(url));
  }

  /** Shows the operator a line. */
  say(line: string): void {
    this.#say(line);
  }

  /**
   * Sends one GET request and follows redirects.
   * @throws {RetryableError} where no answer came, or the server asks to try later
   * @throws {InputError} where the server refuses
   */
  async get({ url, headers = {} }: HttpRequest, signal: AbortSignal): Promise<Response> {
    let at = url;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#send(at, url, { headers: { 'user-agent': this.#userAgent, ...headers }, signal });
      const location = response.headers.get('location');
      if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return accepted(response, url);
      await response.body?.cancel();
      at = redirected(at, location, url);
    }
    throw new InputError(`Cannot download ${quoteValue(url)}: more than ${REDIRECTS_MAX} redirects`);
  }

  async #send(at: string, url: string, request: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
    const { signal } = request;
    const silence = new AbortController();
    const answer = fetch(at, {
      ...request,
      redirect: 'manual',
      dispatcher: this.#agent,
      signal: AbortSignal.any([signal, silence.signal]),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.cause : undefined;
      if (reason instanceof AddressError) {
        const from = at === url ? '' : `it redirects to ${quoteValue(at)}, and `;
        throw new InputError(`Cannot download ${quoteValue(url)}: ${from}${reason.message}`, { cause: error });
      }
      throw connectionFault(error);
    });
    try {
      return await this.#withinSilence(answer);
    } catch (error) {
      silence.abort();
      throw error;
    }
  }

  /** The chunks of a body; a broken or silent connection is retryable. */
  async *bodyOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    try {
      for (;;) {
        const next = reader.read().catch((error: unknown) => Promise.reject(connectionFault(error)));
        const { value } = await this.#withinSilence(next);
        if (value === undefined) return;
        signal.throwIfAborted();
        yield value as Uint8Array;
      }
    } catch (error) {
      // Where the download was stopped, the broken connection is only a consequence.
      signal.throwIfAborted();
      throw error;
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  /** Waits for the next bytes of a server, but not for ever. */
  async #withinSilence<T>(next: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const { silenceMs } = this.limits;
    const timer = setTimeout(
      () => reject(new RetryableError(`the server sent nothing for ${silenceMs / 1000} seconds`)),
      silenceMs,
    );
    try {
      return await Promise.race([next, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Repeats an attempt after each {@linkcode RetryableError}, with doubling waits. An attempt that comes further than all
   * before it, by more than a few bytes, begins the row of attempts anew.
   * @throws {InputError} after a row of attempts without progress, after too many attempts, or after too long
   */
  async retry<T>(
    url: string,
    deadlineMs: number,
    attempt: (signal: AbortSignal, onProgress: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    const { attemptsInARow, attempts, progressBytes, firstWaitMs } = this.limits;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = AbortSignal.any([this.signal, deadline]);
    let furthest = 0;
    let failures = 0;
    const onProgress = (bytes: number): void => {
      if (bytes - furthest < progressBytes) return;
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
          if (failures >= attemptsInARow || tried >= attempts) {
            const reason = `${error.message}; tried ${tried} times`;
            throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`, { cause: error });
          }
          waitMs = Math.max(firstWaitMs * 2 ** (failures - 1), Math.min(error.waitMs, this.limits.retryAfterMs));
          const next = `in ${Math.ceil(waitMs / 1000)} s, attempt ${failures + 1} of ${attemptsInARow}`;
          this.say(`Trying ${quoteValue(url)} again ${next}: ${error.message}`);
        }
        await wait(waitMs, undefined, { signal });
      }
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof InputError || !deadline.aborted) throw error;
      const reason = `it was not complete after ${describeDuration(deadlineMs)}`;
      throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`, { cause: error });
    }
  }
}

/** The retryable fault of a connection; the client hides the reason in the cause. */
function connectionFault(error: unknown): RetryableError {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new RetryableError(reason instanceof Error ? reason.message : String(reason), { cause: error });
}

async function accepted(response: Response, url: string): Promise<Response> {
  if (response.ok || response.status === 304 || response.status === 416) return response;
  await response.body?.cancel();
  const reason = `the server answered ${response.status} ${response.statusText}`.trim();
  if (response.status === 429 || response.status >= 500) {
    throw new RetryableError(reason, { waitMs: waitAskedFor(response.headers.get('retry-after')) });
  }
  throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`);
}

/** The milliseconds of a `Retry-After` field (RFC 9110, section 10.2.3): seconds, or a date. */
function waitAskedFor(field: string | null): number {
  if (field === null) return 0;
  const ms = /^\d+$/.test(field) ? Number(field) * 1000 : Date.parse(field) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

/** Where a redirect leads. One that leaves TLS is refused, as one that leaves HTTP is. */
function redirected(from: string, location: string, url: string): string {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
  const isSafe = to?.protocol === 'https:' || (to?.protocol === 'http:' && new URL(from).protocol === 'http:');
  if (to !== undefined && isSafe && to.username === '' && to.password === '') return to.href;
  throw new InputError(
    `Cannot download ${quoteValue(url)}: it redirects to ${quoteValue(location)}; the new address must be https, without a user`,
  );
}

function describeDuration(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} seconds`;
  return ms < 7_200_000 ? `${ms / 60_000} minutes` : `${ms / 3_600_000} hours`;
}
