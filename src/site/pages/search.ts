import type { Company, SearchView } from '../../contract/index.ts';
import { COUNTRY_COVERAGE } from '../../registers/index.ts';
import { countryName } from '../formatting.ts';
import { Html, markup } from '../html.ts';
import type { SiteDocument } from '../document.ts';
import { pageOf } from '../page.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The page of a search, which works without scripts; without a search, the form only. */
export function searchPage(facts: SiteFacts, view: SearchView | undefined): SiteDocument {
  return pageOf(facts, {
    title: view === undefined ? 'Search companies' : `“${view.query}”`,
    description: 'Search companies by the start of a name or of a business ID.',
    path: '/search',
    isUnlisted: view !== undefined,
    styles: ['search'],
    main: markup`<h1>Search companies</h1>
${searchForm(facts, view)}
${view && resultsOf(facts, view)}`,
  });
}

/** The search form for browsers without scripts. */
export function searchForm({ root }: SiteFacts, view?: SearchView): Html {
  const codes = [...COUNTRY_COVERAGE.keys()].toSorted();
  const options = codes.map(
    (code) =>
      markup`<option value="${code}"${view?.country === code && new Html(' selected')}>${countryName(code)}</option>\n`,
  );
  return markup`<form class="search" action="${root}/search" role="search">
<label>Name or business ID<input name="q" type="search" required minlength="3" value="${view?.query}" autocomplete="off"></label>
<label>Country<select name="country"><option value="all">All countries</option>
${options}</select></label>
<button>Search</button>
</form>`;
}

function resultsOf(facts: SiteFacts, view: SearchView): Html {
  const { root, baseUrl, dataProvider } = facts;
  const { query, country, companies, nextCursor } = view;
  const where = country === undefined ? '' : ` in ${countryName(country)}`;
  const target = new URLSearchParams({ q: query, ...(country && { country }) }).toString();
  const request = markup`<p class="quiet">The same search with the API:</p>
<pre tabindex="0"><code>curl '${baseUrl}/v1/search?${target}'</code></pre>`;
  if (companies.length === 0)
    return markup`<h2>No company begins with “${query}”${where}</h2>
<p>A search compares the beginning of registered names and business IDs. Try a shorter text, or another country. Accents, capitals and
punctuation make no difference.</p>
${request}`;
  const next = new URLSearchParams({
    q: query,
    ...(country && { country }),
    ...(nextCursor && { cursor: nextCursor }),
  });
  return markup`<h2>Companies that begin with “${query}”${where}</h2>
<ul class="results">
${companies.map((company) => resultOf(facts, company))}</ul>
${nextCursor !== undefined && markup`<p><a rel="next" href="${root}/search?${next.toString()}">Next page</a></p>`}
<p class="quiet">Powered by ${dataProvider}</p>
${request}`;
}

function resultOf({ root }: SiteFacts, company: Company): Html {
  const { id, name, country_code: country, legal_form: form, company_status: status } = company;
  const details = [country && countryName(country), form, status].filter((text) => text !== undefined);
  return markup`<li><a href="${root}/companies/${id}"><bdi>${name ?? id}</bdi></a><span>${details.join(' · ')}</span></li>\n`;
}
