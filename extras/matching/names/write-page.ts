/** Writes docs/legal-forms.md from the table: `node extras/matching/names/write-page.ts`. */
import { writeFileSync } from 'node:fs';
import { legalFormsPage } from './legal-forms-page.ts';

writeFileSync(new URL('../../../docs/legal-forms.md', import.meta.url), legalFormsPage());
