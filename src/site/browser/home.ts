/** Opens the page of a chosen company, and on Enter the page of search results. */
import type { CompanySearch } from '../../../client/src/company-search.ts';

const search = document.querySelector<CompanySearch>('company-search');
// The form for browsers without scripts holds the address of the site.
const form = search?.querySelector('form');

search?.addEventListener('company-selected', ({ detail: { id } }) => {
  location.assign(new URL(`companies/${id}`, form?.action));
});
search?.addEventListener('keydown', ({ key, isComposing }) => {
  const { query, country, company } = search;
  if (key !== 'Enter' || isComposing || company !== undefined || query.trim() === '') return;
  location.assign(new URL(`search?${new URLSearchParams({ q: query, country })}`, form?.action));
});
