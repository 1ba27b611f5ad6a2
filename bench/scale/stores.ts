/** What servers can share: each kind of store as it is started, killed and started again. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { startModule } from '../ceiling/index.ts';
import { run } from '../measuring.ts';
import { spawnServer, type Cores } from '../machine.ts';
import { makeCluster, startPostgresql } from '../peers/postgresql.ts';
import { findProgram, freePort, stopProcess } from '../peers/programs.ts';

/** Where a store may have its files, and what it holds. */
export interface Site {
  readonly folder: string;
  readonly snapshot: string;
  readonly cores: Cores | undefined;
}

/** A running store. */
export interface Store {
  /** The file that each server reads; undefined where the settings say where the data are. */
  readonly snapshot?: string;
  /** The settings of the servers over it. */
  readonly settings: (server: number) => Readonly<Record<string, string>>;
  /** Its process; undefined where there is none beside the servers. */
  readonly pid: () => number | undefined;
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again where it was; comes back before it answers. */
  readonly resume: () => Promise<void>;
}

export interface Kind {
  readonly title: string;
  readonly start: (site: Site) => Promise<Store>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** A child process that can be killed and started again. */
async function restartable(start: () => Promise<ChildProcess>): Promise<Pick<Store, 'pid' | 'kill' | 'resume'>> {
  let child = await start();
  return {
    pid: () => child.pid,
    kill: () => stopProcess(child, 'SIGKILL'),
    resume: async () => {
      child = await start();
    },
  };
}

async function startFollowed({ folder, snapshot, cores }: Site): Promise<Store> {
  const [key, published] = [join(folder, 'key'), join(folder, 'published')];
  mkdirSync(published);
  const main = join('src', 'cli', 'main.ts');
  run([main, 'keys', 'new', '--out', key]);
  run([main, 'publish', '--to', published, snapshot], { PUBLISH_KEY: key });
  const port = await freePort();
  const module = join('scale', 'store-server.ts');
  const store = await restartable(async () => (await startModule(cores, module, [published, String(port)])).child);
  const settings = (server: number): Record<string, string> => ({
    SNAPSHOT: `http://127.0.0.1:${port}/current.json`,
    SNAPSHOT_KEYS: join(key, 'public.txt'),
    DATA_DIR: join(folder, `follower-${server}`),
    FOLLOW_SECONDS: '1',
  });
  return { ...store, settings };
}

async function startDatabase({ folder, snapshot, cores }: Site): Promise<Store> {
  makeCluster(folder);
  let database = await startPostgresql({ folder, cores });
  const address = `postgres://postgres@${encodeURIComponent(folder)}/postgres`;
  run([join('src', 'cli', 'main.ts'), 'load', '--into', address, snapshot]);
  return {
    pid: () => database.pid,
    settings: () => ({ BACKEND: address, DATABASE_CONNECTIONS: '4' }),
    // A crash: connections end at once, nothing is written. After SIGKILL its children would keep the folder for a while.
    kill: () => database.stop('SIGQUIT'),
    resume: async () => {
      database = await startPostgresql({ folder, cores });
    },
  };
}

async function startUpstream({ snapshot, cores }: Site): Promise<Store> {
  const port = String(await freePort());
  const module = join('scale', 'upstream-server.ts');
  const start = async (): Promise<ChildProcess> => (await startModule(cores, module, [snapshot, port])).child;
  return { ...(await restartable(start)), settings: () => ({ BACKEND: `http://127.0.0.1:${port}` }) };
}

async function startRateLimit({ folder, snapshot, cores }: Site): Promise<Store> {
  const port = await freePort();
  const command = [findProgram('redis-server'), '--port', String(port), '--dir', folder, '--save', ''];
  const store = await restartable(() => Promise.resolve(spawnServer(cores, command)));
  return { ...store, snapshot, settings: () => ({ RATE_LIMIT_STORE: `redis://127.0.0.1:${port}` }) };
}

/** Each kind of store by the name that `--only` takes. */
export const KINDS = {
  snapshot: {
    title: 'one snapshot file',
    start: ({ snapshot }) =>
      Promise.resolve({ snapshot, settings: () => ({}), pid: () => undefined, kill: nothing, resume: nothing }),
  },
  followers: { title: 'followers', start: startFollowed },
  redis: { title: 'one snapshot file, one rate limit in Redis', start: startRateLimit },
  postgres: { title: 'one PostgreSQL', start: startDatabase },
  upstream: { title: 'one other service', start: startUpstream },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;
