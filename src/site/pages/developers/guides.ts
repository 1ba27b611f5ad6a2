/** The pages for developers whose texts are in `texts/`, with the values that their texts name. */
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
import { VARIES, example } from '../../examples.ts';
import { markup, table, withCode, type Html } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { textOf, type Values } from '../../texts.ts';
import type { SectionContent } from './section.ts';

/** Makes a page of a text and its values. */
function guide(
  name: string,
  valuesOf: (facts: SiteFacts) => Values = () => ({}),
): (facts: SiteFacts) => SectionContent {
  return (facts) => ({ main: textOf(facts, name, valuesOf(facts)) });
}

/** The guides by path below `/developers`. */
export const GUIDES = {
  attribution: guide('attribution'),
  authentication: guide('authentication', () => ({
    operations: OPERATIONS.map(({ summary }) => summary.toLowerCase()).join(', '),
  })),
  caching: guide('caching', (facts) => ({
    headers: headersTable(facts, 'Header fields for caching', ['Cache-Control', 'ETag']),
    example: revalidation(facts),
  })),
  cursors: guide('cursors', (facts) => ({ example: allPages(facts) })),
  errors: guide('errors', (facts) => ({ example: refusedRequest(facts), problems: problemsTable(facts) })),
  lifecycle: guide('lifecycle', () => ({ pattern: COMPANY_ID_PATTERN })),
  limits: guide('limits', limitValues),
  versioning: guide('versioning'),
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

/** A search that the data finds something for; without examples, any. */
function searchAddress({ baseUrl, examples }: ExampleFacts): string {
  return baseUrl + searchTarget(examples?.search ?? { query: 'example' });
}

function revalidation(facts: ExampleFacts): Html {
  return example(
    'sh',
    `url='${searchAddress(facts)}'
tag=$(curl -s -o /dev/null -D - "$url" | tr -d '\\r' | sed -n 's/^ETag: //p')
curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "$url"`,
    '304',
  );
}

/** A program that gets all pages of a search. */
function allPages({ baseUrl, examples }: ExampleFacts): Html | undefined {
  if (examples === undefined) return undefined;
  const [{ query, country, companies }] = examples.searches;
  const inCountry = country === undefined ? '' : `, country=${JSON.stringify(country)}`;
  const count = companies.length;
  return example(
    'python',
    `import itertools, json, urllib.parse, urllib.request

def companies(**search):
    while True:
        query = urllib.parse.urlencode(search)
        with urllib.request.urlopen('${baseUrl}/v1/search?' + query) as response:
            page = json.load(response)
        yield from page['data']
        if page['next_cursor'] is None:
            return
        search['cursor'] = page['next_cursor']

found = list(itertools.islice(companies(q=${JSON.stringify(query)}${inCountry}, limit=1), 3))
print(len(found), 'companies,', len({company['id'] for company in found}), 'different ones')`,
    `${count} companies, ${count} different ones`,
  );
}

function refusedRequest(facts: SiteFacts): Html {
  const target = `${facts.baseUrl}/v1/search?q=ko`;
  const problem = { ...exampleProblem(facts, 'invalid_request'), instance: target, request_id: VARIES };
  return example('sh', `curl -s '${target}'`, JSON.stringify(problem, null, 2));
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
    example: example(
      'sh',
      `curl -s -o /dev/null -D - '${searchAddress(facts)}' | tr -d '\\r' | grep -i '^RateLimit-Policy'`,
      `RateLimit-Policy: ${headersOfLimit('default', requests)['RateLimit-Policy'].example}`,
    ),
    headers: headersTable(facts, 'Header fields of the rate limit', ['RateLimit', 'RateLimit-Policy', 'Retry-After']),
  };
}
