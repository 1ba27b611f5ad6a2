/** Writes the published scripts of the client to clients/javascript/dist: `npm run client`. */
import { join } from 'node:path';
import { compressedBytes, emitClient } from './emit.ts';

const folder = join(import.meta.dirname, 'dist');
emitClient(folder);
for (const script of ['openfirma.js', 'company-search.js', 'static-search.js'])
  process.stdout.write(`${join(folder, script)}: ${compressedBytes(folder, script)} bytes compressed\n`);
