/** Writes the types of the client from the OpenAPI documents: `npm run client:types`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTypes } from './document-types.ts';

const SOURCES = join(import.meta.dirname, '../../clients/javascript/src');

for (const [name, text] of await contractTypes()) writeFileSync(join(SOURCES, name), text);
