/** The pages, which the first request for a page loads: they import the registers, fifty files that would delay a start. */
export { llmsText } from './llms.ts';
export { companyPage } from './company/company.ts';
export { countryPage } from './country.ts';
export { coveragePage } from './coverage.ts';
export { matchingPage } from './developers/matching.ts';
export { extraPage, staticPage } from './developers/static-pages.ts';
export { homePage } from './home.ts';
export { searchPage } from './search.ts';
export { statusDocument, statusPage } from './status.ts';
export { operatorsPage, privacyPage, termsPage } from './trust.ts';
