import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleProgram } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const ROLLDOWN = join(ROOT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');

/** Files that the program reads by path, in the places that they have in the repository. Tables in JSON are part of the scripts. */
const ASSETS = [
  'src/registers/*/*.tsv',
  'src/site/{served,static-search,styles,texts}/*',
  '{src/details,extras/*}/page.md',
  'tools/sample/*.ndjson',
  'docs/folding.md',
  'CHANGELOG.md',
  '.github/SECURITY.md',
];

const RELATIVE_LINK = /\[([^\]]+)\]\((?!https:|#|\/)[^)]+\)/g;

/** The served files of the package that renders the API reference, and those that its licence requires: the rest has 12 MB. */
const RENDERER_FILES = ['swagger-ui{-bundle.js,-bundle.js.LICENSE.txt,.css}', 'package.json', 'LICENSE', 'NOTICE'];

/** Writes the program to an emptied folder as it is published: scripts, the files that they read, and the types of the public entry. */
export async function emitPackage(folder: string): Promise<void> {
  await emitProgram(folder);
  rollUpTypes(folder);
}

/** Writes a folder in which the published program runs, with the packages of the repository. */
export async function emitRunnable(folder: string): Promise<void> {
  await emitProgram(join(folder, 'dist'));
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Writes the program without the types. */
async function emitProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await bundleProgram(folder);
  for (const file of globSync(ASSETS, { cwd: ROOT })) {
    cpSync(join(ROOT, file), join(folder, file));
    // The site shows these pages without links to files.
    if (file.endsWith('.md')) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), text.replaceAll(RELATIVE_LINK, '$1'));
    }
  }
  // Its code is part of the scripts.
  cpSync(join(ROOT, 'node_modules', 'typebox', 'license'), join(folder, 'typebox.LICENSE.txt'));
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const file of globSync(RENDERER_FILES, { cwd: renderer }))
    cpSync(join(renderer, file), join(folder, 'src', 'site', 'renderer', file));
}

/**
 * Writes `index.d.ts`: the declarations of the public entry and of all that they name, in one file. The status of the compiler does not
 * count, because it also reports faults of other declarations. Where one of these is missing, the bundler fails.
 */
function rollUpTypes(folder: string): void {
  const types = join(folder, 'types');
  const compiled = run(folder, TSC, '--project', import.meta.dirname, '--outDir', types);
  const rolled = run(folder, ROLLDOWN, '--config', join(import.meta.dirname, 'types.config.mjs'), '--dir', '.');
  if (rolled.status !== 0)
    throw new Error(`Cannot write the types of the package: ${compiled.stdout}${rolled.stdout}${rolled.stderr}`);
  rmSync(types, { recursive: true });
}

function run(cwd: string, program: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
}

// `npm pack` and `npm publish` write the program to `dist` first. The repository runs without it.
if (import.meta.main) await emitPackage(join(ROOT, 'dist'));
