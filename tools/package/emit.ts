import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The types of what a program may import. */
const PUBLIC_TYPES = join('src', 'index.d.ts');

/** What the program reads beside its modules; tables in JSON are modules. */
const ASSETS = [
  'src/registers/*/*.tsv',
  'src/site/{served,styles,texts}/*',
  'tools/sample/*.ndjson',
  'docs/folding.md',
  'CHANGELOG.md',
  'SECURITY.md',
];

const RELATIVE_LINK = /\[([^\]]+)\]\((?!https:|#|\/)[^)]+\)/g;

/** Of the 12 MB of the package that renders the reference: what is served, and what its licence asks for. */
const RENDERER_FILES = ['swagger-ui{-bundle.js,-bundle.js.LICENSE.txt,.css}', 'package.json', 'LICENSE', 'NOTICE'];

/**
 * Writes the program to an emptied folder as it is published, in the places that it has in the repository: its modules
 * in JavaScript, what they read, and the types of what a program may import.
 */
export function emitPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  compile('--outDir', folder, '--removeComments');
  for (const file of globSync('{src,extras}/**/*.js', { cwd: folder })) {
    // The compiler gives imports the extension of JavaScript; a thread is named by an address.
    rewrite(join(folder, file), /(new URL\('\.[^']+)\.ts'/g, "$1.js'");
  }
  emitTypes(folder);
  for (const file of globSync(ASSETS, { cwd: ROOT })) {
    cpSync(join(ROOT, file), join(folder, file));
    // The pages that are made of them have no links to files.
    if (file.endsWith('.md')) rewrite(join(folder, file), RELATIVE_LINK, '$1');
  }
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const file of globSync(RENDERER_FILES, { cwd: renderer }))
    cpSync(join(renderer, file), join(folder, 'src', 'site', 'renderer', file));
  // The modules read their version from it. The compiler copies the whole manifest.
  const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly type: string;
}

/** Writes the declarations of the public entry and of all that they name. */
function emitTypes(folder: string): void {
  const declarations = mkdtempSync(join(tmpdir(), 'openfirma-types-'));
  try {
    // What was checked just now is not checked again.
    compile('--outDir', declarations, '--declaration', '--emitDeclarationOnly', '--noCheck');
    const files = new Set([PUBLIC_TYPES]);
    // Iterating a set includes the files added meanwhile.
    for (const file of files) {
      cpSync(join(declarations, file), join(folder, file));
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)\.ts'/g))
        files.add(`${join(dirname(file), path)}.d.ts`);
      // In declarations the compiler leaves imports with the extension of the sources.
      rewrite(join(folder, file), /((?:from |import\()'\.[^']+)\.ts'/g, "$1.js'");
    }
  } finally {
    rmSync(declarations, { recursive: true });
  }
}

function rewrite(file: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(pattern, replacement));
}

function compile(...args: readonly string[]): void {
  const run = spawnSync(process.execPath, [TSC, '--project', import.meta.dirname, ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`Cannot compile the package: ${run.stdout}${run.stderr}`);
}
