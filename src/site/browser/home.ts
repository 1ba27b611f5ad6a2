/** The first page goes to the company that is chosen, and with Enter to the page of the search. */
import type { CompanySearch } from '../../../client/src/company-search.ts';

const search = document.querySelector<CompanySearch>('company-search');
// The form that searches without scripts knows where the site is.
const form = search?.querySelector('form');

search?.addEventListener('company-selected', ({ detail: { id } }) => {
  location.assign(new URL(`companies/${id}`, form?.action));
});
search?.addEventListener('keydown', ({ key, isComposing }) => {
  const { query, country, company } = search;
  if (key !== 'Enter' || isComposing || company !== undefined || query.trim() === '') return;
  location.assign(new URL(`search?${new URLSearchParams({ q: query, country })}`, form?.action));
});
