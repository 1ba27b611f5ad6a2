/** The search of the site: opens the page of a chosen company, and sends other texts to the page of results. */
import type { CompanySearch } from '../../../clients/javascript/src/company-search.ts';

const form = document.querySelector<HTMLFormElement>('form.search');
const search = form?.querySelector<CompanySearch>('company-search');

/** Until the element is defined, the form works as it does without scripts. */
async function enhance(page: HTMLFormElement, field: CompanySearch): Promise<void> {
  await customElements.whenDefined('company-search');
  // The page of results explains why a text is invalid, and shows it again.
  page.noValidate = true;
  field.addEventListener('company-selected', ({ detail: { id } }) => {
    location.assign(new URL(`companies/${id}`, page.action));
  });
  page.addEventListener('submit', (event) => {
    if (field.query.trim() !== '') return;
    event.preventDefault();
    field.focus();
  });
  page.addEventListener('formdata', ({ formData }) => {
    formData.set('q', field.query.trim());
    formData.set('country', field.country);
  });
}

if (form !== null && search !== null && search !== undefined) void enhance(form, search);
