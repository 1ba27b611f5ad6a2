/** A file system that becomes read-only: commands end with one line, and a service keeps serving its data. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, suite, test } from 'node:test';
import { createKey, type SigningKey } from '../../extras/publication/keys.ts';
import { publish } from '../../extras/publication/write-folder.ts';
import { folderServer } from '../../extras/publication/store-fixture.ts';
import { MILLS, buildLines, millId, mills } from '../searching/generations.ts';
import { COMMAND, environment } from '../fixtures/serving.ts';
import { findNamespace } from '../building/small-disk.ts';
import { until } from '../fixtures/until.ts';

const GLEIF = resolve('src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');

/** Fills a disk in memory, makes it read-only, and runs a command there. */
const READ_ONLY = `
set -eu
disk=$1 holding=$2; shift 2
mount -t tmpfs -o size=64m none "$disk"
cp -a "$holding/." "$disk"
mount -o remount,ro "$disk"
cd "$disk"
status=0; "$@" || status=$?
diff -r "$holding" "$disk"
exit $status
`;

/** Runs a command on such a disk; lines of standard input make the disk read-only (`ro`) or writable (`rw`). */
const TURNING = `
set -eu
disk=$1 holding=$2; shift 2
mount -t tmpfs -o size=64m none "$disk"
cp -a "$holding/." "$disk"
"$@" & pid=$!
while read -r turn; do mount -o "remount,$turn" "$disk"; echo "turned $turn"; done
kill -TERM "$pid"
wait "$pid"
`;

const directory = mkdtempSync(join(tmpdir(), 'openfirma-read-only-'));
const disk = join(directory, 'disk');
mkdirSync(disk);
const namespace = findNamespace(disk);
const skip = namespace === undefined && process.env['CI'] === undefined && 'a mount takes root, or user namespaces';
const [flags = [], key] = [namespace, join(directory, 'key')];

suite('a file system that is read-only', { skip }, () => {
  const holding = join(directory, 'holding');
  const store = join(directory, 'store');
  let snapshots: string[] = [];
  let signing: SigningKey;
  before(async () => {
    assert.notEqual(namespace, undefined, 'CI may mount');
    signing = await createKey(key);
    snapshots = await Promise.all([0, 1].map((n) => buildLines(directory, `${n}.snapshot`, mills(n, 20 + n))));
    mkdirSync(holding);
    const first = snapshots[0] ?? assert.fail();
    cpSync(first, join(holding, 'mills.snapshot'));
    cpSync(snapshots[1] ?? assert.fail(), join(holding, 'mills.snapshot.previous'));
    writeFileSync(
      join(holding, 'lines.ndjson'),
      `${mills(0, 30)
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`,
    );
  });
  after(() => rmSync(directory, { recursive: true }));

  const OUT = 'mills.snapshot';
  const cases: readonly (readonly [command: string, ...args: string[]])[] = [
    ['build', '--out', OUT, 'lines.ndjson'],
    ['build', '--previous', OUT, '--out', OUT, 'lines.ndjson'],
    ['publish', '--to', 'published', OUT],
    ['rollback', '--snapshot', OUT],
    ['fetch', 'gleif', '--into', 'downloads'],
    ['import', 'gleif', '--out', 'made.ndjson', GLEIF],
    ['curate', 'restrict', millId(1), '--file', 'decisions.ndjson', '--decided-by', 'x', '--why', 'y'],
    ['export', '--format', 'csv', '--into', 'exports', OUT],
    ['keys', 'new', '--out', 'key'],
    ['serve', '--snapshot', OUT],
  ];
  for (const args of cases) {
    test(`${args.slice(0, 2).join(' ')}: is one line, and all files are as before`, () => {
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        [...flags, 'sh', '-c', READ_ONLY, 'sh', disk, holding, COMMAND, ...args],
        { encoding: 'utf8', env: environment({ PUBLISH_KEY: key, DATA_DIR: '.', PORT: '0' }) },
      );
      assert.equal(status, 1, stdout + stderr);
      assert.match(stderr, /^openfirma: Cannot [^\n]+read-only[^\n]*\n$/m);
      assert.doesNotMatch(stdout + stderr, /^ +at |^diff|^Only in/m);
    });
  }

  test('a follower serves what it has, logs once why there is nothing newer, and continues when it can write', async (t) => {
    const put = async (n: number): Promise<unknown> =>
      await publish({
        snapshot: snapshots[n] ?? assert.fail(),
        to: store,
        key: signing,
        signal: new AbortController().signal,
      });
    await put(0);
    const { address } = await folderServer(t, store);
    const settings = {
      DATA_DIR: disk,
      SNAPSHOT: address,
      SNAPSHOT_KEYS: join(key, 'public.txt'),
      FOLLOW_SECONDS: '1',
      PORT: '0',
      WORKERS: '2',
    };
    const empty = join(directory, 'empty');
    mkdirSync(empty);
    const running = spawn('unshare', [...flags, 'sh', '-c', TURNING, 'sh', disk, empty, COMMAND, 'serve'], {
      env: environment(settings),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.after(() => running.kill('SIGKILL'));
    const lines: string[] = [];
    createInterface(running.stdout).on('line', (line) => lines.push(line));
    const says = (text: string): number => lines.filter((line) => line.includes(text)).length;
    const turn = async (to: 'ro' | 'rw'): Promise<void> => {
      running.stdin.write(`${to}\n`);
      await until(`it is ${to}`, () => says(`turned ${to}`) > 0);
    };
    await until('it listens', () => says('"listening"') > 0);
    const at = /"address":"([^"]+)"/.exec(lines.find((line) => line.includes('"listening"')) ?? '')?.[1] ?? '';
    const search = async (): Promise<number> => (await fetch(`${at}/v1/search?q=${MILLS}`)).status;
    await until('it serves', async () => (await search()) === 200);
    await turn('ro');
    await put(1);
    await until('it says why', () => says('"fault":"failed"') > 0);
    const ready = async () => (await (await fetch(`${at}/readyz`)).json()) as { follower: { fault?: string } };
    assert.equal((await ready()).follower.fault, 'failed');
    assert.match(lines.find((line) => line.includes('"fault":"failed"')) ?? '', /read-only/);
    // After some more polls.
    await until('it asks again', async () => {
      const text = await (await fetch(`${at}/readyz`)).text();
      return text.includes('"checked_seconds":3') || text.includes('"checked_seconds":4');
    });
    assert.deepEqual([says('"fault":"failed"'), await search()], [1, 200]);
    await turn('rw');
    await until('it follows again', () => says('"following again"') === 1);
    await until('it serves the new data', () => says('"serving new data"') === 2);
    assert.equal(await search(), 200);
    assert.equal(says('a worker ended') + says('the follower ended'), 0);
    running.stdin.end();
    const [code] = (await once(running, 'exit')) as [number | null];
    assert.equal(code, 0);
  });
});
