/**
 * The pages for people and the documents for programs, made from the contract and the coverage.
 * @module
 */
export type { SiteConfig } from './site-facts.ts';
export { siteOf } from './site.ts';
export { staticSearchFiles } from './static-search.ts';
