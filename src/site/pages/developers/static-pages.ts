/** The pages for developers that do not depend on the request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOOR_NAMES, type DoorName, type SiteDocument } from '../../../contract/index.ts';
import { markdown } from '../../markdown.ts';
import { companySearchPage } from './company-search.ts';
import { changesPage } from './doors/changes.ts';
import { dataPage } from './doors/data.ts';
import { lookupPage } from './doors/lookup.ts';
import { reconcilePage } from './doors/reconcile.ts';
import { staticSearchPage } from './doors/static-search.ts';
import { docsIndexOf, type DocsIndex } from './find.ts';
import { mcpPage } from './doors/mcp.ts';
import { GUIDES } from './guides.ts';
import { matchingContent } from './matching.ts';
import { referencePage } from './reference.ts';
import { doorPath, sectionContent, sectionOf, sectionPage, type SectionContent } from './section.ts';
import { startPage } from './start.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The pages about doors. */
const DOOR_PAGES: Readonly<Record<DoorName, (facts: SiteFacts) => SectionContent>> = {
  lookup: lookupPage,
  changes: changesPage,
  reconcile: reconcilePage,
  mcp: mcpPage,
  data: dataPage,
};

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const PAGES: Readonly<Record<string, (facts: SiteFacts) => SectionContent | Promise<SectionContent>>> = {
  '/developers': startPage,
  '/developers/reference': referencePage,
  '/developers/company-search': companySearchPage,
  '/developers/static-search': staticSearchPage,
  '/developers/changelog': () => projectDocument('CHANGELOG.md'),
  '/developers/security': () => projectDocument('SECURITY.md'),
  ...Object.fromEntries(Object.entries(GUIDES).map(([name, page]) => [`/developers/${name}`, page])),
};

/** A page for developers, by its path. */
export async function staticPage(facts: SiteFacts, path: string): Promise<SiteDocument> {
  const content = PAGES[path];
  if (content === undefined)
    throw new Error(`Cannot make the page "${path}": section.json lists it, and no function makes it`);
  return sectionPage(facts, path, await content(facts));
}

/** The page about a door. */
export function doorPage(facts: SiteFacts, name: DoorName): SiteDocument {
  return sectionPage(facts, doorPath(name), DOOR_PAGES[name](facts));
}

/** The index of the search over all pages for developers. */
export async function docsIndex(facts: SiteFacts): Promise<DocsIndex> {
  const contents: typeof PAGES = {
    ...PAGES,
    ...Object.fromEntries(DOOR_NAMES.map((name) => [doorPath(name), DOOR_PAGES[name]])),
    '/developers/matching': () => matchingContent(facts, undefined),
  };
  const pages = sectionOf(facts).map(async ({ path, title, description }) => {
    const content = await contents[path]?.(facts);
    return content === undefined ? [] : [[path, title, sectionContent(description, content.main).text] as const];
  });
  return docsIndexOf((await Promise.all(pages)).flat());
}

function projectDocument(file: string): SectionContent {
  return { main: markdown(readFileSync(join(ROOT, file), 'utf8')) };
}
