import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A package as `npm pack --json` reports it. */
export interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly integrity: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

export interface Manifest {
  readonly version: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

export const manifestAt = (path: string): Manifest =>
  JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
};

/** The environment of a terminal: without the variables that npm sets for its scripts. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

export function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** Packs the service and the client, and installs them in an empty folder as npm does. */
export function installPackages(folder: string): readonly Packed[] {
  const options = ['--json', '--foreground-scripts=false', '--pack-destination', folder];
  const packed = JSON.parse(run(ROOT, 'npm', 'pack', ...options, '.', './clients/javascript')) as Packed[];
  writeInstall(folder, packed);
  run(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  return packed;
}

/** Makes a folder that depends on the packages, locked to the versions of the repository, which are in the cache of npm. */
function writeInstall(folder: string, packed: readonly Packed[]): void {
  const dependencies = Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${filename}`]));
  const manifest = { name: 'install', private: true, type: 'module', dependencies };
  const ours = packed.map(({ name, filename, integrity }) => {
    const {
      version,
      bin,
      dependencies: needed,
    } = manifestAt(join(ROOT, name === 'openfirma' ? '.' : 'clients/javascript'));
    return [`node_modules/${name}`, { version, resolved: `file:${filename}`, integrity, bin, dependencies: needed }];
  });
  const locked = Object.entries(LOCK.packages).filter(
    ([path, { dev = false, link = false }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  const packages = Object.fromEntries([['', manifest], ...ours, ...locked]) as unknown;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}
