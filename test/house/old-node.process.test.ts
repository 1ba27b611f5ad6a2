/** A program started by an old Node: bin/require-node.cjs runs it on the Node that `npm ci` installed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { counted } from '../../src/model/index.ts';
import { folder } from '../fixtures/folder.ts';
import { until } from '../fixtures/until.ts';

const REQUIRE_NODE = resolve('bin/require-node.cjs');
/** Reports an old version, except in a child, which has a channel to its parent. test/house/installs.soak.ts uses real old versions. */
const OLD = `if (process.channel === undefined) Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } });`;

/** Returns the arguments that run a program on an old Node. */
function onOldNode(t: TestContext, program: string, requireNode = REQUIRE_NODE): string[] {
  const at = folder(t);
  writeFileSync(join(at, 'old.cjs'), OLD);
  writeFileSync(join(at, 'program.cjs'), program);
  return ['--require', join(at, 'old.cjs'), '--require', requireNode, join(at, 'program.cjs')];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a program that prints its process id and the signals that it receives. Waits for the id. */
async function startWaiting(
  t: TestContext,
  { shell = false, end = '' },
): Promise<{ child: ChildProcessWithoutNullStreams; pid: number; said: () => string }> {
  const program = `
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR2']) process.on(signal, () => { console.log(signal); ${end} });
    setInterval(() => {}, 1000);
    console.log('pid', process.pid);`;
  const args = onOldNode(t, program);
  // A second command keeps the shell from becoming the program.
  const run = ['-c', '"$@"; exit', 'sh', process.execPath, ...args];
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = shell
    ? spawn('sh', run, { env: { ...env, npm_lifecycle_event: 'start' } })
    : spawn(process.execPath, args, { env });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await until('it starts', () => said.includes('\n'));
  const pid = Number(/^pid (\d+)/.exec(said)?.[1]);
  t.after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
  return { child, pid, said: () => said };
}

const skip = globSync('node_modules/node-*/bin/node*').length === 0 && 'npm ci installs no Node on this system';

suite('A program that an old Node starts', { skip }, () => {
  test('runs on the bundled Node with its arguments, streams and exit status', (t) => {
    const program = `
      process.stdin.on('data', (bytes) => console.error('read ' + bytes));
      console.log(JSON.stringify([process.version, process.argv.slice(2), process.execArgv[0]]));
      process.exitCode = 7;`;
    const args = ['--max-semi-space-size=8', ...onOldNode(t, program), 'a b', 'ü', '--watch'];
    const ended = spawnSync(process.execPath, args, { input: 'this', encoding: 'utf8' });
    assert.deepEqual([ended.status, ended.stderr], [7, 'read this\n']);
    const { version } = JSON.parse(readFileSync('tools/vendor/node/package.json', 'utf8')) as { version: string };
    assert.deepEqual(JSON.parse(ended.stdout), [`v${version}`, ['a b', 'ü', '--watch'], '--max-semi-space-size=8']);
  });

  test('ends by the signal that ended it', (t) => {
    const args = onOldNode(t, `process.kill(process.pid, 'SIGKILL');`);
    assert.equal(spawnSync(process.execPath, args).signal, 'SIGKILL');
  });

  test('gets SIGHUP, SIGINT, SIGTERM and SIGUSR2', async (t) => {
    const { child, said } = await startWaiting(t, { end: `if (signal === 'SIGUSR2') process.exit(3);` });
    const exit = new Promise((done) => child.on('close', done));
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR2'] as const) {
      child.kill(signal);
      await until(`it gets ${signal}`, () => said().endsWith(`${signal}\n`));
    }
    assert.equal(await exit, 3);
  });

  for (const [what, shell] of [
    ['the process that started it', false],
    ['the shell of npm', true],
  ] as const) {
    test(`stops when ${what} is killed`, async (t) => {
      const { child, pid, said } = await startWaiting(t, { shell, end: 'process.exit();' });
      child.kill('SIGKILL');
      await until('it ends', () => !isRunning(pid));
      assert.match(said(), /SIGTERM\n$/);
    });
  }
});

/** Expressions of the settings of the allocator. */
const ALLOCATOR = 'process.env.MALLOC_ARENA_MAX, process.env.MALLOC_MMAP_THRESHOLD_';

suite(
  'The command of the installed package',
  { skip: process.platform === 'win32' && 'this system has no execve' },
  () => {
    for (const [command, starts] of [
      ['build', 2],
      ['refresh', 2],
      ['verify', 1],
    ] as const)
      test(`starts ${counted(starts, 'time')} for ${command}, in one process`, (t) => {
        const report = join(folder(t), 'report.cjs');
        writeFileSync(report, `console.log(process.pid, process.execArgv.join(' '), ${ALLOCATOR});`);
        const args = ['--require', report, 'bin/openfirma.cjs', command, '--help'];
        const { stdout, pid } = spawnSync(process.execPath, args, { encoding: 'utf8' });
        const flags = '--max-semi-space-size=8 --no-parallel-scavenge --no-minor-gc-task ';
        const expected = [`--require ${report} undefined undefined`, `${flags}--require ${report} 1 1048576`];
        assert.deepEqual(
          stdout.match(/^\d.*/gm),
          expected.slice(0, starts).map((one) => `${pid} ${one}`),
        );
      });

    for (const [command, given, expected] of [
      ['build', {}, '1 1048576'],
      ['refresh', { MALLOC_ARENA_MAX: '2' }, '2 1048576'],
      ['verify', {}, 'undefined undefined'],
    ] as const)
      test(`has in a clone the allocator ${expected} for ${command} and ${JSON.stringify(given)}`, (t) => {
        const report = join(folder(t), 'report.cjs');
        writeFileSync(report, `console.log('allocator', ${ALLOCATOR});`);
        const env = { ...process.env, ...given, NODE_OPTIONS: `--require ${report}` };
        const { stdout } = spawnSync('bin/openfirma', [command, '--help'], { encoding: 'utf8', env });
        assert.deepEqual(stdout.match(/^allocator .*/gm), [`allocator ${expected}`]);
      });
  },
);

suite('bin/require-node.cjs refuses in one line to start', () => {
  const cases = [
    [
      'no lock file',
      [],
      /^openfirma: Node 24 or newer is needed, this is Node 18\.20\.8 at ".+": install .+nodejs\.org\n$/,
    ],
    [
      'a clone without the bundled Node',
      ['package-lock.json', 'node_modules/'],
      /^openfirma: Node 24 or newer is needed, .+\n$/,
    ],
    [
      'no packages',
      ['package-lock.json'],
      /^openfirma: no packages are installed in ".+": run `npm ci` there first\n$/,
    ],
  ] as const;
  for (const [what, files, message] of cases) {
    test(what, (t) => {
      const clone = folder(t);
      mkdirSync(join(clone, 'bin'));
      copyFileSync(REQUIRE_NODE, join(clone, 'bin', 'require-node.cjs'));
      for (const file of files) {
        if (file.endsWith('/')) mkdirSync(join(clone, file));
        else writeFileSync(join(clone, file), '{}');
      }
      const args = onOldNode(t, 'console.log(1)', join(clone, 'bin', 'require-node.cjs'));
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, message);
    });
  }
});
