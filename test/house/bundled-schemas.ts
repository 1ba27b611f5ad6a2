import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** The specifiers by which sources of the project import TypeBox, and the bundled file for each. */
const BUNDLED = { typebox: 'typebox', 'typebox/compile': 'compile' };

/**
 * Bundles TypeBox into a folder: its 683 files take longer to load than most commands and tests run. Returns the module that a process must
 * import first, so that the sources of the project get the bundle; installed packages get their own files.
 */
export function bundleSchemas(folder: string): string {
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(BUNDLED).map(([name, out]) => ({ in: name, out })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    tsconfigRaw: {},
  });
  const urls = Object.entries(BUNDLED).map(([name, out]) => [name, pathToFileURL(join(folder, `${out}.mjs`)).href]);
  const path = join(folder, 'resolve.mjs');
  writeFileSync(
    path,
    `import module from 'node:module';
const bundled = new Map(${JSON.stringify(urls)});
const isOurs = (url = '') => url.startsWith(${JSON.stringify(pathToFileURL(ROOT).href)}) && !url.includes('/node_modules/');
// Debian's npm runs on the Node of Debian, which has no hooks.
module.registerHooks?.({
  resolve: (name, context, next) =>
    bundled.has(name) && isOurs(context.parentURL)
      ? { url: bundled.get(name), format: 'module', shortCircuit: true }
      : next(name, context),
});
`,
  );
  return pathToFileURL(path).href;
}
