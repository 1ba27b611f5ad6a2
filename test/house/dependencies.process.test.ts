/** Installed packages: each has a reason and a licence, none runs a script, and one command lists them all. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: object;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const manifest = manifestAt('package.json');
const pinned = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifestAt('tools/vendor/node/package.json').optionalDependencies,
  ...manifestAt('tools/vendor/postgres/package.json').optionalDependencies,
};
const locked = Object.entries(
  (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }).packages,
).filter(([path]) => path.startsWith('node_modules/'));
const toPackageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Licences that only require their text; MPL-2.0 also requires that a file stays unchanged, and axe-core runs in tests only. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MPL-2.0',
]);

test('every dependency has its reason in one table', () => {
  const table = readFileSync('docs/dependencies.md', 'utf8');
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, row = '']) => row.split(' | '));
  assert.deepEqual(rows.flatMap(([names = '']) => names.split(', ')).toSorted(), Object.keys(pinned).toSorted());
  for (const [names = '', why = ''] of rows) assert.match(why, /\w{3}/, names);
});

test('every optional package is installed in a clone, in the range that users install', () => {
  const { peerDependencies, peerDependenciesMeta, devDependencies } = manifest;
  const ranges = Object.entries(peerDependencies);
  assert.deepEqual(ranges.filter(([name, range]) => range !== `^${devDependencies[name]}`), []); // prettier-ignore
  assert.deepEqual(peerDependenciesMeta, Object.fromEntries(ranges.map(([name]) => [name, { optional: true }])));
});

test('every package, of packages too, has a licence that lets us use it', () => {
  const wrong = locked.filter(([, { license = '', link }]) => link !== true && !LICENCES.has(license));
  assert.deepEqual(wrong, []);
});

test('no package runs a script when it is installed, each by decision; none reports home', () => {
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(
    manifest.allowScripts,
    Object.fromEntries(withScripts.map(([path]) => [toPackageName(path), false])),
  );
  const scarf = locked.filter(([path]) => toPackageName(path) === '@scarf/scarf').map(([, { resolved }]) => resolved);
  assert.deepEqual(scarf, ['tools/vendor/scarf']);
  // npm 9.2 refuses a lock file with an override to a path.
  for (const [name, version] of Object.entries(manifest.overrides ?? {}))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

const help = spawnSync('npm', ['sbom', '--help'], { encoding: 'utf8', shell: true }).stdout;
const skip = help.startsWith('Unknown command') && 'this npm has no sbom';

test('npm run sbom lists every package as CycloneDX, and marks those that only developers need', { skip }, () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', shell: true });
  assert.equal(status, 0, stderr);
  const bom = JSON.parse(stdout) as {
    readonly bomFormat: string;
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly properties: readonly { readonly name: string; readonly value: string }[];
    }[];
  };
  assert.equal(bom.bomFormat, 'CycloneDX');
  const listed = new Map(
    bom.components.map(({ name, version, properties }) => [
      `${name}@${version}`,
      properties.some((property) => property.name === 'cdx:npm:package:development'),
    ]),
  );
  for (const [path, { version, dev = false, link }] of locked) {
    if (link !== true) assert.equal(listed.get(`${toPackageName(path)}@${version}`), dev, path);
  }
});
