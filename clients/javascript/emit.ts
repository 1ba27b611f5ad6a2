import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const CLIENT = import.meta.dirname;
const TSC = join(CLIENT, '..', 'node_modules', 'typescript', 'bin', 'tsc');

/** Writes the client to an emptied folder: JavaScript without comments, declarations with comments, and the licence. */
export function emitClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  compile('--outDir', folder, '--removeComments');
  // What was checked just now is not checked again.
  compile('--outDir', folder, '--declaration', '--emitDeclarationOnly', '--noCheck');
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    // In declarations the compiler leaves imports with the extension of the sources.
    if (file.endsWith('.d.ts'))
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
    // types.ts holds types only, so no script imports its JavaScript.
    if (file === 'types.js') rmSync(path);
  }
  copyFileSync(join(CLIENT, '..', 'LICENSE'), join(folder, 'LICENSE'));
}

/** Writes the package as it is published: package.json, README and `dist`. */
export function packClient(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'README.md']) copyFileSync(join(CLIENT, file), join(folder, file));
  emitClient(join(folder, 'dist'));
}

/** The transfer size in bytes of an emitted script and all its imports, each file compressed with gzip. */
export function compressedBytes(folder: string, script: string): number {
  const files = new Set([script]);
  let bytes = 0;
  // Iterating a set includes the files added meanwhile.
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    bytes += gzipSync(text).length;
    for (const [, imported = ''] of text.matchAll(/(?:from|import) '\.\/([^']+)'/g)) files.add(imported);
  }
  return bytes;
}

function compile(...args: readonly string[]): void {
  const run = spawnSync(process.execPath, [TSC, '--project', CLIENT, '--noEmit', 'false', ...args], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`Cannot compile the client: ${run.stdout}${run.stderr}`);
}
