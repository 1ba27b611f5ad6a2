/** Writes the table of countries into README.md, and its badges: `npm run docs`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badges, withCountries } from './readme-parts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const README = join(ROOT, 'README.md');
const BADGES = join(ROOT, 'docs', 'badges');

writeFileSync(README, withCountries(readFileSync(README, 'utf8')));
mkdirSync(BADGES, { recursive: true });
for (const [name, text] of badges()) writeFileSync(join(BADGES, name), text);
