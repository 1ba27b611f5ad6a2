import { markup } from '../../html.ts';
import type { SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** What may change, and how a version ends. */
export function versioningPage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  return {
    main: markup`<p>The version of the API is <code>/v1</code> in its paths. The <a href="${root}/api/openapi.json">OpenAPI document</a> has its own version, which
increases with every change of the document. The version of the software is in the <a href="${root}/developers/changelog">changelog</a>.</p>
<h2>What may change within <code>/v1</code></h2>
<ul>
<li>new operations, new optional parameters, new response fields, new headers;</li>
<li>new values of fields without a fixed list, such as <code>company_status</code> and <code>scheme</code> of classifications;</li>
<li>the wording of <code>title</code> and <code>detail</code>, the content of cursors and entity tags, the order of fields;</li>
<li>a higher rate limit, and longer lifetimes of cursors and responses.</li>
</ul>
<p>Ignore unknown fields, and read headers by name.</p>
<h2>What does not change</h2>
<ul>
<li>A field keeps its name, its type and its meaning. A required field stays required.</li>
<li>A request that is valid today stays valid.</li>
<li>The problem codes, their statuses, and the states of <code>lifecycle</code>.</li>
<li>The IDs of companies, in all versions. The larger API that the field names come from has the same IDs, so stored IDs stay valid there.</li>
</ul>
<p>The values that registers publish may change at any time: they are data, not part of the API.</p>
<h2>How a version ends</h2>
<p>An incompatible change is published as <code>/v2</code>, beside <code>/v1</code>. The end of a version is announced at least twelve months in advance:
in the changelog, and in the headers <code>Deprecation</code> (RFC 9745) and <code>Sunset</code> (RFC 8594) of all its responses. Nothing is deprecated today.</p>
<p>One exception: if law or safety requires it, a value or a behaviour can be removed at once. The changelog then says what was removed, and why.</p>`,
  };
}
