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
import { AnswerHead } from './http1/header-template.ts';
import { answeredLines, type Answered } from './access-log.ts';
import type { Site, SiteDocument } from './config.ts';
import { RETRY_AFTER_SECONDS } from './limits/limiter.ts';
import { STATUS_CODES } from './http1/node-http.ts';
import { refused } from './operations/parameters.ts';
import { bytesIn, type Part } from './http1/chunks.ts';
import type { ServiceResponse } from './http1/plain-connection.ts';
import type { ServiceRequest } from './http1/plain-request.ts';
import { Refusal } from './problems/problem-error.ts';
import type { RequestFields } from './http1/request-fields.ts';

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
  /** The fields about the allowance, once the request has been counted. */
  rateLimit: string | undefined;
}

/** Header fields, each a line, as they go over the wire. All values are our own, and hold no line breaks. */
export function fieldLines(...fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/** The fields about the allowance, by requests left. */
export const RATE_LIMIT_FIELDS: readonly string[] = Array.from({ length: RATE_LIMIT.requests + 1 }, (_, left) =>
  fieldLines(['RateLimit', `"default";r=${left};t=${RETRY_AFTER_SECONDS}`], ['RateLimit-Policy', RATE_LIMIT_POLICY]),
);

/** The field of answers that hold for one request alone. */
const NOT_KEPT = ['Cache-Control', 'no-store'] as const;

/** The fields of every answer. */
const COMMON_FIELDS = fieldLines(
  ['X-Content-Type-Options', 'nosniff'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', EXPOSED_HEADERS],
);

const PREFLIGHT = headOf(
  204,
  ['Allow', 'GET, HEAD, OPTIONS'],
  ['Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS'],
  ['Access-Control-Allow-Headers', '*'],
  ['Access-Control-Max-Age', '86400'],
);

const CODE_OF_FAULT: Readonly<Record<BackendFault, ProblemCode>> = {
  rejected: 'upstream_error',
  busy: 'upstream_busy',
  unavailable: 'upstream_unavailable',
};

/** The head of answers that have these fields besides those of every answer. */
function headOf(status: number, ...fields: readonly (readonly [name: string, value: string])[]): AnswerHead {
  return new AnswerHead(status, fieldLines(...fields) + COMMON_FIELDS);
}

/** The head of a resource in JSON, for as long as it may be used without asking again. */
export function resourceHead(cacheControl: string): AnswerHead {
  return headOf(200, ['Content-Type', 'application/json'], ['Cache-Control', cacheControl]);
}

/** The head of an answer that says that the client's copy is current; it has the fields that the copy would be sent with now. */
export function notModifiedHead(...fields: readonly (readonly [name: string, value: string])[]): AnswerHead {
  return headOf(304, ...fields);
}

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

  /** 200 with a resource: its bytes, in parts, behind a {@linkcode resourceHead}. */
  resource(exchange: Exchange, head: AnswerHead, entityTag: string, body: readonly Part[]): void {
    this.#send(exchange, head, `ETag: ${entityTag}\r\n`, body);
  }

  /** 304: the client's copy is current. */
  notModified(exchange: Exchange, head: AnswerHead, entityTag: string): void {
    this.#send(exchange, head, `ETag: ${entityTag}\r\n`);
  }

  /** 204 to a preflight: any origin may ask with any header. */
  preflight(exchange: Exchange): void {
    this.#send(exchange, PREFLIGHT, '');
  }

  /** A page or a document of the site, with more header fields as lines. */
  document(exchange: Exchange, status: number, { contentType, body, headers = {} }: SiteDocument, more: string): void {
    this.#send(exchange, headOf(status, ['Content-Type', contentType], ...Object.entries(headers)), more, [body]);
  }

  /** 200 with a JSON value that must not be kept. */
  health(exchange: Exchange, value: object): void {
    this.#send(exchange, HEALTH, '', [Buffer.from(JSON.stringify(value))]);
  }

  /** The problem document for anything thrown. What was not foreseen is logged and answered `upstream_unavailable`. */
  problem(exchange: Exchange, thrown: unknown): void {
    const refusal = this.#refusalOf(exchange.requestId, thrown);
    const problem = this.#problemDocument(refusal, exchange.requestId, this.#instanceOf(exchange.request));
    const { retryAfterSeconds, allow } = refusal.options;
    const fields =
      (PROBLEMS[refusal.code].retryAfter ? fieldLines(['Retry-After', String(retryAfterSeconds ?? 1)]) : '') +
      (allow === undefined ? '' : fieldLines(['Allow', allow]));
    if (exchange.isPage && this.#problemPage !== undefined) {
      this.document(exchange, problem.status, this.#problemPage(problem), fieldLines(NOT_KEPT) + fields);
      return;
    }
    this.#send(exchange, problemHead(problem.status), fields, [Buffer.from(JSON.stringify(problem))]);
  }

  /**
   * The whole answer to bytes that are no request, as it goes over the wire: a problem document after which the
   * connection is closed. `instance` is the base address, for nothing else is known.
   */
  unreadable(refusal: Refusal, requestId: string): string {
    const problem = this.#problemDocument(refusal, requestId, this.#baseUrl);
    const body = JSON.stringify(problem);
    this.#log.info({ request_id: requestId, route: 'none', status: problem.status }, 'answered what is no request');
    const { allow } = refusal.options;
    const fields = fieldLines(
      ['Content-Type', 'application/problem+json'],
      ['Content-Length', String(Buffer.byteLength(body))],
      NOT_KEPT,
      ['X-Request-Id', requestId],
      ...(allow === undefined ? [] : ([['Allow', allow]] as const)),
      ['Connection', 'close'],
    );
    const statusLine = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n`;
    return `${statusLine}${fields}${COMMON_FIELDS}\r\n${body}`;
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

  #send(exchange: Exchange, head: AnswerHead, fields: string, body: readonly Part[] = NO_BODY): void {
    const { request, response, requestId, route, rateLimit = '' } = exchange;
    const length = body === NO_BODY ? '' : `Content-Length: ${bytesIn(body)}\r\n`;
    response.send(head, `${fields}${length}${rateLimit}X-Request-Id: ${requestId}\r\n`, body);
    const microseconds = Math.round((this.#nowMs() - exchange.startedMs) * 1000);
    this.#logAnswered({ requestId, method: request.method ?? '', route, status: head.status, microseconds });
  }
}

const problemHeads = new Map<number, AnswerHead>();

/** The head of a problem document; there are as many as statuses. */
function problemHead(status: number): AnswerHead {
  const known = problemHeads.get(status);
  if (known !== undefined) return known;
  const head = headOf(status, ['Content-Type', 'application/problem+json'], NOT_KEPT);
  problemHeads.set(status, head);
  return head;
}

const HEALTH = headOf(200, ['Content-Type', 'application/json'], NOT_KEPT);

/** Of an answer that has none, and not an empty one. */
const NO_BODY: readonly Part[] = [];

/** Node lets through more than a URI may hold: quotes, brackets, and per cent signs that start no escape. */
const NOT_IN_A_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/gu;
