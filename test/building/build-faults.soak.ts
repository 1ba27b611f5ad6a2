import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { folder } from '../fixtures/folder.ts';
import { buildLines, millId, mills } from '../searching/generations.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const run = (...args: string[]) => spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });

/** Returns the working folder of a running build of `mills.snapshot`; undefined without a build. */
const findWork = (at: string): string | undefined =>
  readdirSync(at).find((name) => name.startsWith('.mills.snapshot.building-'));

/** Starts a build that waits for standard input, its last input, after it has read the other inputs. */
async function waitingBuild(t: TestContext, at: string, ...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'build', ...args, '-'], { cwd: at });
  t.after(() => child.kill('SIGKILL'));
  while (!existsSync(join(at, findWork(at) ?? '', 'lines.spool'))) {
    assert.equal(child.exitCode, null);
    await pause(5);
  }
  return child;
}

async function waitForOutcome(child: ChildProcess): Promise<{ status: number | null; stderr: string }> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}

const formatLines = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const restricting = (n: number): string => formatLines([{ id: millId(n), lifecycle: { status: 'restricted' } }]);

test('SIGINT stops a build that waits for standard input', async (t) => {
  const at = folder(t);
  const child = await waitingBuild(t, at, '--out', 'mills.snapshot');
  child.stdin?.write(formatLines(mills(0, 3)));
  child.kill('SIGINT');
  const { status, stderr } = await waitForOutcome(child);
  assert.equal(status, 1);
  assert.equal(stderr, 'openfirma: Cannot build "mills.snapshot": interrupted; nothing was replaced\n');
  assert.deepEqual(readdirSync(at), []);
});

test('a build is refused while another process builds the same, and the other continues', async (t) => {
  const at = folder(t);
  const snapshot = await buildLines(at, 'mills.snapshot', mills(0, 30));
  const child = await waitingBuild(t, at, '--previous', snapshot, '--out', snapshot);
  const { status, stderr } = run('build', '--out', snapshot, `${snapshot}.ndjson`);
  assert.equal(status, 1);
  assert.match(
    stderr,
    new RegExp(
      `^openfirma: Cannot build "[^"]+": another build is running: process ${child.pid} holds "[^"]+"; wait for it, or remove that folder if the process is gone\n$`,
    ),
  );
  child.stdin?.end(formatLines(mills(0, 31)));
  assert.equal((await waitForOutcome(child)).status, 0);
  const reader = SnapshotReader.open(snapshot);
  assert.equal(reader.metadata.records.active, 31);
  await reader.close();
  assert.equal(findWork(at), undefined);
});

test('builds that start at the same moment refuse each other, or one after the other is whole', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'mills.ndjson'), formatLines(mills(0, 30)));
  const start = () =>
    spawn(process.execPath, [PROGRAM, 'build', '--out', 'mills.snapshot', 'mills.ndjson'], { cwd: at });
  const outcomes = await Promise.all([start(), start(), start()].map(waitForOutcome));
  for (const { status, stderr } of outcomes) {
    if (status !== 0)
      assert.match(
        stderr,
        /^openfirma: Cannot build "[^"]+": another build is running: process \d+ holds "[^"]+"; wait for it, or remove that folder if the process is gone\n$/,
      );
  }
  assert.deepEqual(
    readdirSync(at).filter((name) => name.startsWith('.')),
    [],
  );
  assert.equal(run('build', '--out', join(at, 'mills.snapshot'), join(at, 'mills.ndjson')).status, 0);
});

test('a build whose key another one has made meanwhile is refused: no later build could continue it', async (t) => {
  const at = folder(t);
  const child = await waitingBuild(t, at, '--out', 'mills.snapshot');
  writeFileSync(join(at, 'others.ndjson'), restricting(1) + formatLines(mills(0, 30)));
  assert.equal(run('build', '--out', join(at, 'others.snapshot'), join(at, 'others.ndjson')).status, 0);
  const key = readFileSync(join(at, 'restriction.key'), 'utf8');
  child.stdin?.end(restricting(2) + formatLines(mills(0, 30)));
  const { status, stderr } = await waitForOutcome(child);
  assert.equal(status, 1);
  assert.equal(stderr, 'openfirma: Cannot build: another build has just made the key "restriction.key"; build again\n');
  assert.equal(readFileSync(join(at, 'restriction.key'), 'utf8'), key);
  const others = ['ndjson', 'snapshot', 'snapshot.lines', 'snapshot.made.json'].map((end) => `others.${end}`);
  assert.deepEqual(readdirSync(at).toSorted(), [...others, 'restriction.key']);
});

test('the files of a killed build are removed although another process has its number now', async (t) => {
  const at = folder(t);
  const input = `${await buildLines(at, 'mills.snapshot', mills(0, 30))}.ndjson`;
  // The parent of this process is alive, but started at another time than the id in the name says.
  mkdirSync(join(at, `.mills.snapshot.building-${process.ppid}-1`));
  assert.equal(run('build', '--out', join(at, 'mills.snapshot'), input).status, 0);
  assert.equal(findWork(at), undefined);
});
