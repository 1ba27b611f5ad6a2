import { globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { BROWSER_BUNDLE } from '../../clients/javascript/emit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLIENT = join(ROOT, 'clients', 'javascript', 'src');
/** The search over exported files, for other sites. */
const STATIC_SEARCH = join(CLIENT, 'static-search.ts');
/** The component for other sites. */
const COMPONENT = join(CLIENT, 'company-search.ts');

/** The folder of the scripts that are served to browsers. */
export const SERVED = join(import.meta.dirname, 'served');

/**
 * Returns the bundled scripts by file name: one for each file in `browser`, and the scripts of the client for other sites. They import
 * nothing, but the component loads the languages of a page on demand, each a separate script.
 */
export function bundles(): Map<string, string> {
  const pageScripts = globSync('*.ts', { cwd: join(import.meta.dirname, 'browser') });
  const alone = [STATIC_SEARCH, ...pageScripts.map((name) => join(import.meta.dirname, 'browser', name))];
  return new Map([...bundled(alone.toSorted(), false), ...bundled([COMPONENT], true)]);
}

function bundled(entryPoints: string[], splitting: boolean): [string, string][] {
  const { outputFiles } = buildSync({
    ...BROWSER_BUNDLE,
    absWorkingDir: ROOT,
    entryPoints,
    splitting,
    outdir: SERVED,
    write: false,
  });
  return outputFiles.map(({ path, text }) => [basename(path), text]);
}

// `npm run site` writes the scripts to `served`.
if (import.meta.main)
  for (const [name, text] of bundles()) {
    writeFileSync(join(SERVED, name), text);
    process.stdout.write(`${name}: ${gzipSync(text).length} bytes compressed\n`);
  }
