import {
  SEARCH_LIMITS,
  type EmptySearch,
  type RefusedSearch,
  type SearchView,
  type SiteDocument,
} from '../../contract/index.ts';
import { COUNTRIES } from '../../model/index.ts';
import { shellWord } from '../code.ts';
import { countryName, formatCount, formatNumber, isCountry, sentence } from './formatting.ts';
import { Html, markup } from '../html.ts';
import { renderPage } from '../page.ts';
import { companyList } from './company/list.ts';
import { SEARCH_BOX_SCRIPTS, SEARCH_BOX_STYLE, searchBox } from './search-box.ts';
import type { SiteFacts } from '../site-facts.ts';

/** Makes the page of a search, which works without scripts. Without a query, it has only the form. */
export function searchPage(facts: SiteFacts, view: SearchView | RefusedSearch | EmptySearch): SiteDocument {
  return renderPage(facts, {
    title: 'query' in view ? `“${view.query}”` : 'Search companies',
    description: 'Search companies by the start of a name or of a business ID.',
    path: '/search',
    isUnlisted: 'query' in view || view.country !== undefined,
    scripts: SEARCH_BOX_SCRIPTS,
    styles: [SEARCH_BOX_STYLE, 'results'],
    main: markup`<h1>Search companies</h1>
${searchBox(facts, view)}
${!('query' in view) ? HOW_IT_MATCHES : 'reason' in view ? renderRefusal(facts, view) : renderResults(facts, view)}`,
  });
}

const HOW_IT_MATCHES = markup`<p class="quiet">A search compares the beginning of registered names and business IDs. Accents, capitals and punctuation make no difference.</p>
`;

/** Returns the reason for a refusal and the remedy. The form keeps the text. */
function renderRefusal({ root }: SiteFacts, refused: RefusedSearch): Html {
  const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
  const texts: Readonly<Record<RefusedSearch['reason'], Html>> = {
    short: markup`<strong>“${refused.query}” is too short.</strong> Type at least ${queryCharsMin} characters of a name or business ID.`,
    long: markup`<strong>The text is too long.</strong> Type at most ${queryCharsMax} characters: the beginning of a name is enough.`,
    cursor: markup`<strong>This page of results has expired.</strong> <a href="${searchAddress(root, refused)}">Start from the first page.</a>`,
    other: markup`<strong>This search is not possible.</strong> ${sentence(refused.detail)}`,
  };
  return markup`<div class="note" role="alert"><p>${texts[refused.reason]}</p></div>
`;
}

/** Returns the curl command of a search. A query with special characters is shown unencoded; curl encodes it. */
function formatCurl(address: string, query: string, country: string | undefined): string {
  const asked = new URLSearchParams(country === undefined ? {} : { country });
  if (/^[\w.-]+$/.test(query)) return `curl '${address}?${new URLSearchParams([['q', query], ...asked]).toString()}'`;
  const rest = asked.size === 0 ? '' : `?${asked.toString()}`;
  return `curl --get '${address}${rest}' --data-urlencode ${shellWord(`q=${query}`)}`;
}

function renderResults(facts: SiteFacts, view: SearchView): Html {
  const { root, baseUrl } = facts;
  const { query, country, companies, similar, nextCursor } = view;
  const where = country === undefined ? '' : ` in ${countryName(country)}`;
  const request = markup`<details class="request"><summary>The same search with the API</summary>
<pre tabindex="0"><code>${formatCurl(`${baseUrl}/v1/search`, query, country)}</code></pre></details>`;
  if (country !== undefined && !isCountry(country))
    return markup`<h2>No country has the code “${country}”</h2>
<p><a href="${searchAddress(root, { query, country: undefined })}">Search all countries</a>, or choose one. Codes are those of ISO 3166-1 alpha-2.</p>
`;
  if (companies.length === 0)
    return markup`<h2>No company found for “${query}”${where}</h2>
${renderFacets(root, view)}${similar.length > 0 && markup`<h3>Did you mean</h3>\n${companyList(facts, similar)}\n`}<p>A search compares the beginning of registered names and business IDs. Try a shorter text${country !== undefined && ', or all countries'}. Accents, capitals and
punctuation make no difference.</p>
${request}`;
  return markup`<h2>${formatFound(view)} found for “${query}”${where}</h2>
${renderFacets(root, view)}${companyList(facts, companies)}
${nextCursor !== undefined && markup`<p><a class="button" rel="next" href="${searchAddress(root, view, nextCursor)}">Next page</a></p>\n`}${request}`;
}

function searchAddress(
  root: string,
  { query, country }: Pick<SearchView, 'query' | 'country'>,
  cursor?: string,
): string {
  const asked = { q: query, ...(country !== undefined && { country }), ...(cursor !== undefined && { cursor }) };
  return `${root}/search?${new URLSearchParams(asked).toString()}`;
}

/** Returns how many companies the search finds, if the number is known. */
function formatFound({ companies, country, counts, isFirst, nextCursor }: SearchView): string {
  const counted = country === undefined ? counts?.all : counts?.countries.get(country);
  const count = counted ?? (isFirst && nextCursor === undefined ? companies.length : undefined);
  if (count === undefined) return 'Companies';
  return formatCount(count, 'company');
}

/** Maximum number of countries that are shown at once; the others are in a list that opens. */
const FACETS_SHOWN = 8;

/** Returns links that narrow the search to a country, with most companies first; undefined if there is no choice. */
function renderFacets(root: string, { query, country, counts }: SearchView): Html | undefined {
  const found = [...(counts?.countries ?? [])]
    .filter(([code]) => COUNTRIES.has(code))
    .toSorted(([, a = Number.MAX_SAFE_INTEGER], [, b = Number.MAX_SAFE_INTEGER]) => b - a);
  if (counts === undefined || (found.length < 2 && country === undefined) || found.length === 0) return undefined;
  const link = (code: string | undefined, name: string, count: number | undefined): Html =>
    markup`<li><a href="${searchAddress(root, { query, country: code })}"${code === country && new Html(' aria-current="true"')}>${name}${count !== undefined && markup` <span>${formatNumber(count)}</span>`}</a></li>\n`;
  const links = found.map(([code, count]) => link(code, countryName(code), count));
  const rest = links.slice(FACETS_SHOWN);
  return markup`<nav class="facets" aria-label="Country"><ul>
${link(undefined, 'All countries', counts.all)}${links.slice(0, FACETS_SHOWN)}</ul>${
    rest.length > 0 && markup`<details><summary>${rest.length} more</summary><ul>\n${rest}</ul></details>`
  }</nav>
`;
}
