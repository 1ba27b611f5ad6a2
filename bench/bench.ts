/**
 * How fast is the service beside what it cannot be faster than, and beside what people would use instead? Everything in one run, in
 * turns, on the same machine, over the same companies: bench/README.md says how, docs/performance.md what it showed.
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
import { contest, type Field } from './contest.ts';
import { measureGrowth, timeStarts } from './growth.ts';
import { endStarted, familyOf, findCores, machine, memoryMb, pinSelf, type Cores } from './machine.ts';
import { SEED, snapshotOf, startService } from './measuring.ts';
import { sourceOf } from './mixes.ts';
import { PEERS } from './peers/index.ts';
import { Missing } from './peers/peer.ts';
import { readyPeer, type ReadyPeer } from './peers/ready.ts';
import { writeRows } from './peers/rows.ts';
import { readPlan, type Plan } from './plan.ts';
import { SERVICE_SETTINGS, Targets, shownQuestion } from './questions.ts';
import { publish } from './report.ts';
import type { Footprint, Results } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'openfirma-bench-'));
// A database runs as another user.
chmodSync(folder, 0o755);
let ending: Promise<void> | undefined;
/** Ends whatever was started and removes its files; what goes wrong because of that is nobody's fault. */
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
  // Once this process is kept to one core, it would know of no other.
  const facts = machine();
  pinSelf(cores);
  say('starting the service');
  const startMs = await timeStarts(snapshot, cores);
  const ours = await startService(snapshot, 1, cores, SERVICE_SETTINGS);
  const { peers, missing, places } = await readyPeers(plan, snapshot, cores);

  say('drawing questions');
  const source = sourceOf(snapshot, { companies: plan.companies, seed: SEED, count: plan.questions, port: ours.port });
  const peerTargets = new Targets(generationOf(snapshot), places);
  const field: Field = { ours: { port: ours.port, pid: ours.child.pid ?? 0 }, peers, peerTargets, cores, folder };
  const mixes: Results['mixes'][number][] = [];
  let checked = 0;
  let expensive: string[] = [];
  for (const name of plan.mixes) {
    say(`asking: ${name}`);
    const result = await contest(name, source, field, plan);
    mixes.push(result);
    checked += result.checked;
    if (name === 'expensive') expensive = result.asked.map(shownQuestion);
  }
  const footprints = peers.map((one) => footprintOf(one));
  const own: Footprint = { name: 'openfirma', version: 'this one', bytes: statSync(snapshot).size, startMs, memoryMb: memoryMb([ours.child.pid ?? 0]) }; // prettier-ignore
  await Promise.all(peers.map(({ running }) => running.stop()));
  if (plan.growth) say('growing');
  const growth = plan.growth ? await measureGrowth(plan, ours, cores) : undefined;
  await ours.stop();
  const pinned =
    cores === undefined ? 'not pinned to cores' : `servers on core ${cores.server}, load on core ${cores.load}`;
  const date = new Date().toISOString().slice(0, 10);
  return {
    plan,
    date,
    machine: facts,
    pinned,
    ours: own,
    peers: footprints,
    missing,
    mixes,
    checked,
    growth,
    expensive,
  };
}

/** Fills and starts the peers that are wanted and installed; says which are missing. */
async function readyPeers(
  { peers: wanted }: Plan,
  snapshot: string,
  cores: Cores | undefined,
): Promise<{ peers: ReadyPeer[]; missing: string[]; places: ReadonlyMap<string, readonly number[]> }> {
  const peers: ReadyPeer[] = [];
  const missing: string[] = [];
  if (wanted.length === 0) return { peers, missing, places: new Map() };
  say('writing companies for the peers');
  const rows = join(folder, 'rows');
  const places = await writeRows(snapshot, rows, new Date().toISOString().slice(0, 10));
  const generation = generationOf(snapshot);
  const targets = new Targets(generation, places);
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
  return { peers, missing, places };
}

function generationOf(snapshot: string): string {
  const reader = SnapshotReader.open(snapshot);
  void reader.close();
  return reader.about.generation;
}

function footprintOf({ peer, version, loaded, loadSeconds, startMs, running: { front, data } }: ReadyPeer): Footprint {
  const pids = [front, ...(data === undefined ? [] : familyOf(data))];
  return { name: peer.name, version, ...loaded, loadSeconds, startMs, memoryMb: memoryMb(pids) };
}
