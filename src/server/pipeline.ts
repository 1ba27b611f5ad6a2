import { eventually } from '../backend/index.ts';
import { RATE_LIMIT, RATE_LIMIT_POLICY } from '../contract/index.ts';
import { quoteValue } from '../model/index.ts';
import type { ServiceConfig, ServiceParts } from './config.ts';
import { fieldLines } from './header-template.ts';
import type { Context, Handler, PathParameters, ServiceRequest, ServiceResponse } from './http.ts';
import { clientKeys, parseAddressRanges } from './limits/client-address.ts';
import { RETRY_AFTER_SECONDS, TokenBuckets, type RateLimiter } from './limits/rate-limiter.ts';
import { ProblemError } from './problems/problem-error.ts';
import { requestIds } from './request-id.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { RouteName } from './telemetry/catalog.ts';

/** A handler with everything around it, ready for a request that was routed to it. */
export type Endpoint = (request: ServiceRequest, response: ServiceResponse, parameters?: PathParameters) => void;

const NO_PARAMETERS: PathParameters = {};

/** The header lines of the rate limit, by requests left. */
const RATE_LIMIT_LINES: readonly string[] = Array.from({ length: RATE_LIMIT.requests + 1 }, (_, left) =>
  fieldLines(['RateLimit', `"default";r=${left};t=${RETRY_AFTER_SECONDS}`], ['RateLimit-Policy', RATE_LIMIT_POLICY]),
);

/** Rate limits that are counted apart: a page must be no way around the limit of the operations, nor use it up. */
type Limit = 'operations' | 'pages';
const CLIENT_PREFIX: Readonly<Record<Limit, string>> = { operations: '', pages: 'p ' };

/** The steps around every handler: the request id, the rate limit, and the one place where errors become problems. */
export class Pipeline {
  readonly nextId = requestIds();
  readonly #writer: ResponseWriter;
  readonly #limiter: RateLimiter;
  readonly #clientOf: ReturnType<typeof clientKeys>;
  readonly #nowMs: () => number;
  readonly #metrics: Metrics;

  constructor(writer: ResponseWriter, metrics: Metrics, config: ServiceConfig, { clock, limiter }: ServiceParts) {
    this.#writer = writer;
    this.#metrics = metrics;
    this.#nowMs = clock.monotonicMs;
    this.#limiter = limiter ?? new TokenBuckets(this.#nowMs);
    this.#clientOf = clientKeys(parseAddressRanges(config.trustedProxies));
  }

  /** An endpoint without a rate limit: documents, health probes, unknown paths. */
  endpoint(route: Context['route'], handler: Handler): Endpoint {
    return (request, response, parameters = NO_PARAMETERS) => {
      const context: Context = {
        request,
        response,
        requestId: this.nextId(),
        route,
        startedMs: this.#nowMs(),
        isPage: false,
        rateLimit: undefined,
      };
      try {
        requireHost(request);
        const done = handler(context, parameters);
        if (done instanceof Promise) done.catch((error: unknown) => this.#writer.problem(context, error));
      } catch (error) {
        this.#writer.problem(context, error);
      }
    };
  }

  /** An endpoint of an operation: it costs one request of the client's limit, whatever the answer. */
  rateLimited(route: RouteName, handler: Handler): Endpoint {
    return this.endpoint(route, this.#limited(handler, 'operations'));
  }

  /** An endpoint of a page that shows data. Pages have a limit of their own, which is as large. */
  page(route: RouteName, handler: Handler): Endpoint {
    const limited = this.#limited(handler, 'pages');
    return this.endpoint(route, (context, parameters) => {
      context.isPage = true;
      return limited(context, parameters);
    });
  }

  #limited(handler: Handler, limit: Limit): Handler {
    const prefix = CLIENT_PREFIX[limit];
    return (context, parameters) => {
      const { socket, fields } = context.request;
      const client = this.#clientOf(socket.remoteAddress, fields.forwardedFor);
      return eventually(this.#limiter.take(prefix + client), (left) => {
        context.rateLimit = RATE_LIMIT_LINES[Math.max(0, left)];
        if (left >= 0) return handler(context, parameters);
        this.#metrics.add('rateLimited');
        throw new ProblemError(
          'rate_limited',
          `The limit of ${RATE_LIMIT.requests} requests a minute is reached; one more request is allowed every second`,
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      });
    };
  }
}

/** The characters of a host and a port (RFC 3986), without the comma, which joins several fields `Host` to one. */
const HOST = /^[\w\-.~!$&'()*+;=%:[\]]*$/;

/** RFC 9112, section 3.2: a request of HTTP/1.1 without `Host`, or with several, or with an invalid one, is refused. */
function requireHost({ fields: { host }, httpVersion }: ServiceRequest): void {
  if (host === undefined && httpVersion === '1.1') {
    throw new ProblemError('invalid_request', 'Header "Host" is required and missing');
  }
  if (host !== undefined && !HOST.test(host)) {
    throw new ProblemError('invalid_request', `Header "Host" must be one host, got ${quoteValue(host)}`);
  }
}
