import type { Problem } from './types.ts';

/** The problem codes of the service. */
export type ProblemCode = Problem['code'];

/** The service responded with a problem document (RFC 9457). */
export class OpenFirmaError extends Error {
  override name = 'OpenFirmaError';
  /** Identifies the kind of problem. */
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  /** Short summary, the same for all problems with this code. */
  readonly title: string;
  /** Explains the failure. For `invalid_request` it names the parameter. */
  readonly detail: string;
  /** The address of the page about this kind of problem. */
  readonly type: string;
  /** The service's ID of the request. Quote it when you write to the operator. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds of `Retry-After`, if the response had it. */
  readonly retryAfterSeconds: number | undefined;
  /** The problem document as received. */
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

/** The next page cannot be read because the cursor has expired or its data is gone. Start again from the first page. */
export class OpenFirmaCursorError extends OpenFirmaError {
  override name = 'OpenFirmaCursorError';
  /** Number of companies that earlier pages returned. */
  readonly companiesGiven: number;

  constructor(problem: Problem, companiesGiven: number) {
    const companies = companiesGiven === 1 ? '1 company' : `${companiesGiven} companies`;
    super(problem, undefined, `Cannot get the page after ${companies}: ${problem.detail}`);
    this.companiesGiven = companiesGiven;
  }
}

/** There was no complete response: no connection, unknown host, or blocked by the browser. `cause` is what `fetch` threw. */
export class OpenFirmaNetworkError extends Error {
  override name = 'OpenFirmaNetworkError';
  /** The requested address. */
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`Cannot get "${url}": ${findReason(cause)}`, { cause });
    this.url = url;
  }
}

/** Node's message is "fetch failed"; the reason is in `cause`. */
function findReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return (thrown.cause instanceof Error && thrown.cause.message) || thrown.message;
}

/** The response is not from the API (a proxy's page, another service), or its JSON is truncated. */
export class OpenFirmaAnswerError extends Error {
  override name = 'OpenFirmaAnswerError';
  /** The requested address. */
  readonly url: string;
  /** The HTTP status. */
  readonly status: number;
  /** The first 200 characters of the response. */
  readonly excerpt: string;
  /** Seconds of `Retry-After`, if the response had it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(url: string, status: number, text: string, retryAfterSeconds?: number) {
    const excerpt = text.slice(0, 200);
    super(`The response of "${url}" is not one of the API: status ${status}, body ${JSON.stringify(excerpt)}`);
    this.url = url;
    this.status = status;
    this.excerpt = excerpt;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
