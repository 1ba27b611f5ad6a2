/** The pages that name registers. Loading the registers takes longer than answering from a snapshot. */
export { companyPage } from './company/company.ts';
export { coveragePage } from './coverage.ts';
export { homePage } from './home.ts';
export { searchPage } from './search.ts';
export { statusDocument, statusPage } from './status.ts';
