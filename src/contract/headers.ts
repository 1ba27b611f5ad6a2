import headers from './headers.json' with { type: 'json' };
import { RATE_LIMIT } from './operations.ts';

/** Returns the value of `RateLimit-Policy` for a limit of requests. */
export function rateLimitPolicy(name: string, requests: number): string {
  return `"${name}";q=${requests};w=${RATE_LIMIT.windowSeconds}`;
}

/** The value of `Access-Control-Expose-Headers` on every response except files. */
export const EXPOSED_HEADERS = 'RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id';

/** The value of `Access-Control-Expose-Headers` on files, of which scripts of other origins read ranges. */
export const EXPOSED_FILE_HEADERS = `${EXPOSED_HEADERS}, Accept-Ranges, Content-Range, Content-Location`;

const text = { type: 'string' } as const;

/** The names of the response header fields of the operations. Each is required where it is listed. */
export type HeaderName = keyof typeof headers;

interface HeaderDescription {
  readonly description: string;
  readonly required: boolean;
  readonly schema: Readonly<Record<string, string | number | readonly string[]>>;
  readonly example: string | number;
}

export const COMMON_HEADERS: readonly HeaderName[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
];

export const ANSWER_HEADERS: readonly HeaderName[] = [...COMMON_HEADERS, 'ETag'];

/** Describes the header fields of a rate limit for the OpenAPI document. @param requests allowed in a minute */
export function headersOfLimit(name: string, requests: number): Readonly<Record<HeaderName, HeaderDescription>> {
  return {
    ...headers,
    RateLimit: {
      ...headers.RateLimit,
      schema: { ...text, pattern: `^"${name}";r=\\d+;t=\\d+$` },
      example: `"${name}";r=${requests - 1};t=${Math.ceil(RATE_LIMIT.windowSeconds / requests)}`,
    },
    'RateLimit-Policy': {
      ...headers['RateLimit-Policy'],
      // Not the limit itself: a generated client must work with every operator's.
      schema: { ...text, pattern: `^"${name}";q=\\d+;w=${RATE_LIMIT.windowSeconds}$` },
      example: rateLimitPolicy(name, requests),
    },
    'Access-Control-Expose-Headers': exposedHeaders(EXPOSED_HEADERS),
  };
}

/** Describes `Access-Control-Expose-Headers` with `value` as its only value. */
export function exposedHeaders(value: string): HeaderDescription {
  return { ...headers['Access-Control-Expose-Headers'], schema: { ...text, enum: [value] }, example: value };
}
