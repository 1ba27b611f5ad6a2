/**
 * Ten minutes of hostile and honest requests at once, while the data is replaced and damaged files are put at its path: every honest
 * request is answered correctly or shed, and the memory of the service does not grow. The figures go to bench/results/hostile.txt.
 * SOAK_SECONDS sets the duration.
 */
import { DOOR_NAMES } from '../fixtures/doors.ts';
import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { generateLines } from '../../tools/sample/lines.ts';
import { load } from '../fixtures/load.ts';
import { machine } from '../fixtures/machine.ts';
import { freePort } from '../fixtures/programs.ts';
import { buildSnapshot } from '../../src/build/index.ts';
import type { AttackOrder, AttackReport } from './attacks.ts';
import { HonestLoad, type Expected } from './honest-load.ts';
import { type CompanyEnvelope } from '../../src/contract/index.ts';
import { COMMAND } from '../fixtures/serving.ts';
import { largestDocument } from './unread-clients.ts';

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 600);
const COMPANIES = 50_000;
const CONNECTIONS = 24;
const SWAP_SECONDS = 20;
/** Seconds in which each worker receives every target several times. */
const FILL_SECONDS = 15;
const SAMPLE_SECONDS = 5;
/** Maximum memory of a service with two workers beyond the page cache. */
const MEMORY_MB_MAX = 400;
/** Maximum increase of memory from the second quarter of the run to the last; a small increase is noise of the garbage collector. */
const GROWTH_MB_MAX = 40;
const PATHS = join(tmpdir(), 'openfirma-hostile-');

test(`${SECONDS} seconds of hostile and honest load`, async (t) => {
  const directory = mkdtempSync(PATHS);
  t.after(() => rmSync(directory, { recursive: true }));
  const generations = [await build(directory, 0), await build(directory, 1)];
  const served = join(directory, 'served.snapshot');
  copyFileSync(generations[0] ?? '', served);
  const { child, port } = await serve(directory, served);
  t.after(() => child.kill('SIGKILL'));
  await fillCaches(port);
  const expected = await expectedFrom(port);
  const largest = await largestDocument(`http://127.0.0.1:${port}`);

  const endsMs = performance.now() + SECONDS * 1000;
  const isOver = (): boolean => performance.now() >= endsMs || child.exitCode !== null;
  const honest = new HonestLoad(port, expected, isOver);
  const attacks = new Worker(new URL('./attacks.ts', import.meta.url), {
    workerData: { port, largest } satisfies AttackOrder,
  });
  const memory: number[] = [];
  const [swaps] = await Promise.all([
    swapUntil(isOver, served, generations),
    sampleUntil(isOver, child, memory),
    honest.run(CONNECTIONS),
  ]);
  attacks.postMessage('end');
  const [report] = (await once(attacks, 'message')) as [AttackReport];
  assert.equal(child.exitCode, null, 'the service runs');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);

  const { answered, shed, faults, faultCount } = honest.outcome;
  const quarter = Math.floor(memory.length / 4);
  const [early, late] = [memory.slice(quarter, 2 * quarter), memory.slice(3 * quarter)].map(median);
  const text = [
    `hostile and honest requests at once, ${new Date().toISOString().slice(0, 10)}`,
    machine(),
    `${SECONDS} s, ${COMPANIES} companies, the default number of workers, ${CONNECTIONS} honest connections with 8 requests under way`,
    '',
    `honest requests: ${answered} answered with the right bytes, ${shed} shed, ${faultCount} lost or wrong`,
    `swaps: ${swaps.sound} of sound data, ${swaps.damaged} of damaged files`,
    `memory beyond the page cache, MB: ${early} in the second quarter, ${late} in the last, at most ${Math.max(...memory)}`,
    `slow readers: ${report.slowReads.whole} of ${report.slowReads.asked} got the whole document`,
    ...Object.entries(report.runs).map(([name, count]) => `${String(count).padStart(7)} times: ${name}`),
    '',
  ].join('\n');
  t.diagnostic(text);
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'hostile.txt'), text);
  assert.deepEqual(faults, []);
  assert.equal(report.slowReads.whole, report.slowReads.asked);
  assert.ok(Math.max(...memory) <= MEMORY_MB_MAX, `at most ${MEMORY_MB_MAX} MB`);
  assert.ok((late ?? 0) - (early ?? 0) <= GROWTH_MB_MAX, `grows by at most ${GROWTH_MB_MAX} MB`);
});

