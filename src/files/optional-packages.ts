import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether an optional package is installed. */
export function hasPackage(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that packages are installed that only one capability needs: optional peers in package.json.
 * @throws the error that `faultOf` makes of a reason, which names the command that installs what is missing
 */
export function requirePackages(names: readonly string[], faultOf: (reason: string) => Error): void {
  const missing = names.filter((name) => !hasPackage(name));
  if (missing.length === 0) return;
  const what = missing.length === 1 ? 'the package' : 'the packages';
  throw faultOf(`${what} ${missing.join(' and ')} must be installed: run ${installCommand(missing)}`);
}

/** Returns the command that adds optional packages to the installation that is running: a clone, a global one, or a folder of packages. */
export function installCommand(names: readonly string[]): string {
  const manifest = fileURLToPath(import.meta.resolve('openfirma/package.json'));
  const own = dirname(manifest);
  const packages = dirname(own);
  if (basename(packages) !== 'node_modules') return `npm ci --prefix ${quoted(own)}`;
  const ranges = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const wanted = names.map((name) => `${name}@${ranges.peerDependencies[name]}`).join(' ');
  const holder = dirname(packages);
  if (existsSync(join(holder, 'package.json'))) return `npm install --prefix ${quoted(holder)} ${wanted}`;
  // On Windows global packages are directly below the prefix.
  const prefix = basename(holder) === 'lib' ? dirname(holder) : holder;
  return `npm install --global --prefix ${quoted(prefix)} ${wanted}`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `"${path}"`;
}
