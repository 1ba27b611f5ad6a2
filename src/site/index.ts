/**
 * The pages for people and the documents for programs, made from the contract and the coverage.
 * @module
 */
export type { SiteConfig, SiteFacts } from './site-facts.ts';
export { Html, markup } from './html.ts';
export { VARIES, code, example, tabs, type SectionContent, type SectionPage } from './pages/developers/section.ts';
export { shellWord } from './examples.ts';
export { addressLines } from './pages/company/address.ts';
export { siteOf } from './site.ts';
export { staticSearchFiles } from './static-search.ts';
