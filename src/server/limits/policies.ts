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
    operations: policy('operations', { prefix: '', title: 'default', requests, counted: 'requests a minute' }),
    pages: policy('pages', { prefix: 'p ', title: 'pages', requests, counted: 'requests a minute for pages of data' }),
    site: policy('site', {
      prefix: 's ',
      title: 'site',
      requests: SITE_RATE_LIMIT.requests,
      counted: 'requests a minute for the site',
    }),
  };
}

/** Returns the policy of a door. */
export function doorPolicy({ name, letter, requests, unit = 'requests' }: DoorDeclaration): RateLimitPolicy {
  const counted = `${unit} a minute for the door "${name}"`;
  return policy(name, { prefix: `${letter} `, title: name, requests, counted });
}

function policy(
  name: string,
  { prefix, title, requests, counted }: { prefix: string; title: string; requests: number; counted: string },
): RateLimitPolicy {
  const stated = rateLimitPolicy(title, requests);
  const seconds = retryAfterSeconds(requests);
  const lines = Array.from({ length: requests + 1 }, (_, left) =>
    fieldLines(['RateLimit', `"${title}";r=${left};t=${seconds}`], ['RateLimit-Policy', stated]),
  );
  return { name, prefix, requests, lines, refusal: rateLimited({ requests, counted }), counted };
}

/** Makes the problem of a request that exceeds a limit because tokens are missing, one by default. */
export function rateLimited(
  { requests, counted }: Pick<RateLimitPolicy, 'requests' | 'counted'>,
  missing = 1,
): ProblemError {
  const seconds = retryAfterSeconds(requests, missing);
  return new ProblemError('rate_limited', limitReached(requests, counted, seconds), { retryAfterSeconds: seconds });
}
