import { SEARCH_LIMITS, problemPath, type ExampleFacts } from '../../../contract/index.ts';
import { markup, type Html } from '../../html.ts';
import { example, type SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** How to get all pages of a search. */
export function cursorsPage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  const { limitMin, limitMax, limitDefault } = SEARCH_LIMITS;
  return {
    main: markup`<p>A page holds ${limitDefault} companies, or as many as <code>limit</code> says, from ${limitMin} to ${limitMax}. If there are more, send <code>next_cursor</code> as
<code>cursor</code>, with the same <code>q</code> and <code>country</code>, to get the next page. On the last page <code>next_cursor</code> is <code>null</code>.</p>
${walk(facts)}
<ul>
<li><strong>Opaque.</strong> A cursor is valid for its <code>q</code> and <code>country</code> only. Do not parse or build one. <code>limit</code> may differ from page to page.</li>
<li><strong>It expires</strong> after some minutes, as the operator has set. Use it at once and do not store it. The response to an expired cursor is
<a href="${root}${problemPath('invalid_request')}">400 <code>invalid_request</code></a>, and <code>detail</code> names <code>cursor</code>: start again from the first page.</li>
<li><strong>All pages show one state of the data.</strong> If new data is published meanwhile, the next pages still come from the old data: no company is repeated or
missing. Only companies restricted since then are left out, so a page may hold fewer companies than <code>limit</code>.</li>
<li><strong>No count, no page numbers.</strong> The order is that of names: see <a href="${root}/developers/matching#registry-name-order">Registry name order</a>.</li>
</ul>
<p>Officers have no cursor: one response holds the current officers, and <code>has_more</code> says whether the register lists more.</p>`,
  };
}

/** A program that gets all pages of a search. */
function walk({ baseUrl, examples }: ExampleFacts): Html | undefined {
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
