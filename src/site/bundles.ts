import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPONENT = join(ROOT, 'client', 'src', 'company-search.ts');

/** Where the scripts lie that are served to browsers. */
export const SERVED = join(import.meta.dirname, 'served');

/**
 * The scripts of the site as they are served, by file name: one for each file in `browser`, which may import from folders below
 * it and from the client, and the component of the client. Each is a module of its own that imports nothing.
 */
export function bundles(): Map<string, string> {
  const pageScripts = globSync('*.ts', { cwd: join(import.meta.dirname, 'browser') });
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [COMPONENT, ...pageScripts.map((name) => join(import.meta.dirname, 'browser', name))].toSorted(),
    entryNames: '[name]',
    outdir: SERVED,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    // What the compiler checks says nothing about what a browser gets: no settings are taken from there.
    tsconfigRaw: {},
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
