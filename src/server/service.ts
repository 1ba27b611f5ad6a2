import type { Eventually } from '../backend/index.ts';
import { RATE_LIMIT } from '../contract/index.ts';
import { quoteValue } from '../model/index.ts';
import { RATE_LIMIT_FIELDS, type Answers, type Exchange } from './response-writer.ts';
import { clientKeys, parseAddressRanges } from './limits/client-address.ts';
import type { ServiceConfig, ServiceParts } from './config.ts';
import { MemoryLimiter, RETRY_AFTER_SECONDS, type Limiter } from './limits/limiter.ts';
import { eventually } from './operations/operations.ts';
import { Refusal } from './problems/problem-error.ts';
import type { ServiceResponse } from './http1/plain-connection.ts';
import type { ServiceRequest } from './http1/plain-request.ts';
import { readFields } from './http1/request-fields.ts';
import { requestIds } from './request-id.ts';

/** What a path holds besides its route, by name. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

/** Handles a request that was routed. */
export type Handler = (request: ServiceRequest, response: ServiceResponse, parameters?: PathParameters) => void;

/** Answers an exchange; what it throws or rejects with becomes a problem document. */
export type Answer = (exchange: Exchange, parameters: PathParameters) => Eventually<void>;

const NO_PARAMETERS: PathParameters = {};

/** What every request goes through: its id, its allowance, and the one place where faults become problems. */
export class Service {
  readonly answers: Answers;
  readonly nextId = requestIds();
  readonly #limiter: Limiter;
  readonly #clientOf: ReturnType<typeof clientKeys>;
  readonly #nowMs: () => number;

  constructor(answers: Answers, config: ServiceConfig, parts: ServiceParts) {
    this.answers = answers;
    this.#nowMs = parts.clock.monotonicMs;
    this.#limiter = parts.limiter ?? new MemoryLimiter(this.#nowMs);
    this.#clientOf = clientKeys(parseAddressRanges(config.trustedProxies));
  }

  /** A handler that answers without counting: documents, probes, and what is no operation. */
  handler(route: string, answer: Answer): Handler {
    return (request, response, parameters = NO_PARAMETERS) => {
      const exchange: Exchange = {
        request,
        response,
        fields: request.fields ?? readFields(request.rawHeaders),
        requestId: this.nextId(),
        route,
        startedMs: this.#nowMs(),
        isPage: false,
        rateLimit: undefined,
      };
      this.#settle(exchange, answer, parameters);
    };
  }

  /** A handler of an operation: it costs one request of the client's allowance, whatever its answer. */
  counted(route: string, answer: Answer): Handler {
    return this.handler(route, this.#counting(answer, ''));
  }

  /**
   * A handler of a page that shows data. It costs one request of an allowance of its own, as large: a page must be no way around
   * the one of the operations, and reading pages should not use that up.
   */
  page(route: string, answer: Answer): Handler {
    const counting = this.#counting(answer, 'p ');
    return this.handler(route, (exchange, parameters) => {
      exchange.isPage = true;
      return counting(exchange, parameters);
    });
  }

  #counting(answer: Answer, allowance: string): Answer {
    return (exchange, parameters) => {
      const client = this.#clientOf(exchange.request.socket.remoteAddress, exchange.fields.forwardedFor);
      return eventually(this.#limiter.take(allowance + client), (left) => {
        exchange.rateLimit = RATE_LIMIT_FIELDS[Math.max(0, left)];
        if (left >= 0) return answer(exchange, parameters);
        throw new Refusal(
          'rate_limited',
          `The allowance of ${RATE_LIMIT.requests} requests a minute is used up; one more request is allowed every second`,
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      });
    };
  }

  #settle(exchange: Exchange, answer: Answer, parameters: PathParameters): void {
    try {
      requireHost(exchange);
      const done = answer(exchange, parameters);
      if (done instanceof Promise) done.catch((error: unknown) => this.#problem(exchange, error));
    } catch (error) {
      this.#problem(exchange, error);
    }
  }

  #problem(exchange: Exchange, error: unknown): void {
    // A fault while an answer is on its way can only end it.
    if (exchange.response.isSent) exchange.response.destroy();
    else this.answers.problem(exchange, error);
  }
}

/** What a host and a port are made of (RFC 3986), without the comma, which joins several fields `Host` to one. */
const HOST = /^[\w\-.~!$&'()*+;=%:[\]]*$/;

/** RFC 9112, section 3.2: a request of HTTP/1.1 without `Host`, and any with several or with no host in it, is refused. */
function requireHost({ request, fields: { host } }: Exchange): void {
  if (host === undefined && request.httpVersion === '1.1') {
    throw new Refusal('invalid_request', 'Header "Host" is required and missing');
  }
  if (host !== undefined && !HOST.test(host)) {
    throw new Refusal('invalid_request', `Header "Host" must be one host, got ${quoteValue(host)}`);
  }
}
