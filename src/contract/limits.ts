import type { ServiceFacts } from './examples.ts';
import { RATE_LIMIT, RATE_LIMIT_NETWORKS, SEARCH_LIMITS, SITE_RATE_LIMIT, rateLimitOf } from './operations.ts';

/** Returns the limits of the service for programs: `/limits.json`, and `x-limits` of the OpenAPI document. */
export function describeLimits(facts: ServiceFacts) {
  const { cursorTtlSeconds, officersMax } = facts;
  const requests = rateLimitOf(facts);
  const { windowSeconds } = RATE_LIMIT;
  const { queryCharsMin, queryCharsMax, limitMin, limitMax, limitDefault } = SEARCH_LIMITS;
  return {
    rate_limits: [
      { applies_to: 'operations', requests, window_seconds: windowSeconds },
      { applies_to: 'pages that show data', requests, window_seconds: windowSeconds },
      { applies_to: 'everything else', requests: SITE_RATE_LIMIT.requests, window_seconds: windowSeconds },
    ],
    rate_limit_key: 'client address; of IPv6 its /64 network',
    rate_limit_networks: RATE_LIMIT_NETWORKS.map(({ bits, clients }) => ({
      applies_to: `all clients of an IPv6 /${bits} network together`,
      times_the_limit_of_a_client: clients,
    })),
    rate_limit_header_fields: ['RateLimit', 'RateLimit-Policy', 'Retry-After'],
    search: {
      q: { characters_min: queryCharsMin, characters_max: queryCharsMax },
      limit: { min: limitMin, max: limitMax, default: limitDefault },
      ...(cursorTtlSeconds !== undefined && { cursor: { lifetime_seconds_max: cursorTtlSeconds } }),
    },
    ...(officersMax !== undefined && { officers: { list_max: officersMax } }),
  };
}
