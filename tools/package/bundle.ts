/** Bundles the program into few scripts, so that a start reads a dozen files instead of hundreds. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** The public entry and the command. The script of each thread is an entry too. */
const ENTRIES = ['src/index.ts', 'src/cli/main.ts'];

/** Groups of files that many bundles share. A bundle that needs one file loads its whole group, so that each group is one script. */
const SHARED = {
  serving: ['src/{model,files,sort,contract,snapshot,backend,operations,server}/index.ts', 'src/cli/*.ts'],
  building: ['src/{importer,registers,identity,build}/index.ts', 'src/cli/{output,reuse}/*.ts'],
  fetching: ['src/fetching/index.ts'],
} as const;

const NOT_RUN = ['**/*.{test,suite,soak}.ts', '**/*fixture*', 'src/site/browser/**'];

/** Files that no group of shared files contains: some are loaded before the command is known, the others are never run. */
const FIRST_LOADED = ['src/cli/{main,program,supervisor,thread,log*}.ts', ...NOT_RUN];

/** The bundle of each module that is imported on demand, and the shared groups that the bundle loads. The first match applies. */
const BUNDLES: readonly (readonly [module: RegExp, bundle: string, shared: readonly (keyof typeof SHARED)[]])[] = [
  [/^src\/cli\/(program|log)\.ts$/, '$1', []],
  [/^src\/cli\/sample\//, 'sample', []],
  [/^src\/cli\/commands\/serve\.ts$/, 'serve', ['serving']],
  [/^src\/cli\/commands\/(get|search|inspect|verify)\.ts$/, 'snapshot-commands', ['serving']],
  // Modules that import optional packages have bundles of their own, which are loaded only if the packages are installed.
  [/^extras\/mcp\/(?:door|mcp-server)\.ts$/, 'mcp-protocol', ['serving']],
  [/^extras\/exports\/formats\/(parquet)\.ts$/, '$1', ['serving']],
  // An import starts without the HTTP client: in four fifths of the CPU.
  [
    /^src\/(?:cli\/commands\/(?:import|refreshing\/import-task)\.ts$|build\/|registers\/)/,
    'building',
    ['serving', 'building'],
  ],
  [/^src\/fetching\/(ftp)\//, '$1', ['serving', 'building', 'fetching']],
  [/^src\/(cli|fetching)\//, '$1', ['serving', 'building', 'fetching']],
  [/^extras\/([\w-]+)\/(?:door|[\w-]*page)\b/, '$1-door', ['serving']],
  [/^(?:src|extras)\/[\w-]+\/(?:document|schemas)\.ts$/, 'schemas', ['serving']],
  [/^(?:src|extras)\/([\w-]+)\//, '$1', ['serving']],
];

/** Matches an import on demand. */
const ON_DEMAND = /\bimport\('(\.[^']+\.ts)'\)/g;

/** Matches the address of a script that is run as a thread. */
const THREAD = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g;

/** Packages that are bundled into the scripts. Otherwise a start would read 684 files of TypeBox. */
const BUNDLED_PACKAGES: ReadonlySet<string> = new Set(['typebox']);

/** A source map with one mapping: the bundler replaces one without. */
const EMPTY_MAP = Buffer.from('{"version":3,"sources":["package"],"mappings":"AAAA"}').toString('base64');

/** Writes the scripts of the program and their source maps. The scripts import packages and each other. */
export async function bundleProgram(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...ENTRIES, ...findTargets(THREAD)].map((file) => ({ in: file, out: basename(file, '.ts') })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: externalPackages(),
    charset: 'utf8',
    sourcemap: true,
    sourcesContent: false,
    tsconfigRaw: {},
    plugins: [onDemandPlugin(), sourcePlugin()],
  });
}

function externalPackages(): string[] {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { dependencies, peerDependencies } = JSON.parse(manifest) as Readonly<Record<string, object>>;
  return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUNDLED_PACKAGES.has(name));
}

/** Makes imports on demand load the bundle of their module. Otherwise there would be a script for each register and command. */
function onDemandPlugin(): Plugin {
  const modules = Map.groupBy(findTargets(ON_DEMAND), (file) => findBundle(file).name);
  return {
    name: 'bundles on demand',
    setup(bundler) {
      bundler.onResolve({ filter: /^bundle:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'bundle' }));
      bundler.onLoad({ filter: /./, namespace: 'bundle' }, ({ path }) => {
        const files = modules.get(path) ?? [];
        const shared = files.slice(0, 1).flatMap((file) => findBundle(file).shared);
        const lines = [
          ...globSync(shared, { cwd: ROOT, exclude: FIRST_LOADED }).map((file) => `import './${file}';`),
          ...files.map((file) => `export * as ${toVariableName(file)} from './${file}';`),
        ];
        return { contents: lines.join('\n'), resolveDir: ROOT };
      });
    },
  };
}

function findTargets(pattern: RegExp): Set<string> {
  const files = globSync('{src,extras}/**/*.ts', { cwd: ROOT, exclude: NOT_RUN });
  const targets = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, path = '']) => resolveTarget(file, path)),
  );
  return new Set(targets);
}

function resolveTarget(file: string, path: string): string {
  return join(dirname(file), path).replaceAll(sep, '/');
}

function findBundle(file: string): { readonly name: string; readonly shared: readonly string[] } {
  for (const [module, bundle, shared] of BUNDLES) {
    const [part, name = ''] = module.exec(file) ?? [];
    if (part !== undefined) return { name: bundle.replace('$1', name), shared: shared.flatMap((key) => SHARED[key]) };
  }
  throw new Error(`Cannot bundle "${file}", which is imported on demand: no row of BUNDLES matches it`);
}

function toVariableName(file: string): string {
  return file.replaceAll(/\W/g, '_');
}

/** Rewrites sources for bundling, so that scripts find files relative to their source, and threads beside the script. */
function sourcePlugin(): Plugin {
  return {
    name: 'sources',
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
        const file = relative(ROOT, path).replaceAll(sep, '/');
        const contents = readFileSync(path, 'utf8')
          .replaceAll(ON_DEMAND, (_, target: string) => onDemand(resolveTarget(file, target)))
          .replaceAll(THREAD, (_, thread: string) => `new URL('${thread.replace(/ts$/, 'js')}', import.meta.url)`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(file)}')`)
          .replaceAll(/(?<!\.js', )import\.meta\.url/g, `new URL('${file}', import.meta.url).href`);
        return { contents, loader: 'ts' };
      });
      // Packages and data have no lines of ours in a stack trace, so their source maps, a quarter of all, are left empty.
      bundler.onLoad({ filter: /[/\\]node_modules[/\\].*\.m?js$/ }, ({ path }) => ({
        contents: withEmptyMap(readFileSync(path, 'utf8')),
      }));
      // Data is bundled as one text. Other fields of a manifest, such as development dependencies, are not bundled.
      bundler.onLoad({ filter: /\.json$/ }, ({ path }) => {
        const data = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
        const { name, version } = data;
        const json = JSON.stringify(basename(path) === 'package.json' ? { name, version } : data);
        return { contents: withEmptyMap(`export default JSON.parse(${JSON.stringify(json)});`), loader: 'js' };
      });
    },
  };
}

function withEmptyMap(script: string): string {
  return `${script}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`;
}

function onDemand(file: string): string {
  return `import('bundle:${findBundle(file).name}').then((bundle) => bundle.${toVariableName(file)})`;
}
