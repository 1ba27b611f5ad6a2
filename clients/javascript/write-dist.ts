/** Writes the published scripts of the client to clients/javascript/dist: `npm run client`. */
import { join } from 'node:path';
import { SCRIPTS, compressedBytes, emitClient } from './emit.ts';

const folder = join(import.meta.dirname, 'dist');
await emitClient(folder);
for (const script of SCRIPTS)
  process.stdout.write(`${join(folder, script)}.js: ${compressedBytes(folder, script)} bytes compressed\n`);
