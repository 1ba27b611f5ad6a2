import type { Dispatcher, Pool } from 'undici';
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
import { circuitBreaker } from './circuit-breaker.ts';
import {
  JSON_TYPE,
  PROBLEM_TYPE,
  connectionFault,
  isLost,
  lateFault,
  parseRetryAfter,
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

/** Maximum length of a response, in bytes: 10,000 officers, or 25 companies with hundreds of activities each. */
const BODY_BYTES_MAX = 4 * 2 ** 20;
const HEAD_BYTES_MAX = 16_384;
const CONNECT_MS_MAX = 5000;
/** How long an idle connection is kept, in milliseconds, unless the service announces another time. */
const IDLE_MS = 30_000;
/** The maximum age of a connection, in milliseconds, so that load spreads again over the addresses of a name. */
const LIFETIME_MS = 300_000;

const TOO_MANY_REQUESTS = 429;
/** The pause after "too many requests" without `Retry-After`. */
const PAUSE_SECONDS = 1;

export type UpstreamConnections = ReturnType<typeof openConnections>;

/** A bounded pool of connections to a service. No request follows a redirect, so the token is sent to one origin only. */
export function openConnections({ origin, path: base, shown }: UpstreamAddress, options: UpstreamOptions) {
  const { connectionsMax, deadlineMs, token, onInFlight, onFault } = options;
  const breaker = circuitBreaker(shown, options.nowMs);
  const permits = new FairPermits(`the service "${shown}"`, options);
  const headers = {
    accept: `${JSON_TYPE}, ${PROBLEM_TYPE}`,
    'accept-encoding': 'identity',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  let pool: Promise<Pool> | undefined;
  let inFlight = 0;
  let isClosed = false;

  /** Sends one request and reads its whole response within the deadline. Replaces a lost connection once. */
  const exchange = async (path: string): Promise<Reply> => {
    // Unlike `AbortSignal.timeout`, the timer ends with the response.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), deadlineMs);
    const { signal: late } = controller;
    const request = { path, method: 'GET', headers, signal: late } as const;
    try {
      const opened = await (pool ??= openPool(origin, connectionsMax, deadlineMs));
      const reply = await send(opened, request, shown).catch(async (error: unknown) => {
        if (late.aborted || !isLost(error)) throw error;
        return await send(opened, request, shown);
      });
      // A body that is dropped ends without an error, even if the deadline has passed.
      late.throwIfAborted();
      return reply;
    } catch (error) {
      if (error instanceof BackendError) throw error;
      throw late.aborted ? lateFault(shown, deadlineMs) : connectionFault(error, shown);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    breaker,
    /**
     * Requests a path below the address. Returns the result of `read`.
     * @throws {BackendError} and the errors of `read`
     */
    async ask<T>(path: string, read: (reply: Reply) => T): Promise<T> {
      breaker.refuse();
      return await permits.run(takeUpstreamRequest(), async () => {
        if (isClosed) throw new BackendError('unavailable', 'The connections to the service are closed');
        const isTrial = breaker.begin();
        onInFlight(++inFlight);
        try {
          const reply = await exchange(base + path);
          if (reply.status === TOO_MANY_REQUESTS) breaker.pause(reply.retryAfterSeconds ?? PAUSE_SECONDS);
          const answer = read(reply);
          breaker.succeeded();
          return answer;
        } catch (error) {
          if (error instanceof BackendError) onFault(error.fault);
          const hasAnswered =
            error instanceof BackendError ? error.fault !== 'unavailable' : error instanceof PositionGone;
          if (hasAnswered) breaker.succeeded();
          else breaker.failed(isTrial);
          throw error;
        } finally {
          onInFlight(--inFlight);
        }
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      const opened = await pool;
      pool = undefined;
      await opened?.destroy();
    },
  };
}

async function send(pool: Pool, request: Dispatcher.RequestOptions, shown: string): Promise<Reply> {
  const { statusCode: status, headers, body } = await pool.request(request);
  const [type = ''] = (readField(headers, 'content-type') ?? '').split(';', 1);
  const mediaType = type.trim().toLowerCase();
  const retryAfterSeconds = parseRetryAfter(readField(headers, 'retry-after'), Date.now());
  const head = { status, mediaType, retryAfterSeconds };
  if (mediaType !== JSON_TYPE && mediaType !== PROBLEM_TYPE) {
    await body.dump();
    return { ...head, body: Buffer.of() };
  }
  const coding = readField(headers, 'content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    await body.dump();
    throw violation(shown, 'its response is compressed, but no compression was requested');
  }
  return { ...head, body: Buffer.from(await body.arrayBuffer()) };
}

async function openPool(origin: string, connections: number, deadlineMs: number): Promise<Pool> {
  const { Pool } = await import('undici');
  return new Pool(origin, {
    connections,
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

/** Returns a header field, the first if it is repeated. */
function readField(headers: NodeJS.Dict<string | string[]>, name: string): string | undefined {
  return [headers[name]].flat()[0];
}
