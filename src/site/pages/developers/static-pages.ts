/** The pages for developers that do not depend on the request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteDocument } from '../../document.ts';
import { markup } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import { attributionPage } from './attribution.ts';
import { authenticationPage } from './authentication.ts';
import { cachingPage } from './caching.ts';
import { cursorsPage } from './cursors.ts';
import { errorsPage } from './errors.ts';
import { lifecyclePage } from './lifecycle.ts';
import { limitsPage } from './limits.ts';
import { referencePage } from './reference.ts';
import { sectionPage, type SectionContent, type StaticPath } from './section.ts';
import { startPage } from './start.ts';
import { versioningPage } from './versioning.ts';
import type { SiteFacts } from '../../site-facts.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const PAGES: Readonly<Record<StaticPath, (facts: SiteFacts) => SectionContent>> = {
  '/developers': startPage,
  '/developers/reference': referencePage,
  '/developers/authentication': authenticationPage,
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
export function staticPage(facts: SiteFacts, path: StaticPath): SiteDocument {
  return sectionPage(facts, path, PAGES[path](facts));
}

function projectDocument(file: string): SectionContent {
  return { main: markup`${markdown(readFileSync(join(ROOT, file), 'utf8'))}` };
}
