import { SEARCH_LIMITS, problemPath, type ServiceFacts } from '../../../contract/index.ts';
import { markup } from '../../html.ts';
import type { Page } from '../../page.ts';
import { example, sectionPage } from './section.ts';

/** How to get more than one page. */
export function cursorsPage(facts: ServiceFacts): Page {
  const { baseUrl, siteUrl } = facts;
  const { limitMin, limitMax, limitDefault } = SEARCH_LIMITS;
  return sectionPage(facts, '/developers/cursors', {
    main: markup`<p>A page holds ${limitDefault} companies, or as many as <code>limit</code> says, from ${limitMin} to ${limitMax}. Where there are more, <code>next_cursor</code> is a
text: send it as <code>cursor</code>, with the same <code>q</code> and <code>country</code>, to get the next page. On the last page it is <code>null</code>.</p>
${example(
  'python',
  `import itertools, json, urllib.parse, urllib.request

def companies(**search):
    while True:
        query = urllib.parse.urlencode(search)
        with urllib.request.urlopen('${baseUrl}/v1/search?' + query) as answer:
            page = json.load(answer)
        yield from page['data']
        if page['next_cursor'] is None:
            return
        search['cursor'] = page['next_cursor']

found = list(itertools.islice(companies(q='nord', limit=3), 7))
print(len(found), 'companies,', len({company['id'] for company in found}), 'different ones')`,
  '7 companies, 7 different ones',
)}
<ul>
<li><strong>Opaque.</strong> A cursor belongs to its <code>q</code> and <code>country</code>, and cannot be made or read. <code>limit</code> may differ from page to page.</li>
<li><strong>It expires</strong>, in minutes rather than days: the operator sets how long. Walk on at once, do not store it. An expired one is answered
<a href="${siteUrl}${problemPath('invalid_request')}">400 <code>invalid_request</code></a>, and <code>detail</code> names <code>cursor</code>: start again from the first page.</li>
<li><strong>A walk sees one state of the data.</strong> Where new data is published meanwhile, the walk ends in the data it began in: nobody comes twice, nobody is left out.
Only what has been restricted since is gone at once, so a page may hold fewer companies than asked for.</li>
<li><strong>No count, no page numbers.</strong> The order is that of names: see <a href="${siteUrl}/developers/matching#registry-name-order">Registry name order</a>.</li>
</ul>
<p>Officers have no cursor: one answer holds the current ones, and <code>has_more</code> says whether the register lists more.</p>`,
  });
}
