import { SITE_RATE_LIMIT, limitReached, rateLimitPolicy, type DoorDeclaration } from '../../contract/index.ts';
import { fieldLines } from '../header-template.ts';
import { ProblemError } from '../../operations/index.ts';
import { retryAfterSeconds, type Taken } from './rate-limiter.ts';

/** One rate limit, the same for every client. */
export interface RateLimitPolicy {
  /** `operations`; `pages` that show the same data; `site` for the rest of the site; or the name of a door. */
  readonly name: string;
  /** The prefix of a client, which separates its buckets. At most two characters. */
  readonly prefix: string;
  /** The name of the limit in header fields. */
  readonly title: string;
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
export function createPolicies(requests: number): Readonly<Record<'operations' | 'pages' | 'site', RateLimitPolicy>> {
  return {
    operations: createPolicy({
      name: 'operations',
      title: 'default',
      prefix: '',
      requests,
      counted: 'requests a minute',
    }),
    pages: createPolicy({
      name: 'pages',
      title: 'pages',
      prefix: 'p ',
      requests,
      counted: 'requests a minute for pages of data',
    }),
    site: createPolicy({
      name: 'site',
      title: 'site',
      prefix: 's ',
      requests: SITE_RATE_LIMIT.requests,
      counted: 'requests a minute for the site',
    }),
  };
}

export function doorPolicy({ name, letter, requests, unit = 'requests' }: DoorDeclaration): RateLimitPolicy {
  const counted = `${unit} a minute for the door "${name}"`;
  return createPolicy({ name, title: name, prefix: `${letter} `, requests, counted });
}

function createPolicy(limit: Omit<RateLimitPolicy, 'lines' | 'refusal'>): RateLimitPolicy {
  const { requests } = limit;
  const seconds = retryAfterSeconds(requests);
  const lines = Array.from({ length: requests + 1 }, (_, left) => formatLimitLines(limit, left, seconds));
  return { ...limit, lines, refusal: rateLimited(limit) };
}

function formatLimitLines(
  { title, requests }: Pick<RateLimitPolicy, 'title' | 'requests'>,
  left: number,
  seconds: number,
) {
  return fieldLines(
    ['RateLimit', `"${title}";r=${left};t=${seconds}`],
    ['RateLimit-Policy', rateLimitPolicy(title, requests)],
  );
}

/** Makes the problem of a request that exceeds a limit because tokens are missing, one by default. */
export function rateLimited(
  { requests, counted }: Pick<RateLimitPolicy, 'requests' | 'counted'>,
  missing = 1,
): ProblemError {
  const seconds = retryAfterSeconds(requests, missing);
  return new ProblemError('rate_limited', limitReached(requests, counted, seconds), { retryAfterSeconds: seconds });
}

/**
 * Returns the header lines and the problem of a request of `cost` tokens that exceeds a limit.
 * @param paid number of tokens that the request has paid already, and will have to pay again
 */
export function createRefusal(policy: RateLimitPolicy, taken: Taken, cost: number, paid = 0) {
  const { requests, counted, lines, refusal } = policy;
  if (typeof taken === 'number') {
    const missing = paid - taken;
    return { lines: lines[cost + taken], problem: missing === 1 ? refusal : rateLimited(policy, missing) };
  }
  const { bits, clients, missing } = taken;
  const network = {
    requests: requests * clients,
    counted: `${counted}, of all clients in your IPv6 /${bits} network,`,
  };
  return {
    lines: formatLimitLines(policy, cost - missing, retryAfterSeconds(network.requests)),
    problem: rateLimited(network, paid + missing),
  };
}
