/**
 * Compares the speed of the service with that of bare servers, which is the ceiling, and of databases with the same companies. All run in
 * turns on one machine. bench/README.md describes the options, docs/performance.md has results.
 *
 *     npm run bench -- --companies 1000000
 *     npm run bench -- --only search,postgresql --rounds 3
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { machine } from '../test/fixtures/machine.ts';
import { Missing } from '../test/fixtures/programs.ts';
import { Asked } from './asked.ts';
import { contest, type Field } from './contest.ts';
import { measureWorkers } from './default-workers.ts';
import { measureGrowth, timeStarts } from './growth.ts';
import { familyOf, findCores, memoryMb, pinSelf, type Cores } from './processes.ts';
import { inFolder, say } from './in-folder.ts';
import { snapshotOf, startService } from './measuring.ts';
import { PEERS } from './peers/index.ts';
import { readyPeer, type ReadyPeer } from './peers/ready.ts';
import { writeRows } from './peers/rows.ts';
import { readPlan, sizesOf, type Plan } from './plan.ts';
import { FIRST, Targets } from './questions.ts';
import { publish } from './report.ts';
import type { Footprint, Results } from './results.ts';
import { sourceOf } from './source.ts';

await inFolder(async (folder) => publish(await bench(readPlan(process.argv.slice(2)), folder)));

async function bench(plan: Plan, folder: string): Promise<Results> {
  const snapshot = snapshotOf(plan.companies);
  const cores = findCores();
  const date = new Date().toISOString().slice(0, 10);
  // Before this process is pinned to one core: afterwards it reports only that core.
  const facts = machine();
  pinSelf(cores);
  say('starting the service');
  const startMs = await timeStarts(snapshot, cores);
  const ours = await startService(snapshot, 1, cores);
  const recorder = await startService(snapshot, 1, cores);
  const { peers, missing, ranks } = await readyPeers(plan, snapshot, cores, folder);

  say('drawing questions');
  const source = sourceOf(snapshot, { ...sizesOf(plan), companies: plan.companies, port: recorder.port });
  const asked = new Asked();
  asked.add([source.targets.requestOf(FIRST)]);
  const pid = ours.child.pid ?? 0;
  const peerTargets = new Targets(generationOf(snapshot), ranks);
  const field: Field = {
    ours: { port: ours.port, pid, asked },
    recorder: recorder.port,
    peers,
    peerTargets,
    cores,
    folder,
  };
  const mixes: Results['mixes'][number][] = [];
  for (const name of plan.mixes) {
    say(`asking: ${name}`);
    mixes.push(await contest(name, source, field, plan));
  }
  const footprints = peers.map((one) => footprintOf(one));
  const own: Footprint = {
    name: 'openfirma',
    version: 'this one',
    bytes: statSync(snapshot).size,
    startMs,
    memoryMb: memoryMb([pid]),
  };
  await Promise.all([ours, recorder, ...peers.map(({ running }) => running)].map((one) => one.stop()));
  if (plan.workers) say('asking: workers');
  const workers = plan.workers ? await measureWorkers(snapshot, cores, source, plan) : undefined;
  if (plan.growth) say('asking: growth');
  const growth = plan.growth ? await measureGrowth(plan, cores) : undefined;
  const pinned =
    cores === undefined ? 'not pinned to cores' : `servers on core ${cores.server}, load on core ${cores.load}`;
  return { plan, date, machine: facts, pinned, ours: own, peers: footprints, missing, mixes, growth, workers };
}

/** Fills and starts the installed peers of the plan. Also returns the missing ones. */
async function readyPeers(
  { peers: wanted }: Plan,
  snapshot: string,
  cores: Cores | undefined,
  folder: string,
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
