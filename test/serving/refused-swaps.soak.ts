/**
 * Twenty files that cannot be served (damaged, cut, of an older format, not a file at all) replace the snapshot under full load: no request
 * fails, and no response comes from such a file. The figures go to bench/results/refused-swaps.txt.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, clientAddress, formatRequest } from '../fixtures/load.ts';
import { folder } from '../fixtures/folder.ts';
import { MILLS, buildLines, mills, ofVersion, put, putBytes } from '../searching/generations.ts';
import { COMMAND, environment } from '../fixtures/serving.ts';

const COMPANIES = 20_000;
const BAD = 20;
const CONNECTIONS = 16;
const WORKERS = 2;
const WAIT_MS_MAX = 60_000;
/** The number of the first mill on the first page: in the two valid generations, and in the bad files. */
const [FIRST, SECOND, NEVER] = [0, 1, 2];

test(`${BAD} files that cannot be served, under full load`, { timeout: 900_000 }, async (t) => {
  const at = folder(t);
  const build = async (name: string, from: number): Promise<string> =>
    await buildLines(at, name, mills(from, from + COMPANIES));
  const sound = [await build('first', FIRST), await build('second', SECOND)];
  const never = await build('never', NEVER);
  const path = join(at, 'served');
  const bytes = readFileSync(never);
  const bad: readonly (readonly [kind: string, put: () => void])[] = [
    ['damaged', () => putBytes(flipped(bytes, 0.5), path)],
    ['cut', () => putBytes(bytes.subarray(0, Math.floor(bytes.length * 0.7)), path)],
    ['of an older format', () => putBytes(ofVersion(never, 1), path)],
    ['empty', () => putBytes(Buffer.alloc(0), path)],
    ['damaged in its trailer', () => putBytes(flipped(bytes, 1 - 40 / bytes.length), path)],
    ['a FIFO', () => putFifo(path)],
    ['a folder', () => putFolder(path)],
  ];
  put(sound[0] ?? '', path);
  const { child, logged, port } = await serve(at, path);
  t.after(() => child.kill('SIGKILL'));
  const until = async (isSo: () => boolean, what: string): Promise<void> => {
    for (const started = Date.now(); !isSo(); await pause(20))
      assert.ok(Date.now() - started < WAIT_MS_MAX && child.exitCode === null, what);
  };
  const figures = { requests: 0, failures: [] as string[], isOver: false };
  const load = Array.from({ length: CONNECTIONS }, (_, n) => hammer(port, figures, n));
  let swaps = 0;
  for (let n = 0; n < BAD; n++) {
    const [kind = '', putBad] = bad[n % bad.length] ?? [];
    putBad?.();
    await until(() => logged.refused >= WORKERS * (n + 1), `file ${n}, ${kind}, is refused`);
    await pause(500);
    // A valid file replaces the bad one: the same data, or other data after every fourth bad file.
    if (n % 4 === 3) swaps++;
    // A rename replaces anything except a folder.
    if (statSync(path).isDirectory()) rmdirSync(path);
    put(sound[swaps % 2] ?? '', path);
    await until(() => logged.swapped >= WORKERS * swaps, `swap ${swaps} is noticed`);
    await pause(1500);
  }
  figures.isOver = true;
  await Promise.all(load);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  assert.equal((await exit)[0], 0);
  const report = [
    `${BAD} files that cannot be served, under full load, ${COMPANIES} companies, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; load ${loadavg()[0]?.toFixed(1)}, other work included`,
    `${CONNECTIONS} connections without a pause, ${WORKERS} workers`,
    '',
    `files: ${bad.map(([kind]) => kind).join(', ')}`,
    `refused ${BAD} by each worker, each with one line; ${swaps} sound swaps between them`,
    `requests ${figures.requests}, failed ${figures.failures.length}; no answer was of a refused file`,
    '',
  ].join('\n');
  process.stdout.write(report);
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'refused-swaps.txt'), report);
  assert.equal(logged.refused, WORKERS * BAD);
  assert.deepEqual(figures.failures.slice(0, 3), []);
  assert.ok(figures.requests > 1000);
});

/** Serves a snapshot, and counts the log lines about swaps. */
async function serve(
  at: string,
  path: string,
): Promise<{ child: ChildProcess; port: number; logged: { refused: number; swapped: number } }> {
  const settings = {
    SNAPSHOT_CHECK_SECONDS: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    CURSOR_SECRET: 'the secret of the soak',
    WORKERS: String(WORKERS),
  };
  const child = spawn(COMMAND, ['serve', '--snapshot', path], {
    cwd: at,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const logged = { refused: 0, swapped: 0 };
  const port = await new Promise<number>((resolve, reject) => {
    let listening = 0;
    child.once('exit', () => reject(new Error('The service ended')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"refused new data')) logged.refused++;
      else if (line.includes('"serving new data"')) logged.swapped++;
      // A worker that starts over a damaged file does not know that the others have refused it.
      else if (line.includes('"listening"') && ++listening === WORKERS)
        resolve(Number(/:(\d+)","generation/.exec(line)?.[1]));
    });
  });
  return { child, port, logged };
}

/** Requests the first page repeatedly, each time as another client; each response must be from a valid generation. */
async function hammer(
  port: number,
  figures: { requests: number; failures: string[]; isOver: boolean },
  n: number,
): Promise<void> {
  const connection = await Connection.open(port);
  for (let client = n; !figures.isOver; client += CONNECTIONS) {
    const request = formatRequest(`/v1/search?q=${MILLS}&limit=5`, clientAddress(client));
    const { status, body } = await connection.answerTo(request);
    figures.requests++;
    const first = Number(/"name":"Kvarn (\d+)/.exec(body.toString())?.[1]);
    if (status !== 200 || (first !== FIRST && first !== SECOND)) figures.failures.push(`${status} ${body.toString()}`);
  }
  connection.close();
}

/** Returns the bytes with one bit flipped at this fraction of their length. */
function flipped(bytes: Buffer, part: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = Math.floor(bytes.length * part);
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
  return copy;
}

function putFifo(path: string): void {
  assert.equal(spawnSync('mkfifo', [`${path}.new`]).status, 0);
  renameSync(`${path}.new`, path);
}

function putFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}
