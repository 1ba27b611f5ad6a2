import { STATUS_CODES } from 'node:http';
import type { Logger } from 'pino';
import { BackendError, GenerationGone, type BackendFault } from '../backend/index.ts';
import {
  EXPOSED_HEADERS,
  PROBLEMS,
  RATE_LIMIT,
  RATE_LIMIT_POLICY,
  problemPath,
  type Problem,
  type ProblemCode,
  type ServiceFacts,
} from '../contract/index.ts';
import { answeredLines, type Answered } from './answered-line.ts';
import type { Site, SiteDocument } from './config.ts';
import { RETRY_AFTER_SECONDS } from './limiter.ts';
import { refused } from './parameters.ts';
import type { ServiceResponse } from './plain-connection.ts';
import type { ServiceRequest } from './plain-request.ts';
import { Refusal } from './refusal.ts';
import type { RequestFields } from './request-fields.ts';

/** One request while it is answered. */
export interface Exchange {
  readonly request: ServiceRequest;
  readonly response: ServiceResponse;
  readonly fields: RequestFields;
  readonly requestId: string;
  /** What answers, for the log: an operation, or the kind of document. */
  readonly route: string;
  /** By the monotonic clock. */
  readonly startedMs: number;
  /** Whether a person asks for a page, who is told of a problem by one. */
  isPage: boolean;
  /** The field `RateLimit`, once the request has been counted. */
  rateLimit: string | undefined;
}

/** Every field value of `RateLimit`, by requests left. */
export const RATE_LIMIT_FIELDS: readonly string[] = Array.from(
  { length: RATE_LIMIT.requests + 1 },
  (_, left) => `"default";r=${left};t=${RETRY_AFTER_SECONDS}`,
);

const CODE_OF_FAULT: Readonly<Record<BackendFault, ProblemCode>> = {
  rejected: 'upstream_error',
  busy: 'upstream_busy',
  unavailable: 'upstream_unavailable',
};

/** Writes every answer of the service: one status line, one set of header fields, one body, one line of the log. */
export class Answers {
  readonly #siteUrl: string;
  readonly #origin: string;
  readonly #baseUrl: string;
  readonly #log: Logger;
  readonly #logAnswered: (answered: Answered) => void;
  readonly #nowMs: () => number;
  readonly #problemPage: Site['problemPage'] | undefined;

  constructor(facts: ServiceFacts, log: Logger, nowMs: () => number, problemPage?: Site['problemPage']) {
    this.#problemPage = problemPage;
    this.#siteUrl = facts.siteUrl;
    this.#baseUrl = facts.baseUrl;
    this.#origin = new URL(facts.baseUrl).origin;
    this.#log = log;
    this.#logAnswered = answeredLines(log);
    this.#nowMs = nowMs;
  }

