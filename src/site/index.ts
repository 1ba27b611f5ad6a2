/**
 * The pages for people and the documents for programs, made from the contract and the coverage.
 * @module
 */
export type { SiteConfig, SiteFacts } from './site-facts.ts';
export { Html, markup } from './html.ts';
export { code, example, exampleRequest, shellWord } from './code.ts';
export { formatCount } from './pages/formatting.ts';
export type { SectionContent, SectionPage } from './pages/developers/section.ts';
export { addressLines } from './pages/company/address.ts';
export { staticSearchFiles } from './assets.ts';
export { createSite } from './site.ts';
