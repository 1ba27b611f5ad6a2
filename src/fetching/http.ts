import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch, type Response } from 'undici';
import packageJson from '../../package.json' with { type: 'json' };
import type { ServerDeclaration } from '../importer/index.ts';
import { InputError, quoteValue, retryAfterMs } from '../model/index.ts';
import { AddressError, guardedConnector, isFixedHost, parseHost, resolvePublicAddress } from './addresses.ts';
import { AccessTokens, fillSecrets, withoutSecrets, type GivenCredentials } from './credentials.ts';
import { LIMITS, type Limits } from './limits.ts';
import { RetryableError, connectionFault, retry, withinIdleTimeout } from './retry.ts';

/** The default `User-Agent`, for registers that do not declare one. */
const USER_AGENT = `openfirma/${packageJson.version} (open company-register service)`;

const REDIRECTS_MAX = 10;

/** Maximum size in bytes of a response with a token. */
const TOKEN_BYTES_MAX = 65_536;

export interface HttpClientOptions {
  readonly signal: AbortSignal;
  readonly server?: ServerDeclaration | undefined;
  readonly credentials?: GivenCredentials | undefined;
  readonly limits?: Partial<Limits>;
  /** Whether trusted hosts may be names on a private network, because the operator set the addresses. */
  readonly trustsNames?: boolean;
  /** Called with a line for the operator, such as the reason of a repeated attempt. */
  say?(line: string): void;
}

/** A request: GET, HEAD, or POST with a form or a body. The address and the header fields may have placeholders for secrets. */
export interface HttpRequest {
  readonly url: string;
  readonly isHead?: true;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Accepted statuses above 299. */
  readonly statuses?: readonly number[] | undefined;
  /** Called with the status and the target of each redirect. */
  readonly onRedirect?: (status: number, to: string) => void;
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'POST' | 'HEAD';
  readonly body?: URLSearchParams | string;
  readonly onRedirect?: HttpRequest['onRedirect'];
}

/** A server refused a request and would refuse another attempt as well. */
export class RefusedError extends InputError {}

/**
 * The HTTP client for registers. It limits idle time, attempts, time and size, and connects only to public addresses and to hosts that
 * {@linkcode HttpClient.trust} allows.
 */
export class HttpClient {
  readonly signal: AbortSignal;
  readonly limits: Limits;
  /** Returns the IP address for a connection by another protocol. @throws {AddressError} if the host is not on the public internet */
  readonly addressOf: (host: string) => Promise<string>;
  /** The end of the message about a refusal; it names the settings of the credentials. */
  readonly credentialHint: string;
  readonly #options: HttpClientOptions;
  readonly #declaredHosts = new Set<string>();
  readonly #agent: Agent;
  readonly #secrets: Set<string>;
  readonly #tokens: AccessTokens;
  #pausedAtMs = -Infinity;