  /** 200 with a resource: its bytes, in parts. */
  resource(exchange: Exchange, body: readonly Uint8Array[], entityTag: string, cacheControl: string): void {
    this.#send(
      exchange,
      200,
      ['Content-Type', 'application/json', 'ETag', entityTag, 'Cache-Control', cacheControl],
      body,
    );
  }

  /** 304: the client's copy is current. */
  notModified(exchange: Exchange, entityTag: string, cacheControl: string, more: readonly string[] = []): void {
    this.#send(exchange, 304, ['ETag', entityTag, 'Cache-Control', cacheControl, ...more]);
  }

  /** 204 to a preflight: any origin may ask with any header. */
  preflight(exchange: Exchange): void {
    const fields = ['Allow', 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS'];
    fields.push('Access-Control-Allow-Headers', '*', 'Access-Control-Max-Age', '86400');
    this.#send(exchange, 204, fields);
  }

  /** A page or a document of the site, with more header fields. */
  document(
    exchange: Exchange,
    status: number,
    { contentType, body, headers = {} }: SiteDocument,
    more: readonly string[],
  ): void {
    this.#send(exchange, status, ['Content-Type', contentType, ...more, ...Object.entries(headers).flat()], [body]);
  }

  /** 200 with a JSON value that must not be kept. */
  health(exchange: Exchange, value: object): void {
    const fields = ['Content-Type', 'application/json', 'Cache-Control', 'no-store'];
    this.#send(exchange, 200, fields, [Buffer.from(JSON.stringify(value))]);
  }

  /** The problem document for anything thrown. What was not foreseen is logged and answered `upstream_unavailable`. */
  problem(exchange: Exchange, thrown: unknown): void {
    const refusal = this.#refusalOf(exchange.requestId, thrown);
    const problem = this.#problemDocument(refusal, exchange.requestId, this.#instanceOf(exchange.request));
    const fields = ['Cache-Control', 'no-store'];
    const { retryAfterSeconds, allow } = refusal.options;
    if (PROBLEMS[refusal.code].retryAfter) fields.push('Retry-After', String(retryAfterSeconds ?? 1));
    if (allow !== undefined) fields.push('Allow', allow);
    if (exchange.isPage && this.#problemPage !== undefined) {
      this.document(exchange, problem.status, this.#problemPage(problem), fields);
      return;
    }
    fields.push('Content-Type', 'application/problem+json');
    this.#send(exchange, problem.status, fields, [Buffer.from(JSON.stringify(problem))]);
  }

  /**
   * The whole answer to bytes that are no request, as it goes over the wire: a problem document after which the
   * connection is closed. `instance` is the base address, for nothing else is known.
   */
  unreadable(refusal: Refusal, requestId: string): string {
    const problem = this.#problemDocument(refusal, requestId, this.#baseUrl);
    const body = JSON.stringify(problem);
    this.#log.info({ request_id: requestId, route: 'none', status: problem.status }, 'answered what is no request');
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Access-Control-Allow-Origin: *',
      ...(refusal.options.allow === undefined ? [] : [`Allow: ${refusal.options.allow}`]),
      'Connection: close',
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  }

  #problemDocument(refusal: Refusal, requestId: string, instance: string): Problem {
    const { code, status, title, retryable } = PROBLEMS[refusal.code];
    return {
      type: this.#siteUrl + problemPath(code),
      title,
      status: refusal.options.status ?? status,
      detail: refusal.message,
      instance,
      request_id: requestId,
      code,
      retryable,
    };
  }

  #refusalOf(requestId: string, thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    if (thrown instanceof GenerationGone) {
      return refused('cursor', 'belongs to data that has been replaced: start again from the first page');
    }
    if (thrown instanceof BackendError) {
      this.#log.warn({ request_id: requestId, fault: thrown.fault, err: thrown }, 'data service failed');
      const code = CODE_OF_FAULT[thrown.fault];
      return new Refusal(code, PROBLEMS[code].exampleDetail, { retryAfterSeconds: thrown.retryAfterSeconds });
    }
    this.#log.error({ request_id: requestId, err: thrown }, 'unforeseen fault');
    return new Refusal('upstream_unavailable', PROBLEMS.upstream_unavailable.exampleDetail);
  }

  /** The public URL of a request: the origin of the base address, then path and query as sent. */
  #instanceOf(request: ServiceRequest): string {
    const target = (request.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
    if (!target.startsWith('/')) return this.#baseUrl;
    return this.#origin + target.replace(NOT_IN_A_URI, encodeURIComponent);
  }

  #send(exchange: Exchange, status: number, fields: string[], body: readonly Uint8Array[] = NO_BODY): void {
    const { request, response, requestId, route, rateLimit } = exchange;
    if (body !== NO_BODY) fields.push('Content-Length', String(body.reduce((sum, { length }) => sum + length, 0)));
    if (rateLimit !== undefined) fields.push('RateLimit', rateLimit, 'RateLimit-Policy', RATE_LIMIT_POLICY);
    fields.push('X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff');
    fields.push('Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED_HEADERS);
    response.send(status, fields, body);
    const ms = Math.round((this.#nowMs() - exchange.startedMs) * 1000) / 1000;
    this.#logAnswered({ requestId, method: request.method ?? '', route, status, ms });
  }
}

/** Of an answer that has none, and not an empty one. */
const NO_BODY: readonly Uint8Array[] = [];

/** Node lets through more than a URI may hold: quotes, brackets, and per cent signs that start no escape. */
const NOT_IN_A_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/gu;
