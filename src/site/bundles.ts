import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
/** The scripts for other sites: the component, and the search over exported files. */
const FROM_CLIENT = ['company-search.ts', 'static-search.ts'].map((name) =>
  join(ROOT, 'clients', 'javascript', 'src', name),
);

/** The folder of the scripts that are served to browsers. */
export const SERVED = join(import.meta.dirname, 'served');

/** The bundled scripts by file name: one for each file in `browser`, and those of the client for other sites. They import nothing. */
export function bundles(): Map<string, string> {
  const pageScripts = globSync('*.ts', { cwd: join(import.meta.dirname, 'browser') });
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [...FROM_CLIENT, ...pageScripts.map((name) => join(import.meta.dirname, 'browser', name))].toSorted(),
    entryNames: '[name]',
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
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
