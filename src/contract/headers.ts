import { RATE_LIMIT } from './operations.ts';

/** The value of `RateLimit-Policy` for a limit of requests. */
export function rateLimitPolicy(name: string, requests: number): string {
  return `"${name}";q=${requests};w=${RATE_LIMIT.windowSeconds}`;
}

const RATE_LIMIT_POLICY = rateLimitPolicy('default', RATE_LIMIT.requests);

/** The value of `Access-Control-Expose-Headers`, the same on every response but files. */
export const EXPOSED_HEADERS = 'RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id';

/** The same on files, of which scripts of other origins read parts. */
export const EXPOSED_FILE_HEADERS = `${EXPOSED_HEADERS}, Accept-Ranges, Content-Range, Content-Location`;

const text = { type: 'string' } as const;

/** The response header fields of the operations, as the OpenAPI document describes them. Each is required where it is listed. */
export const HEADERS = {
  RateLimit: {
    description:
      'Requests left (`r`) and seconds until one more is allowed (`t`), as in the IETF draft "RateLimit header fields for HTTP".',
    schema: { ...text, pattern: '^"default";r=\\d+;t=\\d+$' },
    example: '"default";r=59;t=1',
  },
  'RateLimit-Policy': {
    description: 'The rate limit: `q` requests in `w` seconds per client address, with bursts up to the same number.',
    schema: { ...text, const: RATE_LIMIT_POLICY },
    example: RATE_LIMIT_POLICY,
  },
  'X-Request-Id': {
    description: 'The ID of this request; in a problem document it is also `request_id`.',
    schema: { ...text, pattern: '^req_[0-7][0-9a-hj-km-np-tv-z]{25}$' },
    example: 'req_4h7j0k3m6n9p2q5r8s1tvwxyz0',
  },
  'Cache-Control': {
    description:
      '`public, max-age=60` on success, shorter only where a cursor would expire sooner; `no-store` on problems.',
    schema: text,
    example: 'public, max-age=60',
  },
  ETag: {
    description: 'Names this representation. Send it back in `If-None-Match` to be answered 304 while it is current.',
    schema: { ...text, pattern: '^"[!#-~]+"$' },
    example: '"hE_4sgPmSzfoPe9oGep5bU-gcv95u"',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'Access-Control-Allow-Origin': {
    description: 'Every origin may read the answer.',
    schema: { ...text, const: '*' },
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The header fields that scripts of other origins may read.',
    schema: { ...text, const: EXPOSED_HEADERS },
    example: EXPOSED_HEADERS,
  },
  'X-Content-Type-Options': {
    description: 'The answer is what its `Content-Type` says, and nothing else.',
    schema: { ...text, const: 'nosniff' },
    example: 'nosniff',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

interface HeaderDescription {
  readonly description: string;
  readonly schema: Readonly<Record<string, string | number>>;
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

/** {@linkcode HEADERS} with the values of one rate limit: its name, and requests a minute. */
export function headersOfLimit(name: string, requests: number): Readonly<Record<HeaderName, HeaderDescription>> {
  const policy = rateLimitPolicy(name, requests);
  return {
    ...HEADERS,
    RateLimit: {
      ...HEADERS.RateLimit,
      schema: { ...text, pattern: `^"${name}";r=\\d+;t=\\d+$` },
      example: `"${name}";r=${requests - 1};t=${Math.ceil(RATE_LIMIT.windowSeconds / requests)}`,
    },
    'RateLimit-Policy': { ...HEADERS['RateLimit-Policy'], schema: { ...text, const: policy }, example: policy },
  };
}