  constructor(options: HttpClientOptions) {
    this.signal = options.signal;
    this.limits = { ...LIMITS, ...options.limits };
    this.#options = options;
    this.#secrets = new Set(options.credentials?.values.values());
    this.#tokens = new AccessTokens(options.credentials, async ({ url, headers, body }, signal) => {
      const sent: Sent = { method: 'POST', headers: { 'user-agent': this.#userAgent, ...headers }, body };
      const response = await this.#follow(url, url, sent, signal);
      return this.readText(await this.#accepted(response, url), url, TOKEN_BYTES_MAX, signal);
    });
    const isOwn = (host: string): boolean =>
      (options.trustsNames === true || isFixedHost(host)) && this.#declaredHosts.has(host);
    this.addressOf = async (host) => (isOwn(host) ? host : await resolvePublicAddress(host));
    this.credentialHint = options.credentials === undefined ? '' : `; check ${options.credentials.names}`;
    this.#agent = new Agent({
      connect: guardedConnector(isOwn, options.server?.certificates ?? []),
      // The code below limits idle time, for headers and bodies.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * Trusts the host of an address in the declaration of the register. The host may get credentials, and it may be a private address or
   * this machine.
   */
  trust(url: string): void {
    this.#declaredHosts.add(parseHost(url));
  }

  readonly say = (line: string): void => {
    this.#options.say?.(this.withoutSecrets(line));
  };

  /** Removes secrets from a text: a server may repeat secrets in its messages. */
  withoutSecrets(text: string): string {
    return withoutSecrets(text, this.#secrets);
  }

  async retry<T>(
    url: string,
    deadlineMs: number,
    attempt: (signal: AbortSignal, onProgress: (bytes: number) => void) => Promise<T>,
  ): Promise<T> {
    try {
      return await retry(url, deadlineMs, this, attempt);
    } catch (error) {
      if (error instanceof InputError) error.message = this.withoutSecrets(error.message);
      throw error;
    }
  }

  /** Waits until the interval since the last pause has passed. This limits the rate of a crawl. */
  async pause(intervalMs: number): Promise<void> {
    const waitMs = this.#pausedAtMs + intervalMs - performance.now();
    if (waitMs > 0) await wait(waitMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
    this.#pausedAtMs = performance.now();
  }

  /**
   * Sends one request and follows redirects.
   * @throws {RetryableError} if no response arrives, or the server asks the client to retry later
   * @throws {RefusedError} if the server refuses
   */
  async send(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    const { url } = request;
    const before = this.#tokens.current;
    const authorization = await this.#tokens.fieldFor(url, signal);
    if (authorization !== undefined) this.#secrets.add(authorization.authorization.slice('Bearer '.length));
    const body = request.body ?? (request.form && new URLSearchParams(request.form));
    const fields = Object.entries(request.headers ?? {}).map(([name, text]) => [name, this.#fillSecrets(url, text)]);
    const headers = Object.fromEntries(fields) as Record<string, string>;
    const sent: Sent = {
      headers: { 'user-agent': this.#userAgent, ...headers, ...authorization },
      ...(request.isHead === true ? { method: 'HEAD' } : body === undefined ? {} : { method: 'POST', body }),
      onRedirect: request.onRedirect,
    };
    const response = await this.#follow(url, this.filled(url), sent, signal);
    // A token that was not issued for this request has expired.
    if (response.status === 401 && authorization !== undefined && this.#tokens.current === before) {
      this.#tokens.forget();
      await response.body?.cancel();
      throw new RetryableError('the server refused the token');
    }
    return this.#accepted(response, url, request.statuses);
  }

  get #userAgent(): string {
    return this.#options.server?.userAgent ?? USER_AGENT;
  }

  /** Fills the secrets into an address. Only hosts of the declaration get secrets. */
  filled(url: string): string {
    return this.#fillSecrets(url, url, encodeURIComponent);
  }

  /** Fills the secrets into a text of a request to `url`. */
  #fillSecrets(url: string, text: string, encode?: (value: string) => string): string {
    const filled = fillSecrets(text, this.#options.credentials?.values ?? new Map(), encode);
    if (filled === text || this.#declaredHosts.has(parseHost(url))) return filled;
    throw new InputError(`Cannot download ${quoteValue(url)}: the declaration does not name the host of a secret`);
  }

  async #follow(url: string, first: string, request: Sent, signal: AbortSignal): Promise<Response> {
    let at = first;
    let sent = request;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#sendOnce(url, at, sent, signal);
      const location = response.headers.get('location');
      if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return response;
      await response.body?.cancel();
      const to = this.#redirected(at, location, url);
      // As in browsers (RFC 9110, section 15.4), a redirected POST becomes a GET without the form.
      if (response.status < 304 && sent.method === 'POST') sent = { headers: sent.headers };
      sent.onRedirect?.(response.status, to);
      if (new URL(to).origin !== new URL(at).origin) {
        sent = { ...sent, headers: this.#withoutSecretFields(sent.headers) };
      }
      at = to;
    }
    throw new InputError(`Cannot download ${quoteValue(url)}: more than ${REDIRECTS_MAX} redirects`);
  }

  async #sendOnce(url: string, at: string, sent: Sent, signal: AbortSignal): Promise<Response> {
    const idleTimeout = new AbortController();
    const guards = {
      dispatcher: this.#agent,
      redirect: 'manual',
      signal: AbortSignal.any([signal, idleTimeout.signal]),
    } as const;
    const { onRedirect: _, ...init } = sent;
    const response = fetch(at, { ...init, ...guards }).catch((error: unknown) => {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.cause : undefined;
      if (!(reason instanceof AddressError)) throw connectionFault(error);
      const from = at === this.filled(url) ? '' : `it redirects to ${quoteValue(at)}, and `;
      throw new InputError(`Cannot download ${quoteValue(url)}: ${from}${reason.message}`, { cause: error });
    });
    try {
      return await withinIdleTimeout(response, this.limits.idleTimeoutMs);
    } catch (error) {
      idleTimeout.abort();
      throw error;
    }
  }

  /** Returns the target of a redirect. Refuses redirects from HTTPS to HTTP, and to other protocols. */
  #redirected(from: string, location: string, url: string): string {
    const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
    const isSafe = to?.protocol === 'https:' || (to?.protocol === 'http:' && new URL(from).protocol === 'http:');
    if (to !== undefined && isSafe && to.username === '' && to.password === '') return to.href;
    const allowed = 'the new address must be https, without a user';
    throw new InputError(`Cannot download ${quoteValue(url)}: it redirects to ${quoteValue(location)}; ${allowed}`);
  }

  async #accepted(response: Response, url: string, statuses: readonly number[] = []): Promise<Response> {
    if (response.ok || [304, 416, ...statuses].includes(response.status)) return response;
    await response.body?.cancel();
    const reason = `the server answered ${response.status} ${response.statusText}`.trim();
    if (response.status === 429 || response.status >= 500) {
      const waitMs = retryAfterMs(response.headers.get('retry-after'), Date.now()) ?? 0;
      throw new RetryableError(reason, { waitMs, status: response.status });
    }
    const hint = [400, 401, 403].includes(response.status) ? this.credentialHint : '';
    throw new RefusedError(`Cannot download ${quoteValue(url)}: ${reason}${hint}`);
  }

  #withoutSecretFields(headers: Sent['headers']): Record<string, string> {
    const fields = Object.entries(headers).filter(([, text]) => ![...this.#secrets].some((one) => text.includes(one)));
    return Object.fromEntries(fields.filter(([name]) => name !== 'authorization'));
  }

  /**
   * Reads the body of a response as text.
   * @throws {InputError} if the body is longer than allowed
   */
  async readText(response: Response, url: string, bytesMax: number, signal: AbortSignal): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of this.readBody(response, signal)) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw new InputError(`Cannot read ${quoteValue(url)}: it is longer than the allowed ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Yields the chunks of a body. Throws a retryable error if the connection breaks, is silent or is too slow (`leastBytes`). */
  async *readBody(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    const { idleTimeoutMs, leastBytes } = this.limits;
    let leftMs = idleTimeoutMs;
    let bytes = 0;
    try {
      for (;;) {
        const startedMs = performance.now();
        const next = reader.read().catch((error: unknown) => Promise.reject(connectionFault(error)));
        const { value } = await withinIdleTimeout(next, idleTimeoutMs, leftMs, bytes);
        if (value === undefined) return;
        signal.throwIfAborted();
        // Only the time of waiting for the server counts, not the time of the caller.
        leftMs -= performance.now() - startedMs;
        bytes += (value as Uint8Array).length;
        if (bytes >= leastBytes) [leftMs, bytes] = [idleTimeoutMs, 0];
        yield value as Uint8Array;
      }
    } catch (error) {
      // If the download was stopped, the broken connection is not the fault of the server.
      signal.throwIfAborted();
      throw error;
    } finally {
      await reader.cancel().catch(() => {});
    }
  }
}
