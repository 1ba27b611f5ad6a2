import { PROBLEM_CODES, type ProblemCode } from '../../src/contract/index.ts';
import { retryAfterMs } from '../../src/model/index.ts';
import { BackendError, type BackendFault } from '../../src/backend/index.ts';

export interface Reply {
  readonly status: number;
  /** The media type without parameters, in lower case. */
  readonly mediaType: string;
  /** From `Retry-After`; undefined if it is missing or invalid. */
  readonly retryAfterSeconds: number | undefined;
  /** Empty if the media type is neither JSON nor that of problems. */
  readonly body: Buffer;
}

export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';

/** Maximum pause that is accepted, in seconds: an absurd value must not stop the service for long. */
const RETRY_SECONDS_MAX = 300;
/** Number of seconds after which a client may retry, if the service does not send `Retry-After`. */
const RETRY_SECONDS: Readonly<Record<BackendFault, number>> = { rejected: 1, busy: 1, unavailable: 2 };

/** Codes of errors after which another connection may succeed: the service may have closed an idle one. */
const LOST: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** Codes or names of errors for a response that is not valid HTTP, or too long. */
const GARBAGE = /^(?:HPE_|HTTPParserError$|UND_ERR_(?:HEADERS_OVERFLOW|RES_EXCEEDED_MAX_SIZE)$)/;

/** Returns the seconds of a `Retry-After` field, limited to the accepted range. */
export function parseRetryAfter(field: string | undefined, nowMs: number): number | undefined {
  const ms = retryAfterMs(field, nowMs);
  return ms === undefined ? undefined : Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil(ms / 1000)));
}

/** Returns the code of a problem; undefined if the response is not a problem, or its code is not in the contract. */
export function parseCode({ mediaType, body }: Reply): ProblemCode | undefined {
  if (mediaType !== PROBLEM_TYPE) return undefined;
  try {
    const problem: unknown = JSON.parse(body.toString());
    const code = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined;
    return PROBLEM_CODES.find((known) => known === code);
  } catch {
    // Not a problem document.
    return undefined;
  }
}

/** Returns the error for a response other than 200. The message contains no text of the service, which knows the token. */
export function createRefusal(reply: Reply, shown: string): BackendError {
  const { status, retryAfterSeconds } = reply;
  const code = parseCode(reply);
  const [fault, what] = interpretStatus(status, code);
  const answered = `${status}${code === undefined ? '' : ` ${code}`}`;
  return new BackendError(fault, `The service "${shown}" ${what}: it answered ${answered}`, {
    retryAfterSeconds: retryAfterSeconds ?? RETRY_SECONDS[fault],
  });
}

function interpretStatus(status: number, code: ProblemCode | undefined): readonly [BackendFault, string] {
  if (status === 429 || (status === 503 && code === 'upstream_busy')) return ['busy', 'is busy'];
  if (status === 503 || ((status === 502 || status === 504) && code !== 'upstream_error'))
    return ['unavailable', 'is away'];
  if (status === 401 || status === 403) return ['rejected', 'refuses UPSTREAM_TOKEN'];
  if (status >= 300 && status < 400) return ['rejected', 'redirects, which is not followed'];
  return ['rejected', 'refuses'];
}

/** Returns the error for a response that the contract does not allow. */
export function violation(shown: string, what: string): BackendError {
  return new BackendError('rejected', `The service "${shown}" breaks the contract: ${what}`);
}

export function isLost(error: unknown): boolean {
  return LOST.has(findErrorCode(error));
}

/** Returns the error for a failed connection. The cause is not attached: it may hold data that the service sent. */
export function connectionFault(error: unknown, shown: string): BackendError {
  const code = findErrorCode(error);
  if (GARBAGE.test(code)) return violation(shown, `its response is not valid HTTP or is too long (${code})`);
  return new BackendError('unavailable', `The service "${shown}" is away: ${code}`, {
    retryAfterSeconds: RETRY_SECONDS.unavailable,
  });
}

export function lateFault(shown: string, ms: number): BackendError {
  return new BackendError('unavailable', `The service "${shown}" does not answer within ${ms} ms`, {
    retryAfterSeconds: RETRY_SECONDS.unavailable,
  });
}

/** Returns the code of an error, or of its first part: an error of a host name has one part for each address. */
function findErrorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return findErrorCode(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown fault';
}
