/** The published packages as npm packs them, installed in an empty folder and used without a clone. */
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { installPackages, manifestAt, run, type Manifest, type Packed } from './installed-packages.ts';
import { environment, startService, stopService, type Environment } from '../fixtures/serving.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Patterns of all files of the package. */
const PACKED_FILES = [
  /^(package\.json|README\.md|LICENSE)$/,
  /^bin\/[\w-]+\.cjs$/,
  /^docs\/(site\.png|badges\/\w+\.svg)$/,
  /^docs\/(settings|operating|commands|containers|performance|scaling|folding|register-line|snapshot-format)\.md$/,
  /^docs\/(agents|changes|doors|exports|legal-forms|lists|matching|recipes|static-search)\.md$/,
  /^docs\/examples\/changes\.(py|ts)$/,
  /^extras\/mcp\/SKILL\.md$/,
  /^docs\/(operating|registers)\/[\w-]+\.(md|yaml|json)$/,
  /^deploy\/host\/etc\/([\w.-]+\/)+[\w.-]+$/,
  /^dist\/(index\.d\.ts|typebox\.LICENSE\.txt)$/,
  /^dist\/(CHANGELOG\.md|\.github\/SECURITY\.md|docs\/folding\.md|tools\/sample\/companies\.ndjson)$/,
  /^dist\/[\w-]+\.js(\.map)?$/,
  /^src\/registers\/[\w-]+\/README\.md$/,
  /^dist\/src\/registers\/[\w-]+\/[\w-]+\.tsv$/,
  /^dist\/src\/site\/(served|static-search|styles|texts)\/[\w.-]+\.(js|html|css|svg|ico|png|md)$/,
  /^dist\/(src\/details|extras\/\w+)\/page\.md$/,
  /^dist\/src\/site\/renderer\/(package\.json|LICENSE|NOTICE|swagger-ui(\.css|-bundle\.js(\.LICENSE\.txt)?))$/,
];

/** Maximum number of scripts; a start reads a third of them. Registers, commands, pages and optional packages are one each, an extra one or two, a thread one. */
const SCRIPTS_MAX = 81;

/** Maximum number of installed packages, the program among them, and of their bytes. */
const PACKAGES_MAX = 45;
const INSTALLED_BYTES_MAX = 27_000_000;

const SNAPSHOT = 'data/sample/openfirma.snapshot';
const DATABASE = 'postgres://127.0.0.1:1/toys';

/** The capabilities that need optional packages. */
const OPTIONAL = [
  { names: ['hyparquet-writer'], args: ['export', '--format', 'parquet', '--into', 'exports', SNAPSHOT], settings: {} },
  { names: ['@modelcontextprotocol/server'], args: ['mcp', SNAPSHOT], settings: {} },
  { names: ['@modelcontextprotocol/server'], args: ['serve', '--sample'], settings: { DOORS: 'mcp' } },
  {
    names: ['@redis/client'],
    args: ['serve', '--sample'],
    settings: { RATE_LIMIT_STORE: 'redis://127.0.0.1:1', CURSOR_SECRET: 'c'.repeat(64) },
  },
  {
    names: ['basic-ftp'],
    args: ['fetch', 'fr-rne', '--into', 'files'],
    settings: Object.fromEntries(
      ['FTP_USER', 'FTP_PASSWORD', 'API_USER', 'API_PASSWORD'].map((name) => [`OPENFIRMA_FR_RNE_${name}`, 'toys']),
    ),
  },
  { names: ['pg'], args: ['serve'], settings: { BACKEND: DATABASE } },
  { names: ['pg', 'pg-copy-streams'], args: ['load', '--backend', DATABASE, SNAPSHOT], settings: {} },
] as const;

