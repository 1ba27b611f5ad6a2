/** Pages that show a document of the project as it stands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceFacts } from '../../../contract/index.ts';
import { markup } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import type { Page } from '../../page.ts';
import { sectionPage, type SectionPath } from './section.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

function documentPage(facts: ServiceFacts, path: SectionPath, file: string): Page {
  return sectionPage(facts, path, { main: markup`${markdown(readFileSync(join(ROOT, file), 'utf8'))}` });
}

/** What changed, version by version. */
export function changelogPage(facts: ServiceFacts): Page {
  return documentPage(facts, '/developers/changelog', 'CHANGELOG.md');
}

/** How to report a vulnerability. */
export function securityPage(facts: ServiceFacts): Page {
  return documentPage(facts, '/developers/security', 'SECURITY.md');
}
