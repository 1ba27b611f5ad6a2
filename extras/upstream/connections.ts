import type { Pool } from 'undici';
import {
  BackendError,
  FairPermits,
  PositionGone,
  takeUpstreamRequest,
  type BackendFault,
  type ConnectionOptions,
  type SwapOptions,
} from '../../src/backend/index.ts';
import type { UpstreamAddress } from './address.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import {
  JSON_TYPE,
  PROBLEM_TYPE,
  connectionFault,
  isLost,
  lateFault,
  retryAfterIn,
  violation,
  type Reply,
} from './faults.ts';

export interface UpstreamOptions extends SwapOptions, ConnectionOptions {
  /** The bearer token; undefined if the service needs none. */
  readonly token: string | undefined;
  /** Called with the number of concurrent requests whenever it changes. */
  readonly onInFlight: (count: number) => void;
  readonly onFault: (fault: BackendFault) => void;
  /** Called once with the attribution of the service. */
  readonly onAttribution: (text: string) => void;
}

/** The longest response that is read, in bytes: 10,000 officers, or 25 companies with hundreds of activities each. */
const BODY_BYTES_MAX = 4 * 2 ** 20;
const HEAD_BYTES_MAX = 16_384;
const CONNECT_MS_MAX = 5000;
/** How long an idle connection is kept, unless the service announces another time. */
const IDLE_MS = 30_000;
/** The maximum age of a connection, so that load spreads again over the addresses of a name. */
const LIFETIME_MS = 300_000;

const TOO_MANY_REQUESTS = 429;
/** The pause after "too many requests" without `Retry-After`. */
const PAUSE_SECONDS = 1;

/** A bounded pool of connections to a service. No request follows a redirect, so the token is sent to one origin only. */
export class UpstreamConnections {
  readonly breaker: CircuitBreaker;
  readonly #address: UpstreamAddress;
  readonly #options: UpstreamOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #permits: FairPermits;
  #pool: Promise<Pool> | undefined;
  #inFlight = 0;
  #isClosed = false;

  constructor(address: UpstreamAddress, options: UpstreamOptions) {
    this.#address = address;
    this.#options = options;
    this.breaker = new CircuitBreaker(address.shown, options.nowMs);
    this.#permits = new FairPermits(`the service "${address.shown}"`, options);
    this.#headers = {
      accept: `${JSON_TYPE}, ${PROBLEM_TYPE}`,
      'accept-encoding': 'identity',
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    };
  }

  /**
   * Requests a path below the address. Returns the result of `read`.
   * @throws {BackendError} and the errors of `read`
   */
  async ask<T>(path: string, read: (reply: Reply) => T): Promise<T> {
    this.breaker.refuse();
    const client = takeUpstreamRequest();
    return await this.#permits.run(client, async () => {
      if (this.#isClosed) throw new BackendError('unavailable', 'The connections to the service are closed');
      const isTrial = this.breaker.begin();
      this.#options.onInFlight(++this.#inFlight);
      try {
        const reply = await this.#exchange(this.#address.path + path);
        if (reply.status === TOO_MANY_REQUESTS) this.breaker.pause(reply.retryAfterSeconds ?? PAUSE_SECONDS);
        const answer = read(reply);
        this.breaker.succeeded();
        return answer;
      } catch (error) {
        if (error instanceof BackendError) this.#options.onFault(error.fault);
        const hasAnswered =
          error instanceof BackendError ? error.fault !== 'unavailable' : error instanceof PositionGone;
        if (hasAnswered) this.breaker.succeeded();
        else this.breaker.failed(isTrial);
        throw error;
      } finally {
        this.#options.onInFlight(--this.#inFlight);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = await this.#pool;
    this.#pool = undefined;
    await pool?.destroy();
  }

  /** Sends one request and reads its whole response within the deadline. Replaces a lost connection once. */
  async #exchange(path: string): Promise<Reply> {
    const { deadlineMs } = this.#options;
    const { shown } = this.#address;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), deadlineMs);
    try {
      const pool = await (this.#pool ??= this.#open());
      const reply = await this.#send(pool, path, late.signal).catch(async (error: unknown) => {
        if (late.signal.aborted || !isLost(error)) throw error;
        return await this.#send(pool, path, late.signal);
      });
      // A body that is not read ends without a fault.
      late.signal.throwIfAborted();
      return reply;
    } catch (error) {
      if (error instanceof BackendError) throw error;
      throw late.signal.aborted ? lateFault(shown, deadlineMs) : connectionFault(error, shown);
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(pool: Pool, path: string, signal: AbortSignal): Promise<Reply> {
    const {
      statusCode: status,
      headers,
      body,
    } = await pool.request({ path, method: 'GET', headers: this.#headers, signal });
    const [type = ''] = (fieldIn(headers, 'content-type') ?? '').split(';', 1);
    const mediaType = type.trim().toLowerCase();
    const retryAfterSeconds = retryAfterIn(fieldIn(headers, 'retry-after'), Date.now());
    const head = { status, mediaType, retryAfterSeconds };
    if (mediaType !== JSON_TYPE && mediaType !== PROBLEM_TYPE) {
      await body.dump();
      return { ...head, body: Buffer.of() };
    }
    const coding = fieldIn(headers, 'content-encoding') ?? 'identity';
    if (coding.toLowerCase() !== 'identity') {
      await body.dump();
      throw violation(this.#address.shown, 'its response is compressed, but no compression was requested');
    }
    return { ...head, body: Buffer.from(await body.arrayBuffer()) };
  }

  async #open(): Promise<Pool> {
    const { Pool } = await import('undici');
    const { connectionsMax, deadlineMs } = this.#options;
    return new Pool(this.#address.origin, {
      connections: connectionsMax,
      pipelining: 1,
      allowH2: false,
      clientTtl: LIFETIME_MS,
      connect: { timeout: Math.min(CONNECT_MS_MAX, deadlineMs) },
      keepAliveTimeout: IDLE_MS,
      // One timer for the whole exchange is enough.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: HEAD_BYTES_MAX,
      maxResponseSize: BODY_BYTES_MAX,
    });
  }
}

/** A header field; the first of repeated ones. */
function fieldIn(headers: NodeJS.Dict<string | string[]>, name: string): string | undefined {
  return [headers[name]].flat()[0];
}
