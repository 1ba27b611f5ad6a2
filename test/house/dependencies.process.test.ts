/** Installed packages: each has a reason and a licence, none runs a script, and one command lists them all. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Manifest {
  readonly license: string;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
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
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

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

test('every dependency has its version, the day of its last release, its licence and its reason in one table', () => {
  const table = readFileSync('docs/dependencies.md', 'utf8');
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, row = '']) => row.split(' | '));
  assert.deepEqual(rows.map(([name = '']) => name).toSorted(), Object.keys(pinned).toSorted());
  for (const [name = '', version, released = '', licence, why = ''] of rows) {
    const isOurs = pinned[name]?.startsWith('file:') === true;
    assert.equal(version, isOurs ? 'ours' : pinned[name], name);
    assert.match(released, isOurs ? /^ours$/ : /^20\d\d-[01]\d-[0-3]\d$/, name);
    assert.match(why, /\w{3}/, name);
    // A platform package is installed only on its platform.
    const installed = `node_modules/${name}/package.json`;
    const [, lock] = locked.find(([path]) => path === `node_modules/${name}`) ?? [];
    assert.equal(licence, existsSync(installed) ? manifestAt(installed).license : lock?.license, name);
  }
});

test('every package, of packages too, has a licence that lets us use it', () => {
  const wrong = locked.filter(([, { license = '', link }]) => link !== true && !LICENCES.has(license));
  assert.deepEqual(wrong, []);
});

test('no package runs a script when it is installed, each by decision; none reports home', () => {
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(manifest.allowScripts, Object.fromEntries(withScripts.map(([path]) => [nameOf(path), false])));
  const scarf = locked.filter(([path]) => nameOf(path) === '@scarf/scarf').map(([, { resolved }]) => resolved);
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
    if (link !== true) assert.equal(listed.get(`${nameOf(path)}@${version}`), dev, path);
  }
});
