import type { ServiceFacts } from '../../../contract/index.ts';
import { markup } from '../../html.ts';
import type { Page } from '../../page.ts';
import { sectionPage } from './section.ts';

/** What may change, and how an interface ends. */
export function versioningPage(facts: ServiceFacts): Page {
  const { siteUrl } = facts;
  return sectionPage(facts, '/developers/versioning', {
    main: markup`<p>The version of the interface is the <code>/v1</code> of its paths. The <a href="${siteUrl}/api/openapi.json">OpenAPI description</a> has a version of its own,
which rises with every change of the description; the software has another, in the <a href="${siteUrl}/developers/changelog">changelog</a>.</p>
<h2>What may change within <code>/v1</code></h2>
<ul>
<li>new operations, new optional parameters, new fields of answers, new headers;</li>
<li>new values of texts that have no fixed list, such as <code>company_status</code> and <code>scheme</code> of classifications;</li>
<li>the words of <code>title</code> and <code>detail</code>, the inside of cursors and entity tags, the order of fields;</li>
<li>a larger allowance, and longer lifetimes.</li>
</ul>
<p>Ignore fields that you do not know, and look at headers by name.</p>
<h2>What does not</h2>
<ul>
<li>A field keeps its name, its type and its meaning; one that is always there stays.</li>
<li>A request that is answered today is answered tomorrow.</li>
<li>The problem codes, their statuses, and the states of <code>lifecycle</code>.</li>
<li>The IDs of companies, in this version and in every other: they are the same as in the larger interface that the field names come from, so what you store stays valid there.</li>
</ul>
<p>The registers themselves may publish other values tomorrow; that is data, not interface.</p>
<h2>How a version ends</h2>
<p>A change that breaks one of these promises comes as <code>/v2</code>, beside <code>/v1</code>. A version that is to end says so for at least twelve months before:
in the changelog, and on each of its answers in the headers <code>Deprecation</code> (RFC 9745) and <code>Sunset</code> (RFC 8594). Nothing is deprecated today.</p>
<p>One exception: where law or safety demands it, a value or a behaviour can go at once. The changelog then says what and why.</p>`,
  });
}
