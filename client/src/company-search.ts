/**
 * `<company-search>`: a field that finds companies while somebody types.
 * @module
 */
class CompanySearch extends HTMLElement {}

customElements.define('company-search', CompanySearch);
