/**
 * What do more workers serve, and what does the allowance they share cost? One worker, which counts in its own memory, and
 * several that count in one file, in turns over the same snapshot.
 *
 *     npm run bench:workers -- --companies 100000 --workers 2
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from './load.ts';
import { cpuMicroseconds, familyOf, machine, memoryMb } from './machine.ts';
import { ROOT, median, searchTargets, shown, snapshotOf, startService } from './measuring.ts';

const CONNECTIONS = 64;
const TARGETS = 4000;
/** So many that none uses up its allowance. */
const CLIENTS = 40_000;

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    workers: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
  },
});
const companies = Number(values.companies);
const seconds = Number(values.seconds);
const snapshot = snapshotOf(companies);
const targets = searchTargets(companies, TARGETS);
const services = await Promise.all([1, Number(values.workers)].map(start));
let asked = 0;
// The workers after the first are started once it serves.
await new Promise((resolve) => setTimeout(resolve, 2000));

for (let round = 0; round <= Number(values.rounds); round++) {
  for (const { child, port, rate, cpu, perCore } of services) {
    const pids = familyOf(child.pid ?? 0);
    const before = pids.map(cpuMicroseconds);
    const outcome = await load(port, targets, { connections: CONNECTIONS, seconds, first: asked, clients: CLIENTS });
    asked += outcome.requests;
    if (outcome.statuses.size !== 1 || !outcome.statuses.has(200)) throw new Error('Not every answer is 200');
    const used = pids.map((pid, i) => cpuMicroseconds(pid) - (before[i] ?? 0));
    if (round === 0) continue;
    const total = used.reduce((sum, one) => sum + one, 0);
    rate.push(outcome.requests / outcome.seconds);
    cpu.push(total / outcome.requests);
    perCore.push((100 * Math.max(...used)) / total);
  }
}
const report = [
  `one worker against several, search, ${companies} companies, ${new Date().toISOString().slice(0, 10)}`,
  `${machine()}; the load shares the cores`,
  `${CONNECTIONS} connections, keep-alive, ${CLIENTS} clients, ${values.rounds} rounds of ${seconds} s each, interleaved; median (min to max)`,
  '',
  'workers  requests/s                 CPU µs/request, all processes  share of the busiest process, %',
  ...services.map(({ workers, rate, cpu, perCore }) =>
    `${String(workers).padEnd(9)}${shown(rate, 0).padEnd(27)}${shown(cpu, 1).padEnd(31)}${shown(perCore, 0)}`.trimEnd(),
  ),
  '',
  `resident memory, MB: ${services
    .map(
      ({ workers, child }) =>
        `${workers}: ${familyOf(child.pid ?? 0)
          .map((pid) => memoryMb([pid]))
          .join(' + ')}`,
    )
    .join('; ')}`,
  `requests/s against one worker: ${(median(services[1]?.rate ?? []) / median(services[0]?.rate ?? [])).toFixed(2)}`,
  '',
].join('\n');
process.stdout.write(report);
mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
writeFileSync(join(ROOT, 'bench', 'results', 'workers.txt'), report);
await Promise.all(services.map(({ stop }) => stop()));

/** Starts a service, with lists for its figures. */
async function start(workers: number) {
  const rate: number[] = [];
  const cpu: number[] = [];
  const perCore: number[] = [];
  return { workers, ...(await startService(snapshot, workers)), rate, cpu, perCore };
}
