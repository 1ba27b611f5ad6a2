import type { ProblemCode } from '../contract/index.ts';
import { quoteValue } from '../model/index.ts';

/** How a problem differs from its row in the catalogue, and its header fields. */
export interface ProblemOptions {
  /** Another status than the catalogue's: 405 for a method that is not allowed. */
  readonly status?: number;
  /** For `Retry-After`, in seconds, at least 1. */
  readonly retryAfterSeconds?: number;
  readonly contentRange?: string;
  readonly allow?: string;
}

/** An error whose response is a problem document (RFC 9457). Any code may throw it; the HTTP server renders it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  /** `detail` becomes the `detail` of the problem: it names the parameter and quotes its value. */
  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    // A problem is an ordinary response. Its stack trace is never read, and would take longer than the rest of the response.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.options = options;
  }
}

/** Makes the problem of a parameter that breaks a rule. */
export function invalidParameter(name: string, rule: string, value?: string): ProblemError {
  const got = value === undefined ? '' : `, got ${quoteValue(value)}`;
  return new ProblemError('invalid_request', `Parameter "${name}" ${rule}${got}`);
}

/** Makes the problem of an id under which no company was ever published. */
export function notFound(id: string): ProblemError {
  return new ProblemError('not_found', `No company is visible under "${id}"`);
}
