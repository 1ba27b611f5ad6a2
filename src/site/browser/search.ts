/** The search of the site: opens the page of a chosen company, and sends any other text to the results page. */
import type { CompanySearch } from '../../../clients/javascript/src/company-search.ts';

const form = document.querySelector<HTMLFormElement>('form.search');
const search = form?.querySelector<CompanySearch>('company-search');

/** Connects the form with the element. Until the element is defined, the form works as without scripts. */
async function enhance(page: HTMLFormElement, field: CompanySearch): Promise<void> {
  await customElements.whenDefined('company-search');
  // The results page explains why a text is invalid, and keeps the text.
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
