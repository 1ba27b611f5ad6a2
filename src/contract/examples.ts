import type { DataExamples, ExampleSearch } from '../model/index.ts';
import type { DoorDeclaration } from './door.ts';
import type { Operation, OperationParameter } from './operations.ts';
import { OPERATIONS, RATE_LIMIT, SEARCH_LIMITS, limitReached, rateLimitOf } from './operations.ts';
import { PROBLEMS, problemPath, type ProblemCode } from './problems.ts';
import type { Problem } from './schemas.ts';

export interface ServiceFacts {
  /** Public address of the API without a slash at its end. */
  readonly baseUrl: string;
  /** Public address of the site without a slash at its end. */
  readonly siteUrl: string;
  readonly dataProvider: string;
  readonly maintainer?: string | undefined;
  /** `mailto:` or the address of a page. */
  readonly contact?: string | undefined;
  /** Lifetime of a cursor in seconds, and maximum number of officers in one response; absent if unknown. */
  readonly cursorTtlSeconds?: number;
  readonly officersMax?: number;
  /** The setting `RATE_LIMIT`: {@linkcode rateLimitOf}. */
  readonly rateLimit?: number;
  /** The enabled doors: resources beside the three operations. Default: none. */
  readonly doors?: readonly DoorDeclaration[];
}

/** The facts that examples are made from: about the service and about its data. */
export interface ExampleFacts extends ServiceFacts {
  readonly examples?: DataExamples | undefined;
  /**
   * Whether the data is invented. Only then examples name officers: documents get copied, and copies do not keep a person's data current.
   */
  readonly isSample?: boolean;
}

/** The attribution text, shown wherever the data is displayed. */
export function attributionText(dataProvider: string): string {
  return `Powered by ${dataProvider}`;
}

/** An id that no record has, for examples of errors. */
export const UNKNOWN_ID = 'co_2v5k8m0q3s6t9w1x4y7za0bcde';

/** Returns a successful response of each operation to the request of {@linkcode exampleTarget}; absent if the data has nothing to show. */
export function exampleAnswers({
  dataProvider,
  examples,
  isSample,
}: ExampleFacts): Partial<Record<Operation['answer'], object>> {
  if (examples === undefined) return {};
  const attribution = attributionText(dataProvider);
  const { search, company, officers } = examples;
  return {
    SearchPage: {
      object: 'list',
      query: search.query,
      countries: search.country === undefined ? [] : [search.country],
      data: search.companies,
      next_cursor: null,
      attribution,
    },
    CompanyEnvelope: { data: company, attribution },
    ...(officers !== undefined &&
      isSample === true && {
        OfficerPage: {
          object: 'company_officer_list',
          requested_company_id: officers.id,
          company_id: officers.id,
          data: officers.list,
          has_more: false,
          attribution,
        },
      }),
  };
}

/** Returns the value of a parameter in an operation's example request; undefined if the data has none, and for cursors, which expire. */
export function findExample(
  { id }: Operation,
  { name }: OperationParameter,
  examples: DataExamples | undefined,
): string | number | undefined {
  if (name === 'company_id') return id === 'listOfficers' ? examples?.officers?.id : examples?.company.id;
  if (name === 'q') return examples?.search.query;
  if (name === 'country') return examples?.search.country;
  return name === 'limit' ? SEARCH_LIMITS.limitDefault : undefined;
}

/** Returns the path and query of an operation's example request; undefined if the request would find nothing in the data. */
export function exampleTarget(operation: Operation, examples: DataExamples | undefined): string | undefined {
  if (operation.id === 'searchCompanies') return examples && searchTarget(examples.search);
  const [id] = operation.parameters.map((parameter) => findExample(operation, parameter, examples));
  return id === undefined ? undefined : operation.path.replace('{company_id}', String(id));
}

/** Returns the path and query of a search. */
export function searchTarget(
  { query, country }: Pick<ExampleSearch, 'query' | 'country'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams({ q: query, ...(country !== undefined && { country }), ...more });
  return `/v1/search?${parameters.toString()}`;
}

/** Returns the request of a problem's example: its response is this problem whatever the data contains. */
function problemTarget(code: ProblemCode, operation: Operation, examples: DataExamples | undefined): string {
  const isSearch = operation.id === 'searchCompanies';
  const withId = (id: string): string => operation.path.replace('{company_id}', id);
  if (code === 'invalid_request') return isSearch ? searchTarget({ query: 'ko' }) : withId('co_1');
  if (code === 'not_found') return withId(UNKNOWN_ID);
  return exampleTarget(operation, examples) ?? (isSearch ? searchTarget({ query: 'example' }) : withId(UNKNOWN_ID));
}

function exampleDetail(code: ProblemCode, requests: number): string {
  if (code !== 'rate_limited') return PROBLEMS[code].exampleDetail;
  return limitReached(requests, 'requests a minute', Math.ceil(RATE_LIMIT.windowSeconds / requests));
}

/** Returns an example of a problem of an operation; by default, of the first operation that has the problem. */
export function exampleProblem(
  facts: ExampleFacts,
  code: ProblemCode,
  operation: Operation | undefined = OPERATIONS.find(({ problems }) => problems.includes(code)),
): Problem {
  const { baseUrl, siteUrl, examples } = facts;
  const { status, title, retryable } = PROBLEMS[code];
  const isOfAnId = code === 'invalid_request' && operation?.id !== 'searchCompanies';
  return {
    type: siteUrl + problemPath(code),
    title,
    status,
    detail: isOfAnId
      ? 'Parameter "company_id" must have the format of a company ID (co_ and 26 characters), got "co_1"'
      : exampleDetail(code, rateLimitOf(facts)),
    instance: baseUrl + (operation === undefined ? '' : problemTarget(code, operation, examples)),
    request_id: 'req_4h7j0k3m6n9p2q5r8s1tvwxyz0',
    code,
    retryable,
  };
}
