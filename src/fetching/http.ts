import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch, type Response } from 'undici';
import packageJson from '../../package.json' with { type: 'json' };
import type { ServerDeclaration } from '../importer/index.ts';
import { InputError, quoteValue, retryAfterMs } from '../model/index.ts';
import { AccessTokens } from './access-tokens.ts';
import { AddressError, guardedConnector, hostOf, isFixedHost, publicAddressOf } from './addresses.ts';
import { filledIn, needsSecret, withSecrets, withoutSecrets, type GivenCredentials } from './credentials.ts';
import { LIMITS, type Limits } from './limits.ts';
import { RetryableError, connectionFault, retry, withinSilence } from './retry.ts';

/** What the client says it is, where a register does not state another. */
const USER_AGENT = `openfirma/${packageJson.version} (open company-register service)`;

const REDIRECTS_MAX = 10;

/** The longest answer with a token, in bytes. */
const TOKEN_BYTES_MAX = 65_536;

export interface HttpClientOptions {
  readonly signal: AbortSignal;
  readonly server?: ServerDeclaration | undefined;
  readonly credentials?: GivenCredentials | undefined;
  readonly limits?: Partial<Limits>;
  /** Whether hosts of {@linkcode HttpClient.trust} may lie on a private network under a name, too: the operator's own. */
  readonly trustsNames?: boolean;
  /** Called with a line for the operator, such as why something is tried again. */
  say?(line: string): void;
}

/** A request: GET, or POST where it has a form or a body. Secrets may stand in the address and in fields of the header. */
export interface HttpRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Statuses above 299 that are answers. */
  readonly statuses?: readonly number[] | undefined;
}

/** What is sent, apart from the address. */
interface Asked {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'POST';
  readonly body?: URLSearchParams | string;
}

/** A server refused, and would again. */
export class RefusedError extends InputError {}

/**
 * The one way in which servers of a register are asked: redirects followed with care, silence, attempts, time and size
 * bounded. Only public addresses are connected to, and those of {@linkcode HttpClient.trust}.
 */
export class HttpClient {
  readonly signal: AbortSignal;
  readonly limits: Limits;
  /** What a host is connected to by another protocol. @throws {AddressError} where it is not on the public internet */
  readonly addressOf: (host: string) => Promise<string>;
  /** Names the settings of the credentials, behind a refusal. */
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
    this.#tokens = new AccessTokens(options.credentials, async (url, asked, signal) => {
      const headers = { 'user-agent': this.#userAgent, ...asked.headers };
      const response = await this.#follow(url, url, { method: 'POST', headers, body: asked.body }, signal);
      return this.textOf(await this.#accepted(response, url), url, TOKEN_BYTES_MAX, signal);
    });
    const isOwn = (host: string): boolean =>
      (options.trustsNames === true || isFixedHost(host)) && this.#declaredHosts.has(host);
    this.addressOf = async (host) => (isOwn(host) ? host : await publicAddressOf(host));
    this.credentialHint = options.credentials === undefined ? '' : `; check ${options.credentials.names}`;
    this.#agent = new Agent({
      connect: guardedConnector(isOwn, options.server?.certificates ?? []),
      // Silence is measured below, for answers and bodies alike.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * Takes an address that the register's declaration states, so no server had a say in it. Its host may get credentials, and
   * lie outside the public internet if it is given as an address or as this machine.
   */
  trust(url: string): void {
    this.#declaredHosts.add(hostOf(url));
  }

  /** Reports a line to the operator. */
  readonly say = (line: string): void => {
    this.#options.say?.(this.withoutSecrets(line));
  };

