import problems from './problems.json' with { type: 'json' };

export type ProblemCode = keyof typeof problems;

export const PROBLEM_CODES = Object.keys(problems) as ProblemCode[];

export interface ProblemKind {
  readonly code: ProblemCode;
  /** The HTTP status, also in the document. Only `invalid_request` has other statuses: 405 for a method, and for files 412 and 416. */
  readonly status: 400 | 404 | 429 | 502 | 503;
  readonly title: string;
  readonly retryable: boolean;
  /** Whether every response of this status has `Retry-After`. */
  readonly retryAfter: boolean;
  readonly description: string;
  /** Advice for the client. */
  readonly whatToDo: string;
  readonly exampleDetail: string;
}

/** The problem catalogue: everything that differs between kinds of errors. */
export const PROBLEMS = Object.fromEntries(
  PROBLEM_CODES.map((code) => [code, { code, ...problems[code] }]),
) as unknown as Readonly<Record<ProblemCode, ProblemKind>>;

/** Returns the path of a problem's page below the site: its code with hyphens. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code.replaceAll('_', '-')}`;
}
