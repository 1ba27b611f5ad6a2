/** The pages that show data, and name the registers it comes from. To load these takes longer than to answer from a snapshot. */
export { companyPage } from './company.ts';
export { coveragePage } from './coverage.ts';
export { homePage } from './home.ts';
export { searchPage } from './search.ts';
export { statusDocument, statusPage } from './status.ts';
