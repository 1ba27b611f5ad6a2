import { COUNTRY_FILTER_PATTERN } from '../model/index.ts';
import texts from './operations.json' with { type: 'json' };
import type { ProblemCode } from './problems.ts';

const { parameters, operations } = texts;

export const SEARCH_LIMITS = {
  queryCharsMin: 3,
  queryCharsMax: 64,
  limitMin: 1,
  limitMax: 25,
  limitDefault: 10,
} as const;

/** The rate limit of a client address unless `RATE_LIMIT` is set: a token bucket of 60 requests that refills within a minute. */
export const RATE_LIMIT = { requests: 60, windowSeconds: 60 } as const;

/**
 * Returns the number of requests that a client address may send to the operations in a window. Pages that show data have a separate limit
 * of this size.
 */
export function rateLimitOf({ rateLimit }: { readonly rateLimit?: number }): number {
  return rateLimit ?? RATE_LIMIT.requests;
}

/**
 * Each /64 network of IPv6 is a client. A home line has 256 of them, a /56, and a site 65,536, a /48; a phone has a single one. So the
 * clients of a network share the budget of some clients: no line gets 256 times the limit, and phones of one provider do not share one.
 */
export const RATE_LIMIT_NETWORKS = [
  { bits: 56, clients: 10 },
  { bits: 48, clients: 100 },
] as const;

/** Returns the detail of a problem `rate_limited`. `counted` is the unit after the number of the limit. */
export function limitReached(requests: number, counted: string, seconds: number): string {
  return `The limit of ${requests} ${counted} is reached; try again in ${seconds} s`;
}

/**
 * The limit of all paths other than the operations and the pages that show data, counted separately, in the same window. A page with its
 * scripts and images takes at most ten requests, so sixty pages a minute stay below the limit, even without a cache.
 */
export const SITE_RATE_LIMIT = { requests: 600, windowSeconds: RATE_LIMIT.windowSeconds } as const;

export interface OperationParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, string | number | object>>;
  /** How a list is written: `explode` repeats the parameter. */
  readonly style?: 'form';
  readonly explode?: true;
}

/** Makes a parameter of a query or a path. Path parameters are always required. */
export function parameter(
  where: 'query' | 'path',
  name: string,
  schema: OperationParameter['schema'],
  description: string,
  required = where === 'path',
): OperationParameter {
  return { name, in: where, required, description, schema };
}

/** One of the three operations. Each is a GET without body and without credentials. */
export interface Operation {
  readonly id: 'searchCompanies' | 'getCompany' | 'listOfficers';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  readonly answer: 'SearchPage' | 'CompanyEnvelope' | 'OfficerPage';
  /** The problems of its error responses; their statuses are those of the specification. */
  readonly problems: readonly ProblemCode[];
}

const companyId = parameter('path', 'company_id', { $ref: '#/components/schemas/CompanyId' }, parameters.company_id);

const { limitMin: minimum, limitMax: maximum, limitDefault } = SEARCH_LIMITS;

/** The parameters of a search, also used by doors. */
export const searchParameters: readonly OperationParameter[] = [
  // No maxLength: white space that does not count may make the parameter longer than 64 characters.
  parameter('query', 'q', { type: 'string', minLength: SEARCH_LIMITS.queryCharsMin }, parameters.q, true),
  parameter('query', 'country', { type: 'string', pattern: COUNTRY_FILTER_PATTERN }, parameters.country),
  parameter('query', 'limit', { type: 'integer', minimum, maximum, default: limitDefault }, parameters.limit),
  parameter('query', 'cursor', { type: 'string', minLength: 1 }, parameters.cursor),
];

/** Temporary failures to read the data. */
export const UPSTREAM_PROBLEMS = ['upstream_error', 'upstream_busy', 'upstream_unavailable'] as const;

/** The rules for parameters in the query of an address. */
export const QUERY_RULES = 'Each query parameter may be given once; unknown ones are ignored.';

/** The parameters and the problems of both operations on one company. */
const byId: Pick<Operation, 'parameters' | 'problems'> = {
  parameters: [companyId],
  problems: ['invalid_request', 'not_found', 'rate_limited', ...UPSTREAM_PROBLEMS],
};

/** The three operations of the service, in the order of the specification. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'searchCompanies',
    ...operations.searchCompanies,
    description: `${operations.searchCompanies.description} ${QUERY_RULES}`,
    parameters: searchParameters,
    answer: 'SearchPage',
    problems: ['invalid_request', 'rate_limited', ...UPSTREAM_PROBLEMS],
  },
  { id: 'getCompany', ...operations.getCompany, ...byId, answer: 'CompanyEnvelope' },
  { id: 'listOfficers', ...operations.listOfficers, ...byId, answer: 'OfficerPage' },
];
