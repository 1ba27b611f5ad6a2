/**
 * The pages that people see, built from the contract.
 * @module
 */
export type { Page } from './page.ts';
export { sitePages } from './pages.ts';
