/**
 * Compares the speed of the service with that of bare servers, which is the ceiling, and of databases with the same companies. All servers
 * run in turns on one machine. bench/README.md describes the options, docs/performance.md has results.
 *
 *     npm run bench -- --companies 1000000
 *     npm run bench -- --only search,postgresql --rounds 3
 *     npm run bench -- --only cold,get,officers --other ../openfirma-before
 */
import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { machine } from '../test/fixtures/machine.ts';
import { Missing } from '../test/fixtures/programs.ts';
import { contest, type AskedService, type Field } from './contest.ts';
import { measureWorkers } from './default-workers.ts';
import { timeStarts } from './growth.ts';
import { Asked } from './measure.ts';
import { ensureSnapshot, measureDetailsBytes, startService } from './measuring.ts';
import { PEERS, readyPeer, type ReadyPeer } from './peers/index.ts';
import { writeRows } from './peers/rows.ts';
import { planSizes, readPlan, type Plan } from './plan.ts';
import { findCores, inFolder, listFamily, memoryMb, pinSelf, say, type Cores } from './processes.ts';
import { FIRST_REQUEST } from './questions.ts';
import { publish } from './report.ts';
import type { Footprint, Results } from './results.ts';
import { drawSource } from './source.ts';

await inFolder(async (folder) => publish(await bench(readPlan(process.argv.slice(2)), folder)));

async function bench(plan: Plan, folder: string): Promise<Results> {
  const snapshot = ensureSnapshot(plan.companies);
  const cores = findCores();
  const date = new Date().toISOString().slice(0, 10);
  // Read before this process is pinned to one core: afterwards only that core is reported.
  const facts = machine();
  pinSelf(cores);
  say('starting the service');
  const startMs = await timeStarts(snapshot, cores);
  const service = await startService(snapshot, 1, cores);
  const recorder = await startService(snapshot, 1, cores);
  const other =
    plan.other === undefined ? undefined : await startOther(resolve(plan.other), plan.companies, cores, folder);
  const { peers, missing } = await readyPeers(plan, snapshot, cores, folder);

  say('drawing questions');
  const source = drawSource(snapshot, { ...planSizes(plan), companies: plan.companies, port: recorder.port });
  const ours = toAsked(service);
  const field: Field = {
    ours,
    other: other && toAsked(other),
    recorder: recorder.port,
    peers,
    cores,
    folder,
  };
  const mixes: Results['mixes'][number][] = [];
  for (const name of plan.mixes) {
    say(`asking: ${name}`);
    mixes.push(await contest(name, source, field, plan));
  }
  const footprint: Footprint = {
    name: 'openfirma',
    version: 'this one',
    bytes: statSync(snapshot).size,
    detailsBytes: measureDetailsBytes(snapshot),
    startMs,
    memoryMb: memoryMb([ours.front]),
  };
  const footprints = peers.map(measureFootprint);
  const others = other === undefined ? [] : [other];
  await Promise.all([service, recorder, ...others, ...peers.map(({ running }) => running)].map((one) => one.stop()));
  if (plan.workers) say('asking: workers');
  const workers = plan.workers ? await measureWorkers(snapshot, cores, source, plan) : undefined;
  const pinned =
    cores === undefined ? 'not pinned to cores' : `servers on core ${cores.server}, load on core ${cores.load}`;
  return { plan, date, machine: facts, pinned, ours: footprint, peers: footprints, missing, mixes, workers };
}

/** Starts the service of another checkout with a snapshot that it has built of the same lines. */
async function startOther(checkout: string, companies: number, cores: Cores | undefined, folder: string) {
  say('building and starting --other');
  const snapshot = ensureSnapshot(companies, folder, checkout);
  return await startService(snapshot, 1, cores, [join(checkout, 'bin', 'openfirma')]);
}

/** A service that has answered its first request. */
function toAsked({ port, child }: Awaited<ReturnType<typeof startService>>): AskedService {
  const asked = new Asked();
  asked.add([FIRST_REQUEST]);
  return { port, front: child.pid ?? 0, asked };
}

/** Fills and starts the installed peers of the plan. Also returns the missing peers. */
async function readyPeers(
  { peers: wanted }: Plan,
  snapshot: string,
  cores: Cores | undefined,
  folder: string,
): Promise<{ peers: ReadyPeer[]; missing: string[] }> {
  const peers: ReadyPeer[] = [];
  const missing: string[] = [];
  if (wanted.length === 0) return { peers, missing };
  say('writing companies for the peers');
  const rows = join(folder, 'rows');
  const generation = await writeRows(snapshot, rows, new Date().toISOString().slice(0, 10));
  for (const name of wanted) {
    try {
      say(`filling ${name}`);
      peers.push(await readyPeer(PEERS[name], { folder, rows, cores, generation }));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      missing.push(`${PEERS[name].name}: not measured, ${error.message}`);
      say(`MISSING ${missing.at(-1)}`);
    }
  }
  rmSync(rows);
  return { peers, missing };
}

function measureFootprint({
  peer,
  version,
  bytes,
  loadSeconds,
  startMs,
  running: { front, data },
}: ReadyPeer): Footprint {
  const pids = [front, ...(data === undefined ? [] : listFamily(data))];
  return { name: peer.name, version, bytes, loadSeconds, startMs, memoryMb: memoryMb(pids) };
}
