import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';

const CLIENT = import.meta.dirname;
const ROOT = join(CLIENT, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The scripts that programs import, one for each entry in package.json. */
export const SCRIPTS = ['openfirma', 'company-search', 'registered-id', 'static-search', 'react'] as const;

/** Empties a folder and writes the client to it: one script for each entry, declarations, and the licence. */
export async function emitClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const component = join(CLIENT, 'src', 'company-search.ts');
  const others = SCRIPTS.filter((name) => name !== 'company-search').map((name) => join(CLIENT, 'src', `${name}.ts`));
  await Promise.all([bundle(folder, others, false), bundle(folder, [component], true)]);
  emitTypes(folder);
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Options for bundling browser scripts, here and for the site. They do not depend on the settings of the type checker. */
export const BROWSER_BUNDLE = {
  entryNames: '[name]',
  chunkNames: 'company-search.[name]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  tsconfigRaw: {},
} as const satisfies BuildOptions;

/** Bundles scripts. With `splitting`, code that a script loads on demand, such as languages of the component, is a separate script. */
async function bundle(outdir: string, entryPoints: string[], splitting: boolean): Promise<void> {
  await build({
    ...BROWSER_BUNDLE,
    entryPoints,
    splitting,
    outdir,
    plugins: [
      {
        name: 'one element',
        setup(bundler) {
          // The entry for React imports the script of the element: a page with both must not define it twice.
          bundler.onResolve({ filter: /^\.\/company-search\.ts$/ }, () => ({
            path: './company-search.js',
            external: true,
          }));
        },
      },
    ],
  });
}

/** Writes the package as it is published: package.json, README and `dist`. */
export async function packClient(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'README.md']) copyFileSync(join(CLIENT, file), join(folder, file));
  await emitClient(join(folder, 'dist'));
}

/** The transfer size of a script in bytes, compressed with gzip. */
export function compressedBytes(folder: string, script: string): number {
  return gzipSync(readFileSync(join(folder, `${script}.js`))).length;
}

/** Writes the declarations of the scripts and of the modules that they import. */
function emitTypes(folder: string): void {
  const declarations = mkdtempSync(join(tmpdir(), 'openfirma-client-types-'));
  try {
    const args = ['--noEmit', 'false', '--outDir', declarations, '--declaration', '--emitDeclarationOnly', '--noCheck'];
    const run = spawnSync(process.execPath, [TSC, '--project', CLIENT, ...args], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`Cannot compile the client: ${run.stdout}${run.stderr}`);
    const files = new Set(SCRIPTS.map((name) => `${name}.d.ts`));
    // The iteration includes files that are added to the set during the loop.
    for (const file of files) {
      const text = readFileSync(join(declarations, 'clients', 'javascript', 'src', file), 'utf8');
      for (const [, path = ''] of text.matchAll(/from '\.\/([^']+)\.ts'/g)) files.add(`${path}.d.ts`);
      // The compiler does not rewrite the extensions of imports in declarations. All declarations are in one folder.
      writeFileSync(join(folder, basename(file)), text.replaceAll(/(from '\.\/)(?:\w+\/)?([^']+)\.ts'/g, "$1$2.js'"));
    }
  } finally {
    rmSync(declarations, { recursive: true });
  }
}

// `npm run client` writes the published scripts to clients/javascript/dist.
if (import.meta.main) {
  const folder = join(CLIENT, 'dist');
  await emitClient(folder);
  for (const script of SCRIPTS)
    process.stdout.write(`${join(folder, script)}.js: ${compressedBytes(folder, script)} bytes compressed\n`);
}
