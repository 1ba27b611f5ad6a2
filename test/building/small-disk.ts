/**
 * Runs a command where the disk is small: a file system in memory that only the command sees and that ends with it. Its
 * files are copied back afterwards.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface SmallDisk {
  /** How much it holds, what lies on it included. */
  readonly kilobytes: number;
  /** How many files, folders and further names it holds, itself included. */
  readonly inodes?: number;
  /** A folder whose content lies on it from the beginning. */
  readonly holding: string;
  /** Where temporary files go; the disk itself by default. */
  readonly temporary?: string;
  /** The program to run, by default openfirma. */
  readonly program?: string;
  /** More of the environment of the command. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface OnSmallDisk {
  readonly status: number;
  /** The last line of standard error, and how many there are that tell of a fault. */
  readonly said: string;
  readonly faults: number;
  /** The folder with a copy of all that lies on the disk afterwards, and the names in it. */
  readonly folder: string;
  readonly names: readonly string[];
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');

export type RunOnSmallDisk = (disk: SmallDisk, args: readonly string[]) => OnSmallDisk;

const SCRIPT = `
set -eu
disk=$1 options=$2 holding=$3 after=$4
shift 4
mount -t tmpfs -o "$options" none "$disk"
cp -a "$holding/." "$disk"
cd "$disk"
status=0
"$@" || status=$?
cp -a "$disk/." "$after"
exit $status
`;

/** A root may mount; others may where the system lets them be root of a namespace of their own. */
const NAMESPACES = [['--mount'], ['--mount', '--user', '--map-root-user']];

/** How a command gets a mount of its own here; undefined where the system does not allow it. */
export function namespaceOf(folder: string): readonly string[] | undefined {
  return NAMESPACES.find((flags) => {
    const tried = ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder];
    return spawnSync('unshare', [...flags, 'mount', ...tried]).status === 0;
  });
}

/**
 * Gives a way to run openfirma on small disks, or undefined, and says so, where this machine does not let us have one: that
 * takes Linux and either root or user namespaces.
 */
export function smallDisks(t: TestContext): RunOnSmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-disk-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const flags = namespaceOf(disk);
  if (flags === undefined) {
    t.diagnostic('not tried: a small disk takes root, or user namespaces');
    return undefined;
  }
  let runs = 0;
  return ({ kilobytes, inodes, holding, temporary = disk, program = PROGRAM, env }, args) => {
    const after = join(folder, String(runs++));
    mkdirSync(after);
    const options = `size=${kilobytes}k${inodes === undefined ? '' : `,nr_inodes=${inodes}`}`;
    const command = [process.execPath, program, ...args];
    const { status, signal, stderr } = spawnSync(
      'unshare',
      [...flags, 'sh', '-c', SCRIPT, 'sh', disk, options, holding, after, ...command],
      { encoding: 'utf8', env: { ...process.env, TMPDIR: temporary, ...env } },
    );
    const lines = stderr.split('\n').filter((line) => line !== '');
    return {
      status: status ?? (signal === null ? -1 : 128),
      said: lines.at(-1) ?? '',
      faults: lines.filter((line) => FAULT.test(line)).length,
      folder: after,
      names: readdirSync(after).toSorted(),
    };
  };
}

/** The program's own line, and what LMDB or Node would say beside it. */
const FAULT = /openfirma:|error|no space|^ +at /i;
