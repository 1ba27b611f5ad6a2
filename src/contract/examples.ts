import type { DataExamples, ExampleSearch } from '../model/index.ts';
import type { DoorDeclaration } from './doors/door.ts';
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
  /** How long a cursor can be used, and the most officers in one answer; absent where it is not known. */
  readonly cursorTtlSeconds?: number;
  readonly officersMax?: number;
  /** The setting `RATE_LIMIT`: {@linkcode rateLimitOf}. */
  readonly rateLimit?: number;
  /** The doors that are on: resources beside the three operations. By default none. */
  readonly doors?: readonly DoorDeclaration[];
}

/** What examples are made of: the service, and what is in its data. */
export interface ExampleFacts extends ServiceFacts {
  readonly examples?: DataExamples | undefined;
  /** Whether the data is invented. Examples name officers only then: documents are copied, and keep no person's data current. */
  readonly isSample?: boolean;
}

/** The attribution text, shown wherever the data is displayed. */
export function attributionText(dataProvider: string): string {
  return `Powered by ${dataProvider}`;
}

/** An id that no record has: examples of errors name it. */
const UNKNOWN_ID = 'co_2v5k8m0q3s6t9w1x4y7za0bcde';

/** A successful answer of each operation, to the request that {@linkcode exampleTarget} gives; absent where the data has none to show. */
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

/** The value of a parameter in an operation's example request; undefined where the data gives none. No cursor works for long. */
export function exampleOf(
  { id }: Operation,
  { name }: OperationParameter,
  examples: DataExamples | undefined,
): string | number | undefined {
  if (name === 'company_id') return id === 'listOfficers' ? examples?.officers?.id : examples?.company.id;
  if (name === 'q') return examples?.search.query;
  if (name === 'country') return examples?.search.country;
  return name === 'limit' ? SEARCH_LIMITS.limitDefault : undefined;
}

/** The path and query of an operation's example request; undefined where it would find nothing in the data. */
export function exampleTarget(operation: Operation, examples: DataExamples | undefined): string | undefined {
  if (operation.id === 'searchCompanies') return examples && searchTarget(examples.search);
  const [id] = operation.parameters.map((parameter) => exampleOf(operation, parameter, examples));
  return id === undefined ? undefined : operation.path.replace('{company_id}', String(id));
}

/** The path and query of a search. */
export function searchTarget(
  { query, country }: Pick<ExampleSearch, 'query' | 'country'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams({ q: query, ...(country !== undefined && { country }), ...more });
  return `/v1/search?${parameters.toString()}`;
}

/** The request of a problem's example: it has this response whatever the data contains. */
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

/** An example of a problem. Without an operation, it is one of the first operation that has the problem. */
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
