/** Writes docs/registers: `npm run docs`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registerPages } from './pages.ts';

const folder = fileURLToPath(new URL('../../docs/registers/', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of registerPages()) writeFileSync(folder + name, text);
