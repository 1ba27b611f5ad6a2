/**
 * The pages that people see and the documents that programs read, built from the contract and from what is covered.
 * @module
 */
export { siteOf, type SitePages } from './site.ts';
