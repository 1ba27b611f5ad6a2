import { statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnServer } from '../machine.ts';
import { REDIS_KEYS, connectRedis, memberOf } from './backends/redis.ts';
import { behindLayer, findProgram, outputOf, stopProcess, untilAnswers } from './programs.ts';
import type { DataSite, DatabaseServer, Loaded, Peer } from './peer.ts';
import { readRows, type PeerRow } from './rows.ts';

const FILE = 'companies.rdb';

/** Redis over a socket, behind the HTTP layer: sorted sets of folded names and numbers, and JSON by id. */
export const redis: Peer = {
  name: 'Redis',
  find: () => {
    const [, version = ''] = /v=(\S+)/.exec(outputOf(findProgram('redis-server'), ['--version'])) ?? [];
    return `Redis ${version}`;
  },
  load: loadRedis,
  start: async (site) => {
    const server = await startRedis(site);
    return behindLayer(await site.serve('redis', server.address), server);
  },
};

/** Starts the server, which reads its dump, and waits until it answers. */
export async function startRedis({ folder, cores }: DataSite): Promise<DatabaseServer> {
  const socketPath = join(folder, 'socket');
  const settings = { port: '0', unixsocket: socketPath, dir: folder, dbfilename: FILE, save: '', appendonly: 'no' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawnServer(cores, [findProgram('redis-server'), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = (): Promise<void> => stopProcess(child);
  try {
    await untilAnswers(child, async () => {
      const client = await connectRedis(socketPath);
      try {
        await client.ping();
      } finally {
        await client.close();
      }
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, address: socketPath, stop };
}

/** Fills a server and writes its dump. */
export async function loadRedis(site: DataSite): Promise<Loaded> {
  const server = await startRedis(site);
  try {
    const client = await connectRedis(server.address);
    for await (const batch of readRows(site.rows)) await addCompanies(client, batch);
    const [, used = ''] = /used_memory:(\d+)/.exec(await client.info('memory')) ?? [];
    await client.sendCommand(['SAVE']);
    await client.close();
    return {
      bytes: statSync(join(site.folder, FILE)).size,
      note: `${Math.round(Number(used) / 2 ** 20)} MiB in memory`,
    };
  } finally {
    await server.stop();
  }
}

async function addCompanies(
  client: Awaited<ReturnType<typeof connectRedis>>,
  batch: readonly PeerRow[],
): Promise<void> {
  const sets = new Map<string, { score: 0; value: string }[]>();
  const add = (key: string, value: string): void => {
    const members = sets.get(key) ?? [];
    members.push({ score: 0, value });
    sets.set(key, members);
  };
  for (const { rank, id, country, folded, numbers } of batch) {
    for (const scope of [undefined, country]) {
      add(REDIS_KEYS.names(scope), memberOf(folded, rank, id));
      for (const number of numbers) add(REDIS_KEYS.numbers(scope), memberOf(number, rank, id));
    }
  }
  await Promise.all([
    ...Array.from(sets, ([key, members]) => client.zAdd(key, members)),
    client.mSet(
      batch.flatMap(({ id, json, identifiers }) => [
        REDIS_KEYS.company(id),
        json,
        REDIS_KEYS.identifiers(id),
        identifiers,
      ]),
    ),
    ...batch.map(({ id, officers }) => officers.length > 0 && client.rPush(REDIS_KEYS.officers(id), [...officers])),
  ]);
}
