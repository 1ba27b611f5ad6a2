/** Bundles the browser scripts into src/site/served: `npm run site`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SERVED, bundles } from './bundles.ts';

for (const [name, text] of bundles()) {
  writeFileSync(join(SERVED, name), text);
  process.stdout.write(`${name}: ${gzipSync(text).length} bytes compressed\n`);
}
