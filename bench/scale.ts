/**
 * How many requests do several servers over one store serve, what does each cost, and what does a killed one do? Every kind of store in
 * one run, in turns, beside the snapshot file.
 *
 *     npm run bench:scale -- --companies 100000
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { Asked } from './asked.ts';
import { inFolder, say } from './in-folder.ts';
import type { LoadRequest } from './load.ts';
import { findCores, machine, pinSelf, type Cores } from './machine.ts';
import { measureInTurns, noFigures, type Contestant, type Figures } from './measure.ts';
import { ROOT, snapshotOf, startService, type Service } from './measuring.ts';
import { MIXES, requestsOf, sourceOf } from './mixes.ts';
import { stopProcess } from './peers/programs.ts';
import { SERVICE_SETTINGS } from './questions.ts';
import { Clients, type Phase } from './scale/outages.ts';
import { reportOf, type KindResult, type Outage } from './scale/report.ts';
import { KINDS, type KindName, type Store } from './scale/stores.ts';

/** Servers that share a store. */
const SERVERS = [1, 2, 4];
const SERVERS_MAX = Math.max(...SERVERS);
/** How long clients ask before a kill, and while what was killed is away. */
const OUTAGE_MS = 2000;
/** How long they go on after it is back. */
const AFTER_MS = 4000;

/** A store with its servers. */
interface Fleet {
  readonly name: KindName;
  readonly store: Store;
  readonly servers: Service[];
  readonly start: (server: number) => Promise<Service>;
}

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(KINDS).join() },
  },
});
const companies = Number(values.companies);
const plan = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

await inFolder(async (folder) => {
  const names = values.only.split(',').map(kindNamed);
  const snapshot = snapshotOf(companies);
  const cores = findCores();
  const facts = machine();
  pinSelf(cores);
  const fleets: Fleet[] = [];
  for (const name of names) {
    say(`starting ${SERVERS_MAX} servers: ${name}`);
    const at = join(folder, name);
    mkdirSync(at);
    fleets.push(await startFleet(name, { folder: at, snapshot, cores }));
  }
  const asked = await requestsFor(snapshot, fleets[0]?.servers[0]?.port ?? 0);
  say('asking in turns');
  const cold = await measureAll(fleets, (n) => asked.cold[n] ?? [], true);
  const get = await measureAll(fleets, () => asked.get, false);
  const results: KindResult[] = [];
  for (const fleet of fleets) {
    say(`killing: ${fleet.name}`);
    const of = (figures: ReadonlyMap<string, Figures>): Figures[] =>
      SERVERS.map((n) => figures.get(`${fleet.name} ${n}`) ?? noFigures());
    results.push({
      name: fleet.name,
      title: KINDS[fleet.name].title,
      cold: of(cold),
      get: of(get),
      store: fleet.store.pid() === undefined ? undefined : await killStore(fleet, asked.outages),
      server: await killServer(fleet, asked.outages),
    });
  }
  const report = reportOf(results, { companies, servers: SERVERS, machine: facts, cores, ...plan });
  process.stdout.write(report);
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
  writeFileSync(join(ROOT, 'bench', 'results', 'scale.txt'), report);
});

function kindNamed(name: string): KindName {
  if (name in KINDS) return name as KindName;
  throw new InputError(`Cannot measure "${name}": --only takes ${Object.keys(KINDS).join(', ')}`);
}

async function startFleet(
  name: KindName,
  site: { readonly folder: string; readonly snapshot: string; readonly cores: Cores | undefined },
): Promise<Fleet> {
  const store = await KINDS[name].start(site);
  const start = (server: number): Promise<Service> =>
    startService(store.snapshot, 1, coreOf(site.cores, server), {
      ...SERVICE_SETTINGS,
      DATA_DIR: join(site.folder, `server-${server}`),
      ...store.settings(server),
    });
  const servers: Service[] = [];
  for (let server = 0; server < SERVERS_MAX; server++) servers.push(await start(server));
  return { name, store, servers, start };
}

/** One core for each server where there are enough, the last one left to the load. */
function coreOf(cores: Cores | undefined, server: number): Cores | undefined {
  if (cores === undefined) return undefined;
  const others = cores.allowed.slice(0, -1);
  return { ...cores, server: others[server % others.length] ?? cores.server };
}

/** Questions: `cold` a part for each number of servers, since they share servers, and another for the outages. */
async function requestsFor(
  snapshot: string,
  port: number,
): Promise<{ cold: LoadRequest[][]; get: LoadRequest[]; outages: LoadRequest[] }> {
  const count = Math.min(200_000, companies);
  const source = sourceOf(snapshot, { companies, count, coldCount: 2 * count, port });
  const { requests } = await requestsOf(MIXES.cold, source);
  const share = Math.floor(requests.length / (SERVERS.length + 1));
  const cold = [...SERVERS, 0].map((_, i) => requests.slice(i * share, (i + 1) * share));
  const { requests: get } = await requestsOf(MIXES.get, source);
  return { cold, get: [...get], outages: cold.at(-1) ?? [] };
}

async function measureAll(
  fleets: readonly Fleet[],
  partOf: (n: number) => readonly LoadRequest[],
  isOnce: boolean,
): Promise<Map<string, Figures>> {
  const contestants = fleets.flatMap(({ name, store, servers }) =>
    SERVERS.map((count, i): Contestant => {
      const some = servers.slice(0, count);
      const [port, front] = [some.map((one) => one.port), some.map(({ child }) => child.pid ?? 0)];
      return {
        name: `${name} ${count}`,
        port,
        front,
        data: store.pid(),
        requests: partOf(i),
        isOnce,
        asked: new Asked(),
      };
    }),
  );
  return await measureInTurns(contestants, [200], plan);
}

/** Kills the store of two servers under load, and starts it again. */
async function killStore({ store, servers }: Fleet, requests: readonly LoadRequest[]): Promise<Outage> {
  return await outage(servers, requests, { kill: store.kill, resume: store.resume });
}

/** Kills one of two servers under load, and starts another one in its place. */
async function killServer({ servers, start }: Fleet, requests: readonly LoadRequest[]): Promise<Outage> {
  const killed = servers[1];
  if (killed === undefined) throw new Error('There is one server only');
  return await outage(servers, requests, {
    kill: () => stopProcess(killed.child, 'SIGKILL'),
    resume: async () => {
      servers[1] = await start(1);
    },
  });
}

async function outage(
  servers: readonly Service[],
  requests: readonly LoadRequest[],
  { kill, resume }: Pick<Store, 'kill' | 'resume'>,
): Promise<Outage> {
  const clients = new Clients(
    servers.slice(0, 2).map(({ port }) => port),
    requests,
  );
  await wait(OUTAGE_MS);
  const before: Phase = clients.next();
  await kill();
  await wait(OUTAGE_MS);
  await resume();
  const away = clients.next();
  await wait(AFTER_MS);
  return { before, away, back: await clients.end() };
}
