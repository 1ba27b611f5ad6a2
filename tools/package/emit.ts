import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleProgram } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const ROLLDOWN = join(ROOT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');

/** Files that the program reads by path; their paths are those of the repository. JSON tables are bundled into the scripts. */
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

/** From the package that renders the API reference: the files that are served and those that its licence requires. The others are 12 MB. */
const RENDERER_FILES = ['swagger-ui{-bundle.js,-bundle.js.LICENSE.txt,.css}', 'package.json', 'LICENSE', 'NOTICE'];

/** Empties a folder and writes the published program to it: scripts, the files that they read, and the types of the public entry. */
export async function emitPackage(folder: string): Promise<void> {
  await emitProgram(folder);
  rollUpTypes(folder);
}

/** Writes a folder in which the published program runs with the installed packages of the repository. */
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
    // The site shows these documents, so links to files are removed.
    if (file.endsWith('.md')) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), text.replaceAll(RELATIVE_LINK, '$1'));
    }
  }
  // The code of TypeBox is bundled into the scripts.
  cpSync(join(ROOT, 'node_modules', 'typebox', 'license'), join(folder, 'typebox.LICENSE.txt'));
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const file of globSync(RENDERER_FILES, { cwd: renderer }))
    cpSync(join(renderer, file), join(folder, 'src', 'site', 'renderer', file));
}

/**
 * Writes `index.d.ts`: one file with the declarations of the public entry and all declarations that they refer to. The exit status of the
 * compiler is ignored, because it also reports faults of unrelated declarations. The bundler fails if a declaration is missing.
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

// `npm pack` and `npm publish` first write the program to `dist`, which the repository itself does not use.
if (import.meta.main) await emitPackage(join(ROOT, 'dist'));
