import {
  HEADERS,
  RATE_LIMIT,
  RATE_LIMIT_POLICY,
  SITE_RATE_LIMIT,
  openDoors,
  problemPath,
  searchTarget,
  type HeaderName,
} from '../../../contract/index.ts';
import { markup, table, withCode } from '../../html.ts';
import { example, type SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

const NAMES: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy', 'Retry-After'];

/** Every answer has the fields, whatever it finds. */
const ANY = { query: 'example' };

/** The rate limit and its header fields. */
export function limitsPage(facts: SiteFacts): SectionContent {
  const { baseUrl, root, examples } = facts;
  const { requests, windowSeconds } = RATE_LIMIT;
  return {
    main: markup`<p>Each client address may send ${requests} requests in ${windowSeconds} seconds, also all at once. When the limit is reached, one more request
is allowed every ${windowSeconds / requests === 1 ? 'second' : markup`${windowSeconds / requests} seconds`}. Every request of an operation counts, whatever its status, including 304 and 400. Other requests
have limits of their own: ${requests} a minute for the pages of this site that show data, ${SITE_RATE_LIMIT.requests} for everything else, such as documents and
scripts${openDoors(facts).map(({ name, title, requests: own }) => markup`, ${own} for the <a href="${root}/developers/${name}">${title}</a>`)}. When the service is overloaded, a request may be answered <a href="${root}${problemPath('upstream_busy')}">503 <code>upstream_busy</code></a>, also with <code>Retry-After</code>.</p>
${example('sh', `curl -s -o /dev/null -D - '${baseUrl}${searchTarget(examples?.search ?? ANY)}' | tr -d '\\r' | grep -i '^RateLimit-Policy'`, `RateLimit-Policy: ${RATE_LIMIT_POLICY}`)}
<p>Programs read all limits in <a href="${root}/limits.json"><code>/limits.json</code></a>, which ${openDoors(facts).length === 0 ? 'is' : 'without those of other documents is'} also <code>x-limits</code> of the OpenAPI document.</p>
${table(
  'Header fields of the rate limit',
  ['Header', 'Meaning', 'Example'],
  NAMES.map((name) => [
    markup`<code>${name}</code>`,
    markup`${withCode(HEADERS[name].description)}`,
    markup`<code>${HEADERS[name].example}</code>`,
  ]),
)}
<h2>When the limit is reached</h2>
<p>The response is <a href="${root}${problemPath('rate_limited')}">429 <code>rate_limited</code></a> with <code>Retry-After</code> in seconds. Wait that long, then
send the same request again. A rejected request does not count, so an early retry does not extend the wait. Several programs behind one address share one
limit; send their waiting requests one after the other. The client in <a href="${root}/developers">Getting started</a> does this for you.</p>
<h2>How to need fewer requests</h2>
<ul>
<li>In a form, search after a pause of about 200 ms in typing, and cancel the previous request.</li>
<li>Request pages of 25 companies to get all results: see <a href="${root}/developers/cursors">Cursors</a>.</li>
<li>Reuse responses as long as <code>Cache-Control</code> allows: see <a href="${root}/developers/caching">Caching</a>.</li>
</ul>`,
  };
}
