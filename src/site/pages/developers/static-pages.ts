/** The pages for developers that do not depend on the request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteDocument } from '../../../contract/index.ts';
import { markdown } from '../../markdown.ts';
import { companySearchPage } from './company-search.ts';
import { GUIDES } from './guides.ts';
import { referencePage } from './reference.ts';
import { sectionPage, type SectionContent, type SectionPage } from './section.ts';
import { startPage } from './start.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { renderText } from '../../texts.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const PAGES: Readonly<Record<string, (facts: SiteFacts) => SectionContent | Promise<SectionContent>>> = {
  '/developers': startPage,
  '/developers/reference': referencePage,
  '/developers/company-search': companySearchPage,
  '/developers/changelog': () => projectDocument('CHANGELOG.md'),
  '/developers/security': () => projectDocument('.github/SECURITY.md'),
  ...Object.fromEntries(
    Object.entries(GUIDES).map(([name, valuesOf]) => [
      `/developers/${name}`,
      (facts: SiteFacts) => ({ main: renderText(facts, name, valuesOf(facts)) }),
    ]),
  ),
};

/** Makes a page for developers, by its path. */
export async function staticPage(facts: SiteFacts, path: string): Promise<SiteDocument> {
  const content = PAGES[path];
  if (content === undefined)
    throw new Error(`Cannot make the page "${path}": section.json lists it, and no function makes it`);
  return sectionPage(facts, path, await content(facts));
}

/** Makes a page of an extra. */
export async function extraPage(facts: SiteFacts, { path, content }: SectionPage): Promise<SiteDocument> {
  return sectionPage(facts, path, await (await content())(facts));
}

function projectDocument(file: string): SectionContent {
  return { main: markdown(readFileSync(join(ROOT, file), 'utf8')) };
}
