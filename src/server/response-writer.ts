import type { Logger } from 'pino';
import { BackendError } from '../backend/index.ts';
import {
  EXPOSED_FILE_HEADERS,
  EXPOSED_HEADERS,
  PROBLEMS,
  problemPath,
  type Problem,
  type SiteDocument,
} from '../contract/index.ts';
import type { DataFacts } from '../model/index.ts';
import { ProblemError, toProblem } from '../operations/index.ts';
import { accessLog, type Answered } from './access-log.ts';
import type { ServiceConfig, ServiceParts } from './config.ts';
import type { FilePart } from './file-body.ts';
import { HeaderTemplate, fieldLines, type Field } from './header-template.ts';
import { lengthOf, type Body, type Context, type ServiceRequest } from './http.ts';
import { ClientAddresses } from './limits/client-address.ts';
import { READING_METHODS } from './method-not-allowed.ts';
import type { ProbeAnswer } from './telemetry/health.ts';
import type { Metrics } from './telemetry/metrics.ts';

const JSON_TYPE: Field = ['Content-Type', 'application/json'];
const PROBLEM_TYPE: Field = ['Content-Type', 'application/problem+json'];
const NO_STORE: Field = ['Cache-Control', 'no-store'];

const COMMON_FIELDS: readonly Field[] = commonFields(EXPOSED_HEADERS);

const FILE_FIELDS: readonly Field[] = commonFields(EXPOSED_FILE_HEADERS);

function commonFields(exposed: string): Field[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposed],
  ];
}

/** Makes the header of the answer to a preflight: any origin may send requests with any header. */
export function preflightTemplate(allow: string = READING_METHODS): HeaderTemplate {
  return new HeaderTemplate(
    204,
    ['Allow', allow],
    ['Access-Control-Allow-Methods', allow],
    ['Access-Control-Allow-Headers', '*'],
    ['Access-Control-Max-Age', '86400'],
    ...COMMON_FIELDS,
  );
}

/** A response without a body, which has no `Content-Length`. */
const NO_BODY = new Uint8Array(0);

/** Makes the header of a resource in JSON. */
export function resourceTemplate(cacheControl: Field): HeaderTemplate {
  return new HeaderTemplate(200, JSON_TYPE, cacheControl, ...COMMON_FIELDS);
}

/** Makes the header of a 304, with the fields that a 200 would have now (RFC 9110, section 15.4.5). */
export function notModifiedTemplate(...fields: readonly Field[]): HeaderTemplate {
  return new HeaderTemplate(304, ...fields, ...COMMON_FIELDS);
}

/** Writes every response of the service: one status line, one set of header fields, one body, one line of the log. */
export class ResponseWriter {
  readonly #config: ServiceConfig;
  readonly #origin: string;
  readonly #log: Logger;
  readonly #logAnswered: (answered: Answered) => void;
  readonly #metrics: Metrics;
  /** Undefined if addresses are not logged. */
  readonly #clients: ClientAddresses | undefined;
  readonly #nowMs: () => number;
  readonly #problemPage: ((problem: Problem) => SiteDocument) | undefined;
  readonly #problemTemplates = new Map<number, HeaderTemplate>();

  /** @param served returns the served data, if it is at hand */
  constructor(
    config: ServiceConfig,
    metrics: Metrics,
    { log, logDestination, clock, site }: ServiceParts,
    served: () => DataFacts | undefined,
  ) {
    this.#config = config;
    this.#origin = new URL(config.baseUrl).origin;
    this.#log = log;
    this.#metrics = metrics;
    this.#logAnswered = accessLog(log, logDestination);
    if (config.logClientAddress === true) this.#clients = new ClientAddresses(config.trustedProxies);
    this.#nowMs = clock.monotonicMs;
    this.#problemPage = site && ((problem) => site.problemPage(problem, served()));
  }

  /** Sends 200 with a resource under a {@linkcode resourceTemplate}. */
  resource(context: Context, template: HeaderTemplate, entityTag: string, body: Body): void {
    this.#send(context, template, `ETag: ${entityTag}\r\n`, body);
  }

  /** Sends 304: the client's copy is current. */
  notModified(context: Context, template: HeaderTemplate, entityTag: string): void {
    this.#send(context, template, `ETag: ${entityTag}\r\n`);
  }

  /** Sends 204 under a {@linkcode preflightTemplate}. */
  preflight(context: Context, template: HeaderTemplate): void {
    this.#send(context, template, '');
  }

  /** Sends a page or a document of the site, with more header fields as lines. */
  document(context: Context, status: number, { contentType, body, headers = {} }: SiteDocument, more: string): void {
    const fields = Object.entries(headers);
    const template = new HeaderTemplate(status, ['Content-Type', contentType], ...fields, ...COMMON_FIELDS);
    this.#send(context, template, more, body);
  }

  /** Sends a part of a file, with more header fields as lines. */
  file(context: Context, status: number, contentType: string, part: FilePart, more: string): void {
    if (context.response.isSent) {
      void part.file.close();
      return;
    }
    const template = new HeaderTemplate(status, ['Content-Type', contentType], ...FILE_FIELDS);
    this.#send(context, template, more, part);
  }

