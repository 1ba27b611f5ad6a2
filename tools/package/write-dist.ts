/** Writes the compiled program to `dist`: `npm pack` and `npm publish` run it first. The repository runs without it. */
import { join } from 'node:path';
import { emitPackage } from './emit.ts';

await emitPackage(join(import.meta.dirname, '..', '..', 'dist'));
