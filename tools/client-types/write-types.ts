/** Writes the types of both clients from the OpenAPI documents: `npm run client:types`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTypes } from './document-types.ts';
import { pythonTypes } from './python-types.ts';

const CLIENTS = join(import.meta.dirname, '../../clients');

for (const [name, text] of await contractTypes()) writeFileSync(join(CLIENTS, 'javascript', 'src', name), text);
writeFileSync(join(CLIENTS, 'python', 'src', 'openfirma', 'models.py'), await pythonTypes());
