/** Makes client/dist, what is published of the client: `npm run client`. */
import { join } from 'node:path';
import { compressedBytes, emitClient } from './emit.ts';

const folder = join(import.meta.dirname, 'dist');
emitClient(folder);
process.stdout.write(`${folder}: ${compressedBytes(folder)} bytes compressed\n`);
