import { COUNTRY_FILTER_PATTERN } from '../model/index.ts';
import type { ProblemCode } from './problems.ts';

export const SEARCH_LIMITS = {
  queryCharsMin: 3,
  queryCharsMax: 64,
  limitMin: 1,
  limitMax: 25,
  limitDefault: 10,
} as const;

/** The rate limit of a client address unless `RATE_LIMIT` is set: a token bucket of 60 requests that refills within a minute. */
export const RATE_LIMIT = { requests: 60, windowSeconds: 60 } as const;

/** Requests a window that a client address may send to the operations, and as many to the pages that show data. */
export function rateLimitOf({ rateLimit }: { readonly rateLimit?: number }): number {
  return rateLimit ?? RATE_LIMIT.requests;
}

/** The detail of a problem `rate_limited`. `counted` is the unit after the number of the limit. */
export function limitReached(requests: number, counted: string, seconds: number): string {
  return `The limit of ${requests} ${counted} is reached; try again in ${seconds} s`;
}

/**
 * The limit of everything beside the operations and the pages that show data, counted apart from both, in the same window. A page with
 * its scripts and images takes at most ten requests, so sixty pages a minute do not meet it, even if nothing is kept in a cache.
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

/** A parameter of a query or a path. Those of a path are always required. */
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

const companyId: OperationParameter = {
  name: 'company_id',
  in: 'path',
  required: true,
  description: 'Permanent company ID, as a search result carries it in `id`.',
  schema: { $ref: '#/components/schemas/CompanyId' },
};

/** The parameters of a search, in the contract and beside it. */
export const searchParameters: readonly OperationParameter[] = [
  {
    name: 'q',
    in: 'query',
    required: true,
    description:
      'The start of a company name or of a business ID. 3 to 64 characters (Unicode code points) once white space is collapsed: leading, trailing and repeated white space does not count.',
    // No maxLength: white space that does not count may make the parameter longer than 64 characters.
    schema: { type: 'string', minLength: SEARCH_LIMITS.queryCharsMin },
  },
  {
    name: 'country',
    in: 'query',
    required: false,
    description:
      'An ISO 3166-1 alpha-2 code in either case, or `all`. Omitted or `all` searches every country. `UK` means `GB`, `EL` means `GR`. A company is found under the country of its register and under its `country_code`.',
    schema: { type: 'string', pattern: COUNTRY_FILTER_PATTERN },
  },
  {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'Results per page, as plain decimal digits. It may change from page to page.',
    schema: {
      type: 'integer',
      minimum: SEARCH_LIMITS.limitMin,
      maximum: SEARCH_LIMITS.limitMax,
      default: SEARCH_LIMITS.limitDefault,
    },
  },
  {
    name: 'cursor',
    in: 'query',
    required: false,
    description:
      'The `next_cursor` of the previous page of the same `q` and `country`. Opaque. Cursors expire; then start again from the first page.',
    schema: { type: 'string', minLength: 1 },
  },
];

/** How whatever reads the data may fail for a while. */
export const UPSTREAM_PROBLEMS = ['upstream_error', 'upstream_busy', 'upstream_unavailable'] as const;

/** What holds for the query of an address, and for no other way to give parameters. */
export const QUERY_RULES = 'Each query parameter may be given once; unknown ones are ignored.';

/** The three operations of the service, in the order of the specification. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'searchCompanies',
    path: '/v1/search',
    tag: 'Search',
    summary: 'Search companies',
    description: `Matches the start of a company name or of a business ID. Results are in registry name order, without relevance scores. They carry the profile fields but no \`identifiers\`. ${QUERY_RULES}`,
    parameters: searchParameters,
    answer: 'SearchPage',
    problems: ['invalid_request', 'rate_limited', ...UPSTREAM_PROBLEMS],
  },
  {
    id: 'getCompany',
    path: '/v1/companies/{company_id}',
    tag: 'Companies',
    summary: 'Get a company',
    description:
      'One company by its permanent ID. A redirected record returns the requested ID in `data.id` and the canonical one in `data.lifecycle.canonical_id`; a split record lists `data.lifecycle.successor_ids`. Unknown and restricted values are absent.',
    parameters: [companyId],
    answer: 'CompanyEnvelope',
    problems: ['invalid_request', 'not_found', 'rate_limited', ...UPSTREAM_PROBLEMS],
  },
  {
    id: 'listOfficers',
    path: '/v1/companies/{company_id}/officers',
    tag: 'Companies',
    summary: 'List current officers',
    description:
      'The current officers of one company, each with the system that publishes it. A redirected ID resolves to its canonical record: `requested_company_id` holds the requested ID, `company_id` the canonical one.',
    parameters: [companyId],
    answer: 'OfficerPage',
    problems: ['invalid_request', 'not_found', 'rate_limited', ...UPSTREAM_PROBLEMS],
  },
];
