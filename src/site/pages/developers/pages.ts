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
import type { StaticPath } from './section.ts';
import { startPage } from './start.ts';
import { versioningPage } from './versioning.ts';

const PAGES: Readonly<Record<StaticPath, (facts: ServiceFacts) => Page>> = {
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

/** A page for developers. */
export function developerPage(facts: ServiceFacts, path: StaticPath): Page {
  return PAGES[path](facts);
}
