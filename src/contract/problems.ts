/** The codes of all errors of the service. */
export const PROBLEM_CODES = [
  'invalid_request',
  'not_found',
  'rate_limited',
  'upstream_error',
  'upstream_busy',
  'upstream_unavailable',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** One row of the problem catalogue. */
export interface ProblemKind {
  readonly code: ProblemCode;
  /** The HTTP status, also in the document. Only `invalid_request` has others: 405 for a method, and for files 412 and 416. */
  readonly status: 400 | 404 | 429 | 502 | 503;
  readonly title: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Whether every response of this status has `Retry-After`. */
  readonly retryAfter: boolean;
  readonly description: string;
  /** Advice for the client. */
  readonly whatToDo: string;
  /** An example of `detail` for documents and pages. */
  readonly exampleDetail: string;
}

/** The problem catalogue: everything that differs between kinds of errors. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = {
  invalid_request: {
    code: 'invalid_request',
    status: 400,
    title: 'Invalid request',
    retryable: false,
    retryAfter: false,
    description: 'A parameter is missing or malformed, or a cursor has expired.',
    whatToDo:
      'Read `detail`: it names the parameter, quotes its value and says what is allowed. When it names `cursor`, start again from the first page.',
    exampleDetail: 'Parameter "q" must hold 3 to 64 characters once white space is collapsed (it holds 2), got "ko"',
  },
  not_found: {
    code: 'not_found',
    status: 404,
    title: 'Resource not found',
    retryable: false,
    retryAfter: false,
    description: 'No company is visible under the ID, or nothing is served at the path.',
    whatToDo:
      'Check the ID and the path. An ID that was ever published keeps answering, so a stored one may be cut or mistyped.',
    exampleDetail: 'No company is visible under "co_2v5k8m0q3s6t9w1x4y7za0bcde"',
  },
  rate_limited: {
    code: 'rate_limited',
    status: 429,
    title: 'Too many requests',
    retryable: true,
    retryAfter: true,
    description: 'The limit of 60 requests a minute, counted by client address, is exceeded.',
    whatToDo:
      'Wait for the seconds in the header `Retry-After`, then send the same request again. The header `RateLimit` says on every answer how many requests are left.',
    exampleDetail: 'The limit of 60 requests a minute is reached; try again in 1 s',
  },
  upstream_error: {
    code: 'upstream_error',
    status: 502,
    title: 'Upstream data service error',
    retryable: true,
    retryAfter: false,
    description: 'The company data service rejected the request.',
    whatToDo: 'Try again later. If it stays, tell the operator the `request_id`.',
    exampleDetail: 'The company data service rejected the request',
  },
  upstream_busy: {
    code: 'upstream_busy',
    status: 503,
    title: 'Company data temporarily unavailable',
    retryable: true,
    retryAfter: true,
    description: 'The company data service is busy.',
    whatToDo: 'Wait for the seconds in the header `Retry-After`, then send the same request again.',
    exampleDetail: 'The company data service is busy',
  },
  upstream_unavailable: {
    code: 'upstream_unavailable',
    status: 503,
    title: 'Company data unavailable',
    retryable: true,
    retryAfter: true,
    description: 'Company data is temporarily unavailable.',
    whatToDo:
      'Wait for the seconds in the header `Retry-After`, then send the same request again. If it stays, tell the operator the `request_id`.',
    exampleDetail: 'Company data is temporarily unavailable',
  },
};

/** The path of a problem's page below the site: its code with hyphens. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code.replaceAll('_', '-')}`;
}
