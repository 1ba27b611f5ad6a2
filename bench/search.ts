/**
 * How far are search and get from bare node:http that answers the same bytes? Both run in one go, interleaved, over
 * keep-alive connections without pipelining; the service is `openfirma serve` as anybody runs it.
 *
 *     npm run bench:search -- --companies 1000000
 */
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SnapshotReader } from '../src/snapshot/index.ts';
import type { Recorded } from './bare.ts';
import { generatePrefixes } from './generate.ts';
import { askAll, load } from './load.ts';

const SEED = 1;
const TARGETS = 4000;
const CONNECTIONS = 32;
const ROOT = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
});
const companies = Number(values.companies);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const snapshot = snapshotOf(companies);
const question = { search: searchTargets(), 'ID prefix': numberTargets(), get: getTargets(snapshot) };
const ours = await startOurs(snapshot);
const rows: string[] = [];
try {
  for (const [name, targets] of Object.entries(question)) rows.push(...(await measure(name, targets)));
} finally {
  ours.child.kill('SIGTERM');
}
const report = [
  `search and get against bare node:http, ${companies} companies, ${new Date().toISOString().slice(0, 10)}`,
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  `${CONNECTIONS} connections, keep-alive, no pipelining, ${rounds} rounds of ${seconds} s each, interleaved; median (min to max)`,
  '',
  'question    server      requests/s                 CPU µs/request             of bare',
  ...rows,
  '',
].join('\n');
process.stdout.write(report);
mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
writeFileSync(join(ROOT, 'bench', 'results', 'search.txt'), report);

/** Measures one question: our service and the bare server in turns, after a round to warm up. */
async function measure(name: string, targets: readonly string[]): Promise<string[]> {
  const bare = await startBare(await record(ours.port, targets));
  const figures = {
    ours: { rate: [] as number[], cpu: [] as number[] },
    bare: { rate: [] as number[], cpu: [] as number[] },
  };
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [who, { port, child }] of Object.entries({ ours, bare })) {
        const before = cpuMicroseconds(child);
        const {
          requests,
          seconds: took,
          statuses,
        } = await load(port, targets, {
          connections: CONNECTIONS,
          seconds: round === 0 ? Math.min(2, seconds) : seconds,
          number: round,
        });
        if (statuses.size !== 1 || !statuses.has(200))
          throw new Error(`${who} answered ${[...statuses.keys()].join(', ')}`);
        if (round === 0) continue;
        const { rate, cpu } = figures[who as 'ours' | 'bare'];
        rate.push(requests / took);
        cpu.push((cpuMicroseconds(child) - before) / requests);
      }
    }
  } finally {
    bare.child.kill('SIGTERM');
  }
  const share = median(figures.ours.rate) / median(figures.bare.rate);
  return [row(name, 'openfirma', figures.ours, share.toFixed(2)), row('', 'node:http', figures.bare, '')];
}

/** The median with the smallest and the largest. */
function shown(all: readonly number[], digits: number): string {
  return `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;
}

function row(name: string, server: string, figures: { rate: number[]; cpu: number[] }, share: string): string {
  return [
    name.padEnd(12),
    server.padEnd(12),
    shown(figures.rate, 0).padEnd(27),
    shown(figures.cpu, 1).padEnd(27),
    share,
  ]
    .join('')
    .trimEnd();
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
}

/** The processor time that a process has used, user and system. The kernel counts it in hundredths of a second. */
function cpuMicroseconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Builds the snapshot of generated companies, unless an earlier run left it. */
function snapshotOf(count: number): string {
  const directory = join(ROOT, 'data', 'bench');
  const path = join(directory, `${count}-${SEED}.snapshot`);
  if (existsSync(path)) return path;
  mkdirSync(directory, { recursive: true });
  const lines = join(directory, `${count}-${SEED}.ndjson`);
  run(['bench/generate.ts', '--companies', String(count), '--seed', String(SEED), '--out', lines]);
  run(['src/cli/main.ts', 'build', '--out', path, lines]);
  return path;
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

function searchTargets(): string[] {
  const prefixes = [...generatePrefixes({ companies, seed: SEED, count: TARGETS * 3 })];
  return prefixes
    .filter(({ kind }) => kind === 'uniform')
    .slice(0, TARGETS)
    .map(({ q }) => `/v1/search?q=${encodeURIComponent(q)}`);
}

/** Three to five digits: what somebody types of a business ID, and what matches most companies. */
function numberTargets(): string[] {
  return Array.from({ length: TARGETS }, (_, i) => `/v1/search?q=${String(100 + ((i * 7919) % 99_900))}`);
}

function getTargets(path: string): string[] {
  const reader = SnapshotReader.open(path);
  const targets: string[] = [];
  let n = 0;
  for (const id of reader.idsInOrder()) {
    if (n++ % Math.ceil(companies / TARGETS) === 0) targets.push(`/v1/companies/${id}`);
  }
  return targets;
}

/** Asks our service each target once, for the bare server to answer the same. */
async function record(port: number, targets: readonly string[]): Promise<Recorded[]> {
  const answers = await askAll(port, targets);
  return answers.map(({ status, head, body }, i) => {
    if (status !== 200) throw new Error(`"${targets[i]}" answered ${status}`);
    const fields = head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
      // Node writes these itself.
      .filter(([field]) => !/^(date|connection|keep-alive)$/i.test(field));
    return { target: targets[i] ?? '', fields: fields.flat(), body: body.toString('base64') };
  });
}

async function startOurs(path: string): Promise<{ port: number; child: ChildProcess }> {
  const port = 18_080;
  const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', '--snapshot', path], {
    cwd: ROOT,
    // One process, whose time is counted.
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', WORKERS: '1' },
    // The log is written, to where it costs nobody else's time.
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
  });
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return { port, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service does not answer');
}

async function startBare(recorded: readonly Recorded[]): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { serialization: 'advanced' });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('error', reject);
    child.send(recorded);
  });
  return { port, child };
}
