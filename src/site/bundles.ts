import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const CLIENT = join(ROOT, 'clients', 'javascript', 'src');
/** The search over exported files, for other sites. */
const STATIC_SEARCH = join(CLIENT, 'static-search.ts');
/** The component for other sites. */
const COMPONENT = join(CLIENT, 'company-search.ts');

/** The folder of the scripts that are served to browsers. */
export const SERVED = join(import.meta.dirname, 'served');

/**
 * The bundled scripts by file name: one for each file in `browser`, and those of the client for other sites. They import nothing; the
 * component loads its languages, each a script of its own, when a page has them.
 */
export function bundles(): Map<string, string> {
  const pageScripts = globSync('*.ts', { cwd: join(import.meta.dirname, 'browser') });
  const alone = [STATIC_SEARCH, ...pageScripts.map((name) => join(import.meta.dirname, 'browser', name))];
  return new Map([...bundled(alone.toSorted(), false), ...bundled([COMPONENT], true)]);
}

function bundled(entryPoints: string[], splitting: boolean): [string, string][] {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints,
    splitting,
    entryNames: '[name]',
    chunkNames: 'company-search.[name]',
    outdir: SERVED,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    // The bundles must not depend on the settings of the type checker.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles.map(({ path, text }) => [basename(path), text]);
}
