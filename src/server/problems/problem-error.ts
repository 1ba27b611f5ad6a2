import type { ProblemCode } from '../../contract/index.ts';
import { quoteValue } from '../../model/index.ts';

/** How a problem differs from its row of the catalogue. */
export interface ProblemOptions {
  /** Another status than the catalogue's: 405 for a method that is not allowed. */
  readonly status?: number;
  /** For `Retry-After`, at least 1. */
  readonly retryAfterSeconds?: number;
  /** For `Content-Range`. */
  readonly contentRange?: string;
  /** For `Allow`. */
  readonly allow?: string;
}

/** A request that is answered with a problem document (RFC 9457). Any code may throw it; the response writer renders it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  /** `detail` becomes the `detail` of the problem: it names the parameter and quotes its value. */
  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    // A problem is an ordinary answer. Nobody reads its stack trace, which takes longer than the rest of the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.options = options;
  }
}

/** The problem with one parameter: the rule that it breaks, and the value that came. */
export function invalidParameter(name: string, rule: string, value?: string): ProblemError {
  const got = value === undefined ? '' : `, got ${quoteValue(value)}`;
  return new ProblemError('invalid_request', `Parameter "${name}" ${rule}${got}`);
}

/** No company was ever published under this id. */
export function notFound(id: string): ProblemError {
  return new ProblemError('not_found', `No company is visible under "${id}"`);
}

/** The methods of everything but the doors. */
export const READING_METHODS = 'GET, HEAD, OPTIONS';

/** A method other than those that are allowed, given as the field `Allow` has them. */
export function methodNotAllowed(method: string, allow: string = READING_METHODS): ProblemError {
  const choices = allow.replace(/, (?=\w+$)/, ' or ');
  return new ProblemError('invalid_request', `Method "${method}" is not allowed: use ${choices}`, {
    status: 405,
    allow,
  });
}
