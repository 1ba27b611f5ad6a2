/** Writes clients/javascript/src/types.ts from the OpenAPI document: `npm run client:types`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTypes } from './document-types.ts';

writeFileSync(join(import.meta.dirname, 'src', 'types.ts'), contractTypes());
