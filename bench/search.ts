/**
 * How far are search and get from bare node:http that answers the same bytes? Both run in one go, interleaved, over
 * keep-alive connections without pipelining; the service is `openfirma serve` as anybody runs it.
 *
 *     npm run bench:search -- --companies 1000000
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SnapshotReader } from '../src/snapshot/index.ts';
import type { Recorded } from './bare.ts';
import { askAll, load } from './load.ts';
import { ROOT, cpuMicroseconds, median, searchTargets, shown, snapshotOf, startService } from './measuring.ts';

const TARGETS = 4000;
const CONNECTIONS = 32;

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
const question = { search: searchTargets(companies, TARGETS), 'ID prefix': numberTargets(), get: getTargets(snapshot) };
const ours = await startService(snapshot, 1);
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
        const before = cpuMicroseconds(child.pid);
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
        cpu.push((cpuMicroseconds(child.pid) - before) / requests);
      }
    }
  } finally {
    bare.child.kill('SIGTERM');
  }
  const share = median(figures.ours.rate) / median(figures.bare.rate);
  return [row(name, 'openfirma', figures.ours, share.toFixed(2)), row('', 'node:http', figures.bare, '')];
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

async function startBare(recorded: readonly Recorded[]): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { serialization: 'advanced' });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('error', reject);
    child.send(recorded);
  });
  return { port, child };
}
