import type { Problem } from './types.ts';

/** What went wrong, for programs: the codes of the service. */
export type ProblemCode = Problem['code'];

/** The service answered with a problem document (RFC 9457). */
export class OpenFirmaError extends Error {
  override name = 'OpenFirmaError';
  /** What went wrong, for programs. */
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  /** Short summary, the same for every problem of a code. */
  readonly title: string;
  /** Explains the failure. For `invalid_request` it names the parameter. */
  readonly detail: string;
  /** The address of the page about this kind of problem. */
  readonly type: string;
  /** The service's id of the request: tell it to the operator. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before the next request, where the service said so. */
  readonly retryAfterSeconds: number | undefined;
  /** The problem document as it came. */
  readonly problem: Problem;

  constructor(problem: Problem, retryAfterSeconds?: number, message = `${problem.title}: ${problem.detail}`) {
    super(message);
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.type = problem.type;
    this.requestId = problem.request_id;
    this.retryable = problem.retryable;
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }
}

/** A walk over pages cannot go on: its cursor has expired, or the data it began in is gone. Start again from the first page. */
export class OpenFirmaCursorError extends OpenFirmaError {
  override name = 'OpenFirmaCursorError';
  /** How many companies the walk had given before. */
  readonly companiesGiven: number;

  constructor(problem: Problem, companiesGiven: number) {
    super(problem, undefined, `The walk cannot go on after ${companiesGiven} companies: ${problem.detail}`);
    this.companiesGiven = companiesGiven;
  }
}

/** No answer came, or it broke off: no connection, no such host, refused by the browser. `cause` is what `fetch` threw. */
export class OpenFirmaNetworkError extends Error {
  override name = 'OpenFirmaNetworkError';
  /** The address that was asked. */
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`Cannot get "${url}": ${reasonOf(cause)}`, { cause });
    this.url = url;
  }
}

/** Node says "fetch failed" and keeps the reason one level deeper. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return (thrown.cause instanceof Error && thrown.cause.message) || thrown.message;
}

/** What came is no answer of the service: a page of something in between, cut JSON, or another interface. */
export class OpenFirmaAnswerError extends Error {
  override name = 'OpenFirmaAnswerError';
  /** The address that was asked. */
  readonly url: string;
  /** The HTTP status. */
  readonly status: number;
  /** The beginning of what came. */
  readonly excerpt: string;
  /** Seconds to wait before the next request, where the answer said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(url: string, status: number, text: string, retryAfterSeconds?: number) {
    const excerpt = text.slice(0, 200);
    super(`"${url}" must answer as the interface says, got status ${status} with ${JSON.stringify(excerpt)}`);
    this.url = url;
    this.status = status;
    this.excerpt = excerpt;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
