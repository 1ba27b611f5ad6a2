import type { Company, ServiceFacts } from '../../contract/index.ts';
import { COUNTRIES } from '../../model/index.ts';
import { COUNTRY_COVERAGE } from '../../registers/index.ts';
import { Html, markup } from '../html.ts';
import { pageOf, type Page } from '../page.ts';

/** A page of search results, to be shown. */
export interface SearchView {
  readonly query: string;
  /** ISO 3166-1 alpha-2; undefined for all countries. */
  readonly country: string | undefined;
  readonly companies: readonly Company[];
  readonly nextCursor: string | undefined;
}

/** The page of a search, for everybody without scripts and for links to a search; the form alone where nothing is asked for. */
export function searchPage(facts: ServiceFacts, view: SearchView | undefined): Page {
  return pageOf(facts, {
    title: view === undefined ? 'Search companies' : `“${view.query}”`,
    description: 'Search the company registers of 35 countries by the start of a name or of a business ID.',
    path: '/search',
    isUnlisted: view !== undefined,
    main: markup`<h1>Search companies</h1>
${searchForm(facts, view)}
${view && resultsOf(facts, view)}`,
  });
}

/** The form that searches without scripts. */
export function searchForm({ siteUrl }: ServiceFacts, view?: SearchView): Html {
  const codes = [...COUNTRY_COVERAGE.keys()].toSorted();
  const options = codes.map(
    (code) =>
      markup`<option value="${code}"${view?.country === code && new Html(' selected')}>${COUNTRIES.get(code)}</option>\n`,
  );
  return markup`<form class="search" action="${siteUrl}/search" role="search">
<label>Name or business ID<input name="q" type="search" required minlength="3" value="${view?.query}" autocomplete="off"></label>
<label>Country<select name="country"><option value="all">All countries</option>
${options}</select></label>
<button>Search</button>
</form>`;
}

function resultsOf(
  { siteUrl, dataProvider }: ServiceFacts,
  { query, country, companies, nextCursor }: SearchView,
): Html {
  if (companies.length === 0) return markup`<p>No company’s name or business ID begins with “${query}”.</p>`;
  const rows = companies.map(
    (company) =>
      markup`<li><a href="${siteUrl}/companies/${company.id}">${company.name ?? company.id}</a> <span class="quiet">${[company.country_code, company.legal_form].filter((text) => text !== undefined).join(' · ')}</span></li>\n`,
  );
  const next = new URLSearchParams({
    q: query,
    ...(country && { country }),
    ...(nextCursor && { cursor: nextCursor }),
  });
  return markup`<ol class="results">
${rows}</ol>
${nextCursor !== undefined && markup`<p><a rel="next" href="${siteUrl}/search?${next.toString()}">Next page</a></p>`}
<p class="quiet">Powered by ${dataProvider}</p>`;
}
