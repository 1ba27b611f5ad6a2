/**
 * What does a request cost with several workers, against one? Both over the same snapshot, in turns.
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
const WARM_UP_ROUNDS = 3;
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

// The first rounds warm up: each of several workers gets a part of the requests only, and compiles its own code.
for (let round = -WARM_UP_ROUNDS; round < Number(values.rounds); round++) {
  for (const { child, port, rate, cpu } of services) {
    const pids = familyOf(child.pid ?? 0);
    const before = pids.map(cpuMicroseconds);
    const outcome = await load(port, targets, { connections: CONNECTIONS, seconds, first: asked, clients: CLIENTS });
    asked += outcome.requests;
    if (outcome.statuses.size !== 1 || !outcome.statuses.has(200)) throw new Error('Not every answer is 200');
    const used = pids.map((pid, i) => cpuMicroseconds(pid) - (before[i] ?? 0));
    if (round < 0) continue;
    const total = used.reduce((sum, one) => sum + one, 0);
    rate.push(outcome.requests / outcome.seconds);
    cpu.push(total / outcome.requests);
  }
}
const report = [
  `one worker against several, search, ${companies} companies, ${new Date().toISOString().slice(0, 10)}`,
  `${machine()}; the load shares the cores`,
  `${CONNECTIONS} connections, keep-alive, ${CLIENTS} clients, ${values.rounds} rounds of ${seconds} s each, interleaved; median (min to max)`,
  '',
  'workers  requests/s                 CPU µs/request, all threads',
  ...services.map(
    ({ workers, rate, cpu }) => `${String(workers).padEnd(9)}${shown(rate, 0).padEnd(27)}${shown(cpu, 1)}`,
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
  `CPU a request against one worker: ${(median(services[1]?.cpu ?? []) / median(services[0]?.cpu ?? [])).toFixed(2)}; least against least: ${(Math.min(...(services[1]?.cpu ?? [])) / Math.min(...(services[0]?.cpu ?? []))).toFixed(2)}`,
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
  return { workers, ...(await startService(snapshot, workers)), rate, cpu };
}
