import type { ServiceFacts } from '../../../contract/index.ts';
import type { Page } from '../../page.ts';
import { attributionPage } from './attribution.ts';
import { cachingPage } from './caching.ts';
import { cursorsPage } from './cursors.ts';
import { changelogPage, securityPage } from './documents.ts';
import { errorsPage } from './errors.ts';
import { lifecyclePage } from './lifecycle.ts';
import { limitsPage } from './limits.ts';
import { referencePage } from './reference.ts';
import type { SectionPath } from './section.ts';
import { startPage } from './start.ts';
import { versioningPage } from './versioning.ts';

/** Every page of the section but the one of matching, which depends on what is asked for. */
const PAGES: Readonly<Record<Exclude<SectionPath, '/developers/matching'>, (facts: ServiceFacts) => Page>> = {
  '/developers': startPage,
  '/developers/reference': referencePage,
  '/developers/errors': errorsPage,
  '/developers/limits': limitsPage,
  '/developers/caching': cachingPage,
  '/developers/cursors': cursorsPage,
  '/developers/lifecycle': lifecyclePage,
  '/developers/versioning': versioningPage,
  '/developers/changelog': changelogPage,
  '/developers/attribution': attributionPage,
  '/developers/security': securityPage,
};

/** What makes the pages for developers, by path. */
export function developerPages(facts: ServiceFacts): Map<string, () => Page> {
  return new Map(Object.entries(PAGES).map(([path, make]) => [path, () => make(facts)]));
}