  probe(context: Context, { status, body }: ProbeAnswer): void {
    const template = new HeaderTemplate(status, JSON_TYPE, NO_STORE, ...COMMON_FIELDS);
    this.#send(context, template, '', Buffer.from(JSON.stringify(body)));
  }

  /** Sends the problem document for anything thrown. An unforeseen error is logged and sent as `upstream_unavailable`. */
  problem(context: Context, thrown: unknown): void {
    // Once a response has begun, the connection can only be closed.
    if (context.response.isSent) {
      context.response.destroy();
      return;
    }
    const error = this.#toProblem(context.requestId, thrown);
    const problem = this.#document(error, context.requestId, this.#toInstance(context.request));
    const fields = formatProblemLines(error);
    if (context.isPage && this.#problemPage !== undefined) {
      this.document(context, problem.status, this.#problemPage(problem), fieldLines(NO_STORE) + fields);
      return;
    }
    this.#send(context, this.#problemTemplate(problem.status), fields, Buffer.from(JSON.stringify(problem)));
  }

  /**
   * Returns the whole response to bytes that are not a request: a problem document, after which the connection is closed. `instance` is the
   * base address, because the target is unknown.
   */
  unreadable(error: ProblemError, requestId: string, socketAddress: string | undefined): Uint8Array {
    this.#metrics.add('unreadable');
    const problem = this.#document(error, requestId, this.#config.baseUrl);
    const address = this.#clients?.formatAddress(socketAddress, undefined);
    const client = address !== undefined && { client_address: address };
    this.#log.info(
      { request_id: requestId, route: 'none', status: problem.status, ...client },
      'answered unreadable bytes',
    );
    const body = Buffer.from(JSON.stringify(problem));
    const lines = `${formatProblemLines(error)}Content-Length: ${body.length}\r\nX-Request-Id: ${requestId}\r\n\r\n`;
    return Buffer.concat([this.#problemTemplate(problem.status).bytes(false), Buffer.from(lines), body]);
  }

  #document(error: ProblemError, requestId: string, instance: string): Problem {
    const { code, status, title, retryable } = PROBLEMS[error.code];
    return {
      type: this.#config.siteUrl + problemPath(code),
      title,
      status: error.options.status ?? status,
      detail: error.message,
      instance,
      request_id: requestId,
      code,
      retryable,
    };
  }

  #toProblem(requestId: string, thrown: unknown): ProblemError {
    if (thrown instanceof BackendError)
      this.#log.warn({ request_id: requestId, fault: thrown.fault, err: thrown }, 'data service failed');
    const expected = toProblem(thrown);
    if (expected !== undefined) return expected;
    this.#log.error({ request_id: requestId, err: thrown }, 'unforeseen fault');
    return new ProblemError('upstream_unavailable', PROBLEMS.upstream_unavailable.exampleDetail);
  }

  /** Returns the public URL of a request: the origin of the base address, then path and query as sent. */
  #toInstance(request: ServiceRequest): string {
    const target = (request.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
    if (!target.startsWith('/')) return this.#config.baseUrl;
    return this.#origin + escapedTarget(target);
  }

  #problemTemplate(status: number): HeaderTemplate {
    const made =
      this.#problemTemplates.get(status) ?? new HeaderTemplate(status, PROBLEM_TYPE, NO_STORE, ...COMMON_FIELDS);
    this.#problemTemplates.set(status, made);
    return made;
  }

  #send(context: Context, template: HeaderTemplate, lines: string, body: Body | FilePart = NO_BODY): void {
    const { request, response, requestId, route, rateLimit = '', startedMs } = context;
    // After the deadline, another response has been sent already.
    if (response.isSent) return;
    const bytes = 'file' in body ? body.end - body.start : lengthOf(body);
    const length = body === NO_BODY ? '' : `Content-Length: ${bytes}\r\n`;
    const all = `${lines}${length}${rateLimit}X-Request-Id: ${requestId}\r\n`;
    if ('file' in body) response.sendFile(template, all, body);
    else response.send(template, all, body);
    if (route === 'probe') return;
    const { method = '' } = request;
    const { status } = template;
    const microseconds = Math.round((this.#nowMs() - startedMs) * 1000);
    this.#metrics.answered(method, route, status, microseconds);
    const clientAddress = this.#clients?.formatAddress(request.socket.remoteAddress, request.fields.forwardedFor);
    this.#logAnswered({ requestId, method, route, status, microseconds, clientAddress });
  }
}

/** Returns the header lines that a problem has beside those of its status. */
function formatProblemLines({ code, options: { retryAfterSeconds = 1, allow, contentRange } }: ProblemError): string {
  return (
    (PROBLEMS[code].retryAfter ? `Retry-After: ${retryAfterSeconds}\r\n` : '') +
    (allow === undefined ? '' : `Allow: ${allow}\r\n`) +
    (contentRange === undefined ? '' : `Content-Range: ${contentRange}\r\n`)
  );
}

/** Node accepts characters that a URI may not contain: quotes, brackets, and per cent signs without an escape. */
const NOT_IN_A_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/;

/** Returns a target as a URI: invalid characters are escaped, and escapes stay. A call for each character would take 3 ms for 16 KB. */
function escapedTarget(target: string): string {
  if (!NOT_IN_A_URI.test(target)) return target;
  return encodeURI(target)
    .replaceAll('#', '%23')
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