/** Builds a snapshot; another number results in other data about the same companies. */
async function build(directory: string, number: number): Promise<string> {
  const lines = join(directory, `${number}.ndjson`);
  const more = { key: `soak:${number}`, name: `Zz ${number}` };
  writeFileSync(lines, [...generateLines({ companies: COMPANIES, seed: 1 }), `${JSON.stringify(more)}\n`].join(''));
  const out = join(directory, `${number}.snapshot`);
  await buildSnapshot({ inputs: [lines], out });
  rmSync(lines);
  return out;
}

/** Starts the service as operators do, behind a proxy on this machine. */
async function serve(directory: string, snapshot: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(COMMAND, ['serve', '--snapshot', snapshot], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: directory,
      DOORS: DOOR_NAMES.join(),
    },
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
  });
  for (;;) {
    assert.equal(child.exitCode, null);
    const answer = await fetch(`http://localhost:${port}/livez`).catch(() => undefined);
    if (answer?.ok === true) return { child, port };
    await pause(50);
  }
}

/** Fills the caches of pages of both workers, so that only other memory can grow. Parameters that the service ignores make other targets. */
async function fillCaches(port: number): Promise<void> {
  const targets = Array.from({ length: 20_000 }, (_, i) => ({ target: `/v1/search?q=fict&limit=25&unknown=${i}` }));
  const { statuses } = await load(port, targets, { connections: CONNECTIONS, seconds: FILL_SECONDS, first: 0 });
  assert.deepEqual([...statuses.keys()], [200]);
}

/** Returns requests for companies, their officers and searches of a single page, with the expected bodies. */
async function expectedFrom(port: number): Promise<Expected[]> {
  const ask = async (target: string): Promise<Expected> => {
    const client = `10.255.${asked >>> 8}.${asked++ & 255}`;
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'X-Forwarded-For': client } });
    assert.equal(answer.status, 200);
    return { target, body: Buffer.from(await answer.arrayBuffer()) };
  };
  let asked = 0;
  const all: Expected[] = [];
  const lines = [...generateLines({ companies: 500, seed: 1 })].join('').trimEnd().split('\n');
  for (const line of lines) {
    const { name } = JSON.parse(line) as { name: string };
    const search = await ask(`/v1/search?q=${encodeURIComponent(name.slice(0, 64).trim())}`);
    const { data, next_cursor: cursor } = JSON.parse(search.body.toString()) as {
      data: { id: string }[];
      next_cursor: string | null;
    };
    // The text of a cursor changes every minute.
    if (cursor === null) all.push(search);
    const [first] = data;
    if (first === undefined) continue;
    const company = await ask(`/v1/companies/${first.id}`);
    all.push(company, await ask(`/v1/companies/${first.id}/officers`));
    const { identifiers = [] } = (JSON.parse(company.body.toString()) as CompanyEnvelope).data;
    for (const { value } of identifiers) all.push(await ask(`/lookup/v1/identifiers/${encodeURIComponent(value)}`));
  }
  return all;
}

/** Puts valid data and damaged files at the path in turns. */
async function swapUntil(
  isOver: () => boolean,
  served: string,
  generations: readonly string[],
): Promise<{ sound: number; damaged: number }> {
  const swaps = { sound: 0, damaged: 0 };
  for (let n = 1; !isOver(); n++) {
    for (let left = SWAP_SECONDS * 10; left > 0 && !isOver(); left--) await pause(100);
    const aside = `${served}.aside`;
    copyFileSync(generations[(n >> 1) & 1] ?? '', aside);
    const isDamaged = n % 2 === 1;
    if (isDamaged) truncateSync(aside, 100_000 * n);
    renameSync(aside, served);
    swaps[isDamaged ? 'damaged' : 'sound']++;
  }
  return swaps;
}

/** At intervals, records the anonymous memory of the service in MB. This excludes mapped files. */
async function sampleUntil(isOver: () => boolean, { pid }: ChildProcess, memory: number[]): Promise<void> {
  while (!isOver()) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    memory.push(Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024));
    for (let left = SAMPLE_SECONDS * 10; left > 0 && !isOver(); left--) await pause(100);
  }
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
}