  /** Removes secrets from a text: a server may repeat them in its messages. */
  withoutSecrets(text: string): string {
    return withoutSecrets(text, this.#secrets);
  }

  /** Attempts as {@linkcode retry} bounds them. */
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

  /** Waits until so many milliseconds have passed since the last pause: how a polite crawl keeps its rate. */
  async pause(intervalMs: number): Promise<void> {
    const waitMs = this.#pausedAtMs + intervalMs - performance.now();
    if (waitMs > 0) await wait(waitMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
    this.#pausedAtMs = performance.now();
  }

  /**
   * Sends one request and follows redirects.
   * @throws {RetryableError} where no answer came, or the server asks to try later
   * @throws {RefusedError} where the server refuses
   */
  async send(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    const { url } = request;
    const before = this.#tokens.current;
    const authorization = await this.#tokens.fieldFor(url, signal);
    if (authorization !== undefined) this.#secrets.add(authorization.authorization.slice('Bearer '.length));
    const body = request.body ?? (request.form && new URLSearchParams(request.form));
    const asked: Asked = {
      headers: { 'user-agent': this.#userAgent, ...this.#filledHeaders(request), ...authorization },
      ...(body === undefined ? {} : { method: 'POST', body }),
    };
    const response = await this.#follow(url, this.filled(url), asked, signal);
    // A token that was used before has ended. One that was issued for this request would be refused again.
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

  /** The fields of a header with their secrets, which only hosts that the declaration names get. */
  #filledHeaders({ url, headers = {} }: HttpRequest): Record<string, string> {
    const values = this.#options.credentials?.values ?? new Map<string, string>();
    const fields = Object.entries(headers);
    if (!fields.some(([, text]) => needsSecret(text, values))) return headers;
    this.#mustBeDeclared(url);
    return Object.fromEntries(fields.map(([name, text]) => [name, filledIn(text, values)]));
  }

  /** The address as it is sent, with its secrets. Only hosts that the declaration names get them. */
  filled(url: string): string {
    const values = this.#options.credentials?.values ?? new Map<string, string>();
    if (!needsSecret(url, values)) return url;
    this.#mustBeDeclared(url);
    return withSecrets(url, values);
  }

  #mustBeDeclared(url: string): void {
    if (this.#declaredHosts.has(hostOf(url))) return;
    throw new InputError(
      `Cannot download ${quoteValue(url)}: the declaration does not name the host that wants a secret`,
    );
  }

  async #follow(url: string, first: string, request: Asked, signal: AbortSignal): Promise<Response> {
    let at = first;
    let asked = request;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#answer(url, at, asked, signal);
      const location = response.headers.get('location');
      if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return response;
      await response.body?.cancel();
      const to = this.#redirected(at, location, url);
      // As browsers do (RFC 9110, section 15.4): these ask for the new address, they do not repeat the form.
      if (response.status < 304) asked = { headers: asked.headers };
      if (new URL(to).origin !== new URL(at).origin) {
        // Whoever is asked now gets nothing that is secret.
        asked = { ...asked, headers: this.#withoutSecretFields(asked.headers) };
      }
      at = to;
    }
    throw new InputError(`Cannot download ${quoteValue(url)}: more than ${REDIRECTS_MAX} redirects`);
  }

  async #answer(url: string, at: string, asked: Asked, signal: AbortSignal): Promise<Response> {
    const silence = new AbortController();
    const guards = {
      dispatcher: this.#agent,
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    } as const;
    const answer = fetch(at, { ...asked, ...guards }).catch((error: unknown) => {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.cause : undefined;
      if (!(reason instanceof AddressError)) throw connectionFault(error);
      const from = at === this.filled(url) ? '' : `it redirects to ${quoteValue(at)}, and `;
      throw new InputError(`Cannot download ${quoteValue(url)}: ${from}${reason.message}`, { cause: error });
    });
    try {
      return await withinSilence(answer, this.limits.silenceMs);
    } catch (error) {
      silence.abort();
      throw error;
    }
  }

  /** Where a redirect leads. One that leaves TLS is refused, as one that leaves HTTP is. */
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

  #withoutSecretFields(headers: Asked['headers']): Record<string, string> {
    const fields = Object.entries(headers).filter(([, text]) => ![...this.#secrets].some((one) => text.includes(one)));
    return Object.fromEntries(fields.filter(([name]) => name !== 'authorization'));
  }

  /**
   * Reads the body of an answer as text.
   * @throws {InputError} where it is longer than allowed
   */
  async textOf(response: Response, url: string, bytesMax: number, signal: AbortSignal): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of this.bodyOf(response, signal)) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw new InputError(`Cannot read ${quoteValue(url)}: it is longer than the allowed ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** The chunks of a body. A connection that breaks, falls silent or drips (`leastBytes`) is retryable. */
  async *bodyOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    const { silenceMs, leastBytes } = this.limits;
    let leftMs = silenceMs;
    let bytes = 0;
    try {
      for (;;) {
        const startedMs = performance.now();
        const next = reader.read().catch((error: unknown) => Promise.reject(connectionFault(error)));
        const { value } = await withinSilence(next, silenceMs, leftMs, bytes);
        if (value === undefined) return;
        signal.throwIfAborted();
        // The time that the caller takes for a chunk does not count.
        leftMs -= performance.now() - startedMs;
        bytes += (value as Uint8Array).length;
        if (bytes >= leastBytes) [leftMs, bytes] = [silenceMs, 0];
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
}
