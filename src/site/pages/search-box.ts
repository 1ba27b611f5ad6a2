import { SEARCH_LIMITS, type SearchView } from '../../contract/index.ts';
import { COUNTRIES } from '../../model/index.ts';
import { Html, markup } from '../html.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The scripts and the style sheet of a page with a search box. */
export const SEARCH_BOX_SCRIPTS = ['company-search', 'search'] as const;
export const SEARCH_BOX_STYLE = 'search-box';

/**
 * Returns the only search box of the site: a form that works without scripts. With scripts, `<company-search>` takes over its values and
 * lists companies while the user types.
 */
export function searchBox({ root, api }: SiteFacts, asked: Partial<Pick<SearchView, 'query' | 'country'>> = {}): Html {
  const { query = '' } = asked;
  const country = COUNTRIES.has(asked.country ?? '') ? asked.country : undefined;
  const options = [...COUNTRIES]
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
    .map(
      ([code, name]) => markup`<option value="${code}"${code === country && new Html(' selected')}>${name}</option>\n`,
    );
  return markup`<form class="search" action="${root}/search" role="search">
<company-search base-url="${api}/" label="${LABEL}" country-picker${country !== undefined && markup` country="${country}"`}>
<label class="query">${LABEL}<input name="q" type="search" required minlength="${SEARCH_LIMITS.queryCharsMin}" value="${query}" autocomplete="off"></label>
<label class="country">Country<select name="country"><option value="all">All countries</option>
${options}</select></label>
<p>At least ${SEARCH_LIMITS.queryCharsMin} characters of a name or business ID</p>
</company-search>
<button>Search</button>
</form>`;
}

const LABEL = 'Name or business ID';
