/** The pages for developers that do not depend on the request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOOR_NAMES, type DoorName, type SiteDocument } from '../../../contract/index.ts';
import { markdown } from '../../markdown.ts';
import { attributionPage } from './attribution.ts';
import { authenticationPage } from './authentication.ts';
import { cachingPage } from './caching.ts';
import { companySearchPage } from './component/page.ts';
import { cursorsPage } from './cursors.ts';
import { changesPage } from './doors/changes.ts';
import { dataPage } from './doors/data.ts';
import { lookupPage } from './doors/lookup.ts';
import { reconcilePage } from './doors/reconcile.ts';
import { staticSearchPage } from './doors/static-search.ts';
import { errorsPage } from './errors.ts';
import { docsIndexOf, type DocsIndex } from './find.ts';
import { mcpPage } from './doors/mcp.ts';
import { lifecyclePage } from './lifecycle.ts';
import { limitsPage } from './limits.ts';
import { matchingContent } from './matching.ts';
import { referencePage } from './reference.ts';
import { doorPath, sectionContent, sectionOf, sectionPage, type SectionContent, type StaticPath } from './section.ts';
import { startPage } from './start.ts';
import { versioningPage } from './versioning.ts';
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

const PAGES: Readonly<Record<StaticPath, (facts: SiteFacts) => SectionContent | Promise<SectionContent>>> = {
  '/developers': startPage,
  '/developers/reference': referencePage,
  '/developers/authentication': authenticationPage,
  '/developers/company-search': companySearchPage,
  '/developers/static-search': staticSearchPage,
  '/developers/errors': errorsPage,
  '/developers/limits': limitsPage,
  '/developers/caching': cachingPage,
  '/developers/cursors': cursorsPage,
  '/developers/lifecycle': lifecyclePage,
  '/developers/versioning': versioningPage,
  '/developers/changelog': () => projectDocument('CHANGELOG.md'),
  '/developers/attribution': attributionPage,
  '/developers/security': () => projectDocument('SECURITY.md'),
};

/** A page for developers, by its path. */
export async function staticPage(facts: SiteFacts, path: StaticPath): Promise<SiteDocument> {
  return sectionPage(facts, path, await PAGES[path](facts));
}

/** The page about a door. */
export function doorPage(facts: SiteFacts, name: DoorName): SiteDocument {
  return sectionPage(facts, doorPath(name), DOOR_PAGES[name](facts));
}

/** The index of the search over all pages for developers. */
export async function docsIndex(facts: SiteFacts): Promise<DocsIndex> {
  const contents: Readonly<
    Record<string, (facts: SiteFacts) => Pick<SectionContent, 'main'> | Promise<SectionContent>>
  > = {
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
