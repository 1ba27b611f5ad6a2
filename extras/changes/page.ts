import { doorDocumentPath } from '../../src/contract/index.ts';
import { Html, markup, code, example, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { CHANGES, CHANGES_LIMITS } from './declaration.ts';

const EVENT = `{
  "object": "change",
  "company_id": "co_7rtg63mqwvscakkjna0m6x78sh",
  "event": "changed",
  "generation": "2kxrnk0gkq42avx7mda0gz1kc9",
  "time": "2026-11-22T18:00:00.000Z",
  "fields": ["name", "officers"]
}`;

/** How to find out what changed. */
export function changesPage(facts: SiteFacts): SectionContent {
  const { root, baseUrl } = facts;
  const { requests } = CHANGES;
  return {
    main: markup`<p>Who keeps companies asks what changed since, and reads only those again.</p>
${example('sh', `curl -s '${baseUrl}/changes?limit=10' | grep -o '"object":"change_list"'`, '"object":"change_list"')}
<p>Each event in <code>data</code> names a company, what became of it, the generation and its time, and with <code>changed</code> which fields differ:</p>
${code('json', EVENT)}
<p>It has no value: the
<a href="${root}/developers/reference">company</a> has them. <code>next_cursor</code> is always there. Keep it, and ask with it again: behind the last event the answer is
empty until the next generation, and 304 to a request with its <code>ETag</code>.</p>
<ul>
<li><code>after</code> begins behind a generation, the one that a copy of the data is of;</li>
<li><code>since</code> begins behind a time, such as <code>2026-11-22T18:00:00Z</code>;</li>
<li><code>cursor</code> goes on where an answer ended;</li>
<li><code>limit</code> is 1 to ${CHANGES_LIMITS.eventsMax} events, by default ${CHANGES_LIMITS.eventsDefault}.</li>
</ul>
<p>A generation, a time or a cursor whose changes are not kept any more is answered 400: begin with a whole copy. <code>kept_since</code> is the time after which all
changes are kept.</p>
<h2>What became of a company</h2>
<ul>
<li><code>added</code>: it was never published before; <code>changed</code>: other values;</li>
<li><code>redirected</code>, <code>split</code>, <code>tombstoned</code>: its <a href="${root}/developers/lifecycle">lifecycle</a> now; <code>returned</code>: it is active again;</li>
<li><code>restricted</code>: its values are withheld. <strong>Drop all that you keep of it</strong>, earlier events too: they are gone here as well;</li>
<li><code>withdrawn</code>: the generation that published it was taken back.</li>
</ul>
${ofOne(facts)}
<h2>As a feed</h2>
<p>The latest ${CHANGES_LIMITS.entries} events are an Atom feed, <code>${baseUrl}/changes/atom</code>, which links to those before.</p>
${example('sh', `curl -s '${baseUrl}/changes/atom' | grep -o '<title>Changes of companies</title>'`, '<title>Changes of companies</title>')}
<p>Each client has ${requests} requests a minute for changes, counted apart from those of the operations: <code>RateLimit-Policy</code> names the limit <code>changes</code>. The
<a href="${root}${doorDocumentPath(CHANGES)}">OpenAPI document</a> has every field.</p>`,
  };
}

/** A request for the example company, where there is one. */
function ofOne({ baseUrl, examples }: SiteFacts): Html {
  if (examples === undefined) return new Html('');
  const path = `${baseUrl}/changes/companies/${examples.company.id}`;
  return markup`<h2>One company</h2>
<p>All that became of one company, the last first:</p>
${example('sh', `curl -s '${path}' | grep -o '"object":"change_list"'`, '"object":"change_list"')}`;
}
