/**
 * Runs a command on a small disk: a file system in memory that only the command sees and that ends with it. Its files are copied back
 * afterwards.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface SmallDisk {
  /** Size of the disk, including the files in `holding`. */
  readonly kilobytes: number;
  /** Maximum number of files, folders and further names on the disk, including the disk itself. */
  readonly inodes?: number;
  /** A folder whose content is on the disk at the start. */
  readonly holding: string;
  /** The folder for temporary files; by default the disk itself. */
  readonly temporary?: string;
  /** The program to run, by default openfirma. */
  readonly program?: string;
  /** Additional environment variables of the command. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface OnSmallDisk {
  readonly status: number;
  /** The last line of standard error, and the number of lines that report a fault. */
  readonly said: string;
  readonly faults: number;
  /** A folder with a copy of all files of the disk afterwards, and their names. */
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

/** Root may mount. Other users may if the system lets them be root of a namespace of their own. */
const NAMESPACES = [['--mount'], ['--mount', '--user', '--map-root-user']];

/** Returns the options of `unshare` that let a command mount here; undefined if the system does not allow it. */
export function findNamespace(folder: string): readonly string[] | undefined {
  return NAMESPACES.find((flags) => {
    const tried = ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder];
    return spawnSync('unshare', [...flags, 'mount', ...tried]).status === 0;
  });
}

/**
 * Returns a function that runs openfirma on small disks. If this machine has no way to do so, says so and returns undefined. It needs
 * Linux, and root or user namespaces.
 */
export function smallDisks(t: TestContext): RunOnSmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-disk-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const flags = findNamespace(disk);
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

/** Matches the message of the program, and messages that Node would add. */
const FAULT = /openfirma:|error|no space|^ +at /i;
