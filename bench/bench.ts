/**
 * Compares the speed of the service with bare servers, which no service can beat, and with the programs that people would use instead.
 * Everything in one run, in turns, on one machine, over the same companies. bench/README.md describes it, docs/performance.md has results.
 *
 *     npm run bench -- --companies 1000000
 *     npm run bench -- --only search,postgresql --rounds 3
 */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { Asked } from './asked.ts';
import { contest, type Field } from './contest.ts';
import { measureWorkers } from './default-workers.ts';
import { measureGrowth, timeStarts } from './growth.ts';
import { endStarted, familyOf, findCores, machine, memoryMb, pinSelf, type Cores } from './machine.ts';
import { snapshotOf, startService } from './measuring.ts';
import { sourceOf } from './mixes.ts';
import { PEERS } from './peers/index.ts';
import { Missing } from './peers/peer.ts';
import { readyPeer, type ReadyPeer } from './peers/ready.ts';
import { writeRows } from './peers/rows.ts';
import { readPlan, sizesOf, type Plan } from './plan.ts';
import { FIRST, SERVICE_SETTINGS, Targets } from './questions.ts';
import { publish } from './report.ts';
import type { Footprint, Results } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'openfirma-bench-'));
// A database runs as another user.
chmodSync(folder, 0o755);
let ending: Promise<void> | undefined;
/** Ends all started processes and removes their files. Errors that follow from this are not shown. */
const end = (): Promise<void> => {
  ending ??= endStarted().then(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return ending;
};
const stop = (exitCode: number): void => void end().finally(() => process.exit(exitCode));
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
for (const [signal, number] of Object.entries(SIGNALS)) {
  process.once(signal, () => stop(128 + number));
}
process.once('uncaughtException', (error) => {
  if (ending !== undefined) return;
  process.stderr.write(`${inspect(error)}\n`);
  stop(1);
});
try {
  publish(await bench(readPlan(process.argv.slice(2))));
} catch (error) {
  if (ending === undefined) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof InputError ? error.message : inspect(error)}\n`);
  }
} finally {
  await end();
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

async function bench(plan: Plan): Promise<Results> {
  const snapshot = snapshotOf(plan.companies);
  const cores = findCores();
  const date = new Date().toISOString().slice(0, 10);
  // Read before this process is pinned to one core and sees no other.
  const facts = machine();
  pinSelf(cores);
  say('starting the service');
  const startMs = await timeStarts(snapshot, cores);
  const ours = await startService(snapshot, 1, cores, SERVICE_SETTINGS);
  const recorder = await startService(snapshot, 1, cores, SERVICE_SETTINGS);
  const { peers, missing, ranks } = await readyPeers(plan, snapshot, cores);

  say('drawing questions');
  const source = sourceOf(snapshot, { ...sizesOf(plan), companies: plan.companies, port: recorder.port });
  const asked = new Asked();
  asked.add([source.targets.requestOf(FIRST)]);
  const pid = ours.child.pid ?? 0;
  const peerTargets = new Targets(generationOf(snapshot), ranks);
  const field: Field = { ours: { port: ours.port, pid, asked }, recorder: recorder.port, peers, peerTargets, cores, folder }; // prettier-ignore
  const mixes: Results['mixes'][number][] = [];
  for (const name of plan.mixes) {
    say(`asking: ${name}`);
    mixes.push(await contest(name, source, field, plan));
  }
  const footprints = peers.map((one) => footprintOf(one));
  const own: Footprint = { name: 'openfirma', version: 'this one', bytes: statSync(snapshot).size, startMs, memoryMb: memoryMb([pid]) }; // prettier-ignore
  await Promise.all([ours, recorder, ...peers.map(({ running }) => running)].map((one) => one.stop()));
  if (plan.workers) say('asking: workers');
  const workers = plan.workers ? await measureWorkers(snapshot, cores, source, plan) : undefined;
  if (plan.growth) say('asking: growth');
  const growth = plan.growth ? await measureGrowth(plan, cores) : undefined;
  const pinned =
    cores === undefined ? 'not pinned to cores' : `servers on core ${cores.server}, load on core ${cores.load}`;
  return { plan, date, machine: facts, pinned, ours: own, peers: footprints, missing, mixes, growth, workers };
}

/** Fills and starts the peers of the plan that are installed, and names those that are missing. */
async function readyPeers(
  { peers: wanted }: Plan,
  snapshot: string,
  cores: Cores | undefined,
): Promise<{ peers: ReadyPeer[]; missing: string[]; ranks: ReadonlyMap<string, readonly number[]> }> {
  const peers: ReadyPeer[] = [];
  const missing: string[] = [];
  if (wanted.length === 0) return { peers, missing, ranks: new Map() };
  say('writing companies for the peers');
  const rows = join(folder, 'rows');
  const ranks = await writeRows(snapshot, rows, new Date().toISOString().slice(0, 10));
  const generation = generationOf(snapshot);
  const targets = new Targets(generation, ranks);
  for (const name of wanted) {
    try {
      say(`filling ${name}`);
      peers.push(await readyPeer(PEERS[name], { folder, rows, cores, generation, targets }));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      missing.push(`${PEERS[name].name}: not measured, ${error.message}`);
      say(`MISSING ${missing.at(-1)}`);
    }
  }
  rmSync(rows);
  return { peers, missing, ranks };
}

function generationOf(snapshot: string): string {
  const reader = SnapshotReader.open(snapshot);
  void reader.close();
  return reader.metadata.generation;
}

function footprintOf({ peer, version, loaded, loadSeconds, startMs, running: { front, data } }: ReadyPeer): Footprint {
  const pids = [front, ...(data === undefined ? [] : familyOf(data))];
  return { name: peer.name, version, ...loaded, loadSeconds, startMs, memoryMb: memoryMb(pids) };
}
