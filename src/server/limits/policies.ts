import { SITE_RATE_LIMIT, limitReached, rateLimitPolicy, type DoorDeclaration } from '../../contract/index.ts';
import { fieldLines } from '../header-template.ts';
import { ProblemError } from '../../operations/index.ts';
import { retryAfterSeconds } from './rate-limiter.ts';

/** One rate limit, the same for every client. */
export interface RateLimitPolicy {
  /** `operations`; `pages` that show the same data; `site` for the rest of the site; or the name of a door. */
  readonly name: string;
  /** The prefix of a client, which separates its buckets. At most two characters. */
  readonly prefix: string;
  readonly requests: number;
  /** The header lines of a response, by the number of requests left. */
  readonly lines: readonly string[];
  readonly refusal: ProblemError;
  /** The words after a number of requests: `requests a minute`. */
  readonly counted: string;
}

/**
 * The policies of the core; `requests` is the number of requests a minute for the operations. Pages must not be a way around the limit of
 * the operations, nor use it up.
 */
export function policiesOf(requests: number): Readonly<Record<'operations' | 'pages' | 'site', RateLimitPolicy>> {
  return {
    operations: policy({ name: 'operations', prefix: '', requests, counted: 'requests a minute' }, 'default'),
    pages: policy({ name: 'pages', prefix: 'p ', requests, counted: 'requests a minute for pages of data' }),
    site: policy({
      name: 'site',
      prefix: 's ',
      requests: SITE_RATE_LIMIT.requests,
      counted: 'requests a minute for the site',
    }),
  };
}

export function doorPolicy({ name, letter, requests, unit = 'requests' }: DoorDeclaration): RateLimitPolicy {
  const counted = `${unit} a minute for the door "${name}"`;
  return policy({ name, prefix: `${letter} `, requests, counted });
}

/** @param title the name of the limit in header fields */
function policy(limit: Omit<RateLimitPolicy, 'lines' | 'refusal'>, title = limit.name): RateLimitPolicy {
  const { requests } = limit;
  const stated = rateLimitPolicy(title, requests);
  const seconds = retryAfterSeconds(requests);
  const lines = Array.from({ length: requests + 1 }, (_, left) =>
    fieldLines(['RateLimit', `"${title}";r=${left};t=${seconds}`], ['RateLimit-Policy', stated]),
  );
  return { ...limit, lines, refusal: rateLimited(limit) };
}

/** Makes the problem of a request that exceeds a limit because tokens are missing, one by default. */
export function rateLimited(
  { requests, counted }: Pick<RateLimitPolicy, 'requests' | 'counted'>,
  missing = 1,
): ProblemError {
  const seconds = retryAfterSeconds(requests, missing);
  return new ProblemError('rate_limited', limitReached(requests, counted, seconds), { retryAfterSeconds: seconds });
}
