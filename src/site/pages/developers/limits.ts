import {
  HEADERS,
  RATE_LIMIT,
  RATE_LIMIT_POLICY,
  problemPath,
  type HeaderName,
  type ServiceFacts,
} from '../../../contract/index.ts';
import { markup, table, withCode } from '../../html.ts';
import type { Page } from '../../page.ts';
import { example, sectionPage } from './section.ts';

const NAMES: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy', 'Retry-After'];

/** The allowance, and how answers tell of it. */
export function limitsPage(facts: ServiceFacts): Page {
  const { baseUrl, siteUrl } = facts;
  const { requests, windowSeconds } = RATE_LIMIT;
  return sectionPage(facts, '/developers/limits', {
    main: markup`<p>Each client address has ${requests} requests in ${windowSeconds} seconds, and may use them all at once. The allowance refills steadily:
after it is used up, one more request is allowed every ${windowSeconds / requests === 1 ? 'second' : markup`${windowSeconds / requests} seconds`}. Every request of an operation counts, whatever
its answer: a 304 and a 400 as well. Documents such as the OpenAPI description do not count, and the pages of this site that show data have an allowance
of their own.</p>
${example('sh', `curl -s -o /dev/null -D - '${baseUrl}/v1/search?q=nord' | tr -d '\\r' | grep -i '^RateLimit-Policy'`, `RateLimit-Policy: ${RATE_LIMIT_POLICY}`)}
${table(
  'Headers of the allowance',
  ['Header', 'What it says', 'Example'],
  NAMES.map((name) => [
    markup`<code>${name}</code>`,
    markup`${withCode(HEADERS[name].description)}`,
    markup`<code>${HEADERS[name].example}</code>`,
  ]),
)}
<h2>When it is used up</h2>
<p>The answer is <a href="${siteUrl}${problemPath('rate_limited')}">429 <code>rate_limited</code></a> with <code>Retry-After</code> in seconds. Wait that long, then
send the same request again. A refused request costs nothing: nobody waits longer for having asked too early. Several programs behind one address share its
allowance; let those that wait go on one after the other. The client of <a href="${siteUrl}/developers">Getting started</a> does all that.</p>
<h2>How to need fewer requests</h2>
<ul>
<li>In a form, search after a pause in typing, and cancel the request before. A page with <code>"next_cursor": null</code> holds everything: what is typed on can be filtered there.</li>
<li>Ask for pages of 25 when you walk: see <a href="${siteUrl}/developers/cursors">Cursors</a>.</li>
<li>Keep answers as long as they say: see <a href="${siteUrl}/developers/caching">Caching</a>.</li>
</ul>`,
  });
}
