var e=class extends HTMLElement{};customElements.define("company-search",e);