suite('The published packages', () => {
  let folder = '';
  let installed = '';
  let packed: readonly Packed[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-packages-'));
    installed = join(folder, 'node_modules', 'openfirma');
    packed = installPackages(folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  const readManifest = (name: string): Manifest => manifestAt(join(folder, 'node_modules', name));

  test('hold only the files that the program needs, in few scripts, and are small', () => {
    const [service, client] = packed;
    assert.ok(service !== undefined && client !== undefined);
    const { files, size, unpackedSize } = service;
    const paths = files.map(({ path }) => path);
    assert.deepEqual(paths.filter((path) => !PACKED_FILES.some((known) => known.test(path))), []); // prettier-ignore
    assert.deepEqual(PACKED_FILES.filter((known) => !paths.some((path) => known.test(path))), []); // prettier-ignore
    assert.ok(size < 2_190_000 && unpackedSize < 8_900_000, `${size} bytes packed, ${unpackedSize} installed`);
    const scripts = paths.filter((path) => /^dist\/[\w-]+\.js$/.test(path));
    assert.ok(scripts.length <= SCRIPTS_MAX, `${scripts.length} scripts`);
    assert.ok(client.size < 42_000, `${client.size} bytes`);
    const others = client.files.map(({ path }) => path).filter((path) => !/^dist\/[\w.-]+?(\.d\.ts|\.js)$/.test(path));
    assert.deepEqual(others.toSorted(), ['README.md', 'dist/LICENSE', 'package.json']);
  });

  test('bring no script, no private package and no Node, and are of one version', () => {
    const [service, client] = [readManifest('openfirma'), readManifest('openfirma-client')];
    assert.equal(service.version, client.version);
    for (const { private: isPrivate, scripts = {}, dependencies = {} } of [service, client]) {
      assert.equal(isPrivate, undefined);
      assert.deepEqual(Object.keys(scripts).filter((name) => /install|prepare/.test(name)), []); // prettier-ignore
      assert.deepEqual(Object.entries(dependencies).filter(([, version]) => !/^[\d.]+$/.test(version)), []); // prettier-ignore
    }
    const others = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder }).map((file) =>
      dirname(file).slice('node_modules/'.length),
    );
    assert.deepEqual(others.filter((name) => /^node-(linux|win)|scarf|swagger|typescript/.test(name)), []); // prettier-ignore
  });

  test('install few packages, the optional ones not among them', () => {
    const manifests = globSync('node_modules/{*,@*/*}/package.json', {
      cwd: folder,
      exclude: ['**/openfirma-client/**'],
    });
    const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
    const bytes = files.reduce(
      (sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0),
      0,
    );
    assert.ok(manifests.length <= PACKAGES_MAX, `${manifests.length} packages`);
    assert.ok(bytes <= INSTALLED_BYTES_MAX, `${bytes} bytes`);
    const names = new Set(manifests.map((file) => dirname(file).slice('node_modules/'.length)));
    const optional = Object.keys(readManifest('openfirma').peerDependencies ?? {});
    assert.ok(optional.length > 0);
    assert.deepEqual(optional.filter((name) => names.has(name)), []); // prettier-ignore
  });

  test('name only existing files in their scripts, and only packages that they depend on', () => {
    const missing: string[] = [];
    const { dependencies = {}, peerDependencies = {} } = readManifest('openfirma');
    const isThere = (...path: readonly string[]): boolean => existsSync(join(installed, 'dist', ...path));
    for (const script of globSync('*.js', { cwd: join(installed, 'dist') })) {
      const text = readFileSync(join(installed, 'dist', script), 'utf8');
      for (const [, path = ''] of text.matchAll(
        /(?:\bfrom |\bimport\(|^import |new URL\()"(\.[^"]+|@?[a-z][\w./@-]*)"[;)]/gm,
      )) {
        const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(path) ?? [];
        // An export writes the script of its page and, beside it, `static-search.js`.
        const isFound = path.startsWith('.')
          ? isThere(path) || path === './static-search.js'
          : name in { ...dependencies, ...peerDependencies };
        if (!isFound) missing.push(`${script}: ${path}`);
      }
      for (const [, table = '', source = ''] of text.matchAll(/new URL\("([^"]+\.tsv)", new URL\("([^"]+)"/g))
        if (!isThere(dirname(source), table)) missing.push(`${script}: ${table}`);
      if (!isThere(`${script}.map`)) missing.push(`${script}.map`);
    }
    assert.deepEqual(missing, []);
    assert.deepEqual(
      Array.from(readFileSync(join(installed, 'dist/index.d.ts'), 'utf8').matchAll(/from "(.+)"/g), ([, path]) => path),
      ['typebox'],
    );
  });

  test('show the lines of the sources in a stack, if Node is started with --enable-source-maps', () => {
    const file = join(folder, 'stack.mjs');
    writeFileSync(
      file,
      "import { openBackend } from 'openfirma';\ntry { await openBackend('x:'); } catch (error) { console.log(error.stack); }\n",
    );
    assert.match(
      run(folder, process.execPath, '--enable-source-maps', file),
      /at openBackend\d? \(.+src\/.+\.ts:\d+:\d+\)/,
    );
    assert.match(run(folder, process.execPath, file), /at openBackend\d? \(.+dist\/.+\.js:\d+:\d+\)/);
  });

  test('have pages whose relative links and pictures are files of the package', () => {
    const dead: string[] = [];
    for (const page of globSync('openfirma{,-client}/**/*.md', { cwd: join(folder, 'node_modules') })) {
      const file = join(folder, 'node_modules', page);
      // Skips links that begin with a slash: texts of the site link to its pages.
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#|\/)([^)#]+)[^)]*\)/g))
        if (!existsSync(join(dirname(file), path))) dead.push(`${page}: ${path}`);
    }
    assert.deepEqual(dead, []);
  });

  test('run their command by npx', () => {
    assert.equal(run(folder, 'npx', 'openfirma', '--version').trim(), readManifest('openfirma').version);
    assert.match(run(folder, join(folder, 'node_modules', '.bin', 'openfirma'), 'registers'), /^fi-prh /m);
  });

  test('set up a service by init, whose units run the installed program', () => {
    run(folder, 'npx', 'openfirma', 'init', '--countries', 'fi', '--address', 'toys.example', '--root', 'system');
    const unit = readFileSync(join(folder, 'system/etc/systemd/system/openfirma.service'), 'utf8');
    const [, program = ''] = /^ExecStart=(\S+) serve$/m.exec(unit) ?? [];
    assert.equal(run(folder, program, '--version').trim(), readManifest('openfirma').version);
  });

  test('serve the sample: searches in two threads, every page of the site and everything that a page names', async () => {
    const command = join(folder, 'node_modules', '.bin', 'openfirma');
    const running = await startService(folder, ['--sample'], { DATA_DIR: 'data', WORKERS: '2' }, command);
    try {
      const answer = await fetch(`${running.address}/v1/search?q=nordlys`);
      const { data } = (await answer.json()) as { data: unknown[] };
      assert.ok(answer.status === 200 && data.length > 0);
      const map = await (await fetch(`${running.address}/sitemap.xml`)).text();
      const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => page);
      assert.ok(pages.length > 10);
      const named = new Set(pages);
      // The loop also visits the pages that are added to the set meanwhile.
      for (const page of named) {
        const found = await fetch(page);
        const text = await found.text();
        assert.equal(found.status, 200, page);
        if (!pages.includes(page)) continue;
        for (const [, path = ''] of text.matchAll(/(?:src|data-script|data-style)="(\/[^"]*)"/g))
          named.add(new URL(path, page).href);
      }
      assert.ok([...named].some((path) => path.endsWith('/swagger-ui-bundle.js')));
      assert.equal(running.stderr(), '');
    } finally {
      await stopService(running);
    }
  });

  test('say which command installs the package of a capability, which then works', (t) => {
    // A global installation: its folder has no package.json.
    const prefix = mkdtempSync(`${folder}-global-`);
    t.after(() => rmSync(prefix, { recursive: true }));
    cpSync(join(folder, 'node_modules'), join(prefix, 'lib', 'node_modules'), { recursive: true });
    for (const [holder, options, capabilities] of [
      [folder, `--prefix ${folder}`, OPTIONAL],
      [join(prefix, 'lib'), `--global --prefix ${prefix}`, OPTIONAL.slice(0, 1)],
    ] as const) {
      const ask = (args: readonly string[], settings: Environment = {}): SpawnSyncReturns<string> => {
        const program = join(holder, 'node_modules', 'openfirma', 'bin', 'openfirma.cjs');
        const env = environment({ DATA_DIR: 'data', ...settings });
        return spawnSync(process.execPath, [program, ...args], { cwd: folder, env, encoding: 'utf8' });
      };
      for (const { names, args, settings } of capabilities) {
        const { status, stdout, stderr } = ask(args, settings);
        assert.equal(status, 1, `${args.join(' ')}: ${stdout}`);
        const [, message = '', command] = /^openfirma: (Cannot .+): run (.+)\n$/.exec(stderr) ?? [];
        assert.ok(message.includes(names.join(' and ')), stderr);
        const wanted = names.map((name) => `${name}@${readManifest('openfirma').peerDependencies?.[name]}`);
        assert.equal(command, ['npm', 'install', options, ...wanted].join(' '));
      }
      const [{ names, args }] = OPTIONAL;
      const wanted = names.map((name) => `${name}@${readManifest('openfirma').peerDependencies?.[name]}`);
      run(tmpdir(), 'npm', 'install', ...options.split(' '), ...wanted, '--prefer-offline', '--no-audit', '--no-fund');
      const { status, stderr } = ask(args);
      assert.equal(status, 0, stderr);
    }
  });

  test('are imported by a program that reads a snapshot, as the README shows it', () => {
    const [, example = ''] = /```js\n(import \{ openBackend \}[\s\S]+?)```/.exec(README) ?? [];
    const file = join(folder, 'read.ts');
    writeFileSync(file, example);
    const types = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node'];
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    run(folder, process.execPath, TSC, ...strict, ...types, '--ignoreConfig', file);
    const shown = [...example.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
    assert.deepEqual(run(folder, process.execPath, file).trimEnd().split('\n'), shown);
  });

  test('have a client that a program imports', () => {
    const file = join(folder, 'client.mjs');
    writeFileSync(file, "import { OpenFirma } from 'openfirma-client';\nconsole.log(typeof OpenFirma);\n");
    assert.equal(run(folder, process.execPath, file), 'function\n');
  });

  test('say to an older Node what is missing, in one line', () => {
    const older = join(folder, 'older.cjs');
    writeFileSync(older, "Object.defineProperty(process, 'versions', { value: { node: '22.21.0' } });\n");
    const args = ['--require', older, join(installed, 'bin', 'openfirma.cjs'), 'registers'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /^openfirma: Node 24 or newer is needed, this is Node 22\.21\.0 at ".+": install a newer one from .+\n$/,
    );
  });
});
