/** The pages for developers whose texts are in `texts/`, with the values for the placeholders in their texts. */
import {
  OPERATIONS,
  PROBLEMS,
  PROBLEM_CODES,
  RATE_LIMIT,
  SITE_RATE_LIMIT,
  exampleProblem,
  headersOfLimit,
  problemPath,
  rateLimitOf,
  searchTarget,
  type ExampleFacts,
  type HeaderName,
} from '../../../contract/index.ts';
import { COMPANY_ID_PATTERN } from '../../../model/index.ts';
import { VARIES, highlighted, highlightedJson } from '../../code.ts';
import { markup, table, withCode, type Html } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { renderText, type Values } from '../../texts.ts';

/** The values for the text of each guide, by its path below `/developers`. */
export const GUIDES: Readonly<Record<string, (facts: SiteFacts) => Values>> = {
  attribution: () => ({}),
  authentication: () => ({ operations: OPERATIONS.map(({ summary }) => summary.toLowerCase()).join(', ') }),
  caching: (facts) => ({
    headers: headersTable(facts, 'Header fields for caching', ['Cache-Control', 'ETag']),
    search: searchAddress(facts),
  }),
  cursors: (facts) => ({ example: allPages(facts) }),
  errors: (facts) => ({
    refusal: highlightedJson({
      ...exampleProblem(facts, 'invalid_request'),
      instance: `${facts.baseUrl}/v1/search?q=ko`,
      request_id: VARIES,
    }),
    problems: problemsTable(facts),
  }),
  lifecycle: () => ({ pattern: COMPANY_ID_PATTERN }),
  limits: limitValues,
  versioning: () => ({}),
};

function headersTable(facts: SiteFacts, caption: string, names: readonly HeaderName[]): Html {
  const headers = headersOfLimit('default', rateLimitOf(facts));
  const rows = names.map((name) => [
    markup`<code>${name}</code>`,
    markup`${withCode(headers[name].description)}`,
    markup`<code>${headers[name].example}</code>`,
  ]);
  return table(caption, ['Header', 'Meaning', 'Example'], rows);
}

/** Returns the address of a search that finds companies in the data; of any search if the data has no examples. */
function searchAddress({ baseUrl, examples }: ExampleFacts): string {
  return baseUrl + searchTarget(examples?.search ?? { query: 'example' });
}

/** Returns a program that requests all pages of a search. */
function allPages(facts: SiteFacts): Html | undefined {
  if (facts.examples === undefined) return undefined;
  const [{ query, country, companies }] = facts.examples.searches;
  return renderText(facts, 'all-pages', {
    query: JSON.stringify(query).slice(1, -1),
    inCountry: country !== undefined && highlighted(`, country=${JSON.stringify(country)}`, 'python'),
    count: companies.length,
  });
}

function problemsTable({ root }: SiteFacts): Html {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, retryable, retryAfter } = PROBLEMS[code];
    return [
      markup`<a href="${root}${problemPath(code)}"><code>${code}</code></a>`,
      status,
      title,
      retryable ? 'yes' : 'no',
      retryAfter ? 'yes' : 'no',
      OPERATIONS.every(({ problems }) => problems.includes(code)) ? 'all' : 'by ID',
    ];
  });
  return table('Problems', ['Code', 'Status', 'Title', 'Retryable', 'Retry-After', 'Operations'], rows);
}

function limitValues(facts: SiteFacts): Values {
  const doors = facts.doors ?? [];
  const requests = rateLimitOf(facts);
  const seconds = RATE_LIMIT.windowSeconds / requests;
  return {
    interval: seconds === 1 ? 'second' : `${Number(seconds.toPrecision(3))} seconds`,
    siteRequests: SITE_RATE_LIMIT.requests,
    others: doors.map(
      (door) => markup`, ${door.requests} for the <a href="${facts.root}/developers/${door.name}">${door.title}</a>`,
    ),
    except: doors.length === 0 ? '' : ', except those of resources with a document of their own',
    search: searchAddress(facts),
    policy: headersOfLimit('default', requests)['RateLimit-Policy'].example,
    headers: headersTable(facts, 'Header fields of the rate limit', ['RateLimit', 'RateLimit-Policy', 'Retry-After']),
  };
}
