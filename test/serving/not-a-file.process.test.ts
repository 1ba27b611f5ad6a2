/** A FIFO, a device or a folder in place of a file is refused at once: opening a FIFO would wait forever. */
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildLines, millId, mills } from '../searching/generations.ts';
import { ResidentCommand } from '../fixtures/resident-command.ts';
import { COMMAND, environment } from '../fixtures/serving.ts';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

const FILE = 'PATH';
const RESTRICT = ['curate', 'restrict', millId(1), '--decided-by', 'A. Clerk', '--why', 'a test'];
const COMMANDS: readonly (readonly [claim: string, ...args: string[]])[] = [
  ['serve', 'serve', '--workers', '1', '--snapshot', FILE],
  ['serve with several workers', 'serve', '--workers', '2', '--snapshot', FILE],
  ['inspect', 'inspect', FILE],
  ['verify', 'verify', FILE],
  ['search', 'search', FILE, 'kvarn'],
  ['get', 'get', FILE, millId(1)],
  ['coverage', 'coverage', FILE],
  ['rollback', 'rollback', '--snapshot', 'sound', '--accept-restricted'],
  ['build, an input', 'build', '--out', 'out', 'sound.ndjson', FILE],
  ['build, the previous snapshot', 'build', '--out', 'out', '--previous', FILE, 'sound.ndjson'],
  ['build, the restriction key', 'build', '--out', 'out', '--restriction-key', FILE, 'sound.ndjson'],
  ['build, the output', 'build', '--out', FILE, 'sound.ndjson'],
  ['import', 'import', 'gleif', '--out', 'out', FILE],
  ['refresh', 'refresh', FILE],
  ['curate, the decisions', ...RESTRICT, '--file', FILE],
  ['curate, the snapshot', ...RESTRICT, '--file', 'new.ndjson', '--snapshot', FILE],
];

suite('a path that leads to no file', { skip: process.platform === 'win32' }, () => {
  let directory = '';
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-no-file-'));
    await buildLines(directory, 'sound', mills(0, 3));
    assert.equal(spawnSync('mkfifo', [join(directory, 'fifo')]).status, 0);
    symlinkSync('fifo', join(directory, 'sound.previous'));
    mkdirSync(join(directory, 'folder'));
    symlinkSync('/dev/zero', join(directory, 'device'));
  });
  const resident = new ResidentCommand();
  after(() => {
    resident.close();
    rmSync(directory, { recursive: true });
  });

  const refuse = async (args: readonly string[], path: string): Promise<string> => {
    const given = args.map((arg) => (arg === FILE ? path : arg));
    // Aborts a command that opens the FIFO, which would never end.
    const late = AbortSignal.timeout(WAIT_MS_MAX);
    const { status, stderr } = args.includes('2') ? served(given) : await resident.run(given, directory, { late });
    assert.equal(status, 1, stderr);
    return stderr;
  };
  /** Runs `serve` in a separate process, because it may start several workers. */
  const served = (args: readonly string[]): SpawnSyncReturns<string> => {
    const bounds = { timeout: WAIT_MS_MAX, killSignal: 'SIGKILL' } as const;
    const ended = spawnSync(COMMAND, args, { cwd: directory, encoding: 'utf8', ...bounds, env: environment({}) });
    assert.equal(ended.signal, null, 'it waits for the FIFO');
    return ended;
  };

  for (const [claim, ...args] of COMMANDS) {
    test(`${claim}: a FIFO is refused at once, with one line that says what it is`, async () => {
      const stderr = await refuse(args, 'fifo');
      assert.match(
        stderr,
        /^openfirma: Cannot [^\n]+(?:it is a named pipe \(FIFO\), not a file|is not a regular file)\n$/,
      );
    });
  }

  for (const [path, what] of [
    ['folder', 'a folder'],
    ['device', 'a device'],
  ] as const) {
    test(`${what} is refused as well`, async () => {
      assert.match(
        await refuse(['inspect', FILE], path),
        new RegExp(`Cannot open the snapshot "${path}": it is ${what}, not`),
      );
      assert.match(
        await refuse(['import', 'gleif', '--out', 'out', FILE], path),
        new RegExp(`"${path}": it is ${what}, not`),
      );
    });
  }

  test('standard input takes what comes through a pipe', () => {
    const lines = mills(0, 3)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    writeFileSync(join(directory, 'lines'), lines);
    const { status, stderr } = spawnSync('sh', ['-c', `cat lines | ${COMMAND} build --out piped -`], {
      cwd: directory,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  });
});
