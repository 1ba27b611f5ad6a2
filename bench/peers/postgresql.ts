import { openSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { cell } from '../../extras/postgres/load/writer.ts';
import { DEBIAN, makeCluster, serverUser } from '../../test/extras/postgres/postgres-programs.ts';
import { findProgram, runProgram, stopProcess, untilAnswers } from '../../test/fixtures/programs.ts';
import { spawnServer } from '../processes.ts';
import { serveBackend, type Peer, type PeerSite } from './peer.ts';
import { readRows, type PeerRow } from './rows.ts';

/** Collation "C" compares bytes, so one index serves prefixes and the order of pages. */
const TABLES = `
  CREATE TABLE companies (
    rank int NOT NULL, country text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    json text NOT NULL, identifiers text NOT NULL
  );
  CREATE TABLE numbers (number text COLLATE "C" NOT NULL, rank int NOT NULL, country text COLLATE "C" NOT NULL);
  CREATE TABLE officers (rank int NOT NULL, nth int NOT NULL, json text NOT NULL);
`;

const INDEXES = [
  'ALTER TABLE companies ADD PRIMARY KEY (rank)',
  'CREATE UNIQUE INDEX companies_id ON companies (id)',
  'CREATE INDEX companies_name ON companies (folded, rank)',
  'CREATE INDEX companies_country ON companies (country, folded, rank)',
  'CREATE INDEX numbers_number ON numbers (number) INCLUDE (rank, country)',
  'ALTER TABLE officers ADD PRIMARY KEY (rank, nth)',
  'VACUUM (ANALYZE)',
  'CHECKPOINT',
];

/** Settings that differ from the defaults: enough memory, no waiting for disks, plans for cheap queries. */
const SETTINGS = {
  listen_addresses: '',
  max_connections: '20',
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
};

/** The cells of the rows of each table. */
const CELLS: Readonly<Record<string, (row: PeerRow) => (string | number)[][]>> = {
  companies: ({ rank, country, folded, id, json, identifiers }) => [[rank, country, folded, id, json, identifiers]],
  numbers: ({ rank, country, numbers }) => numbers.map((number) => [number, rank, country]),
  officers: ({ rank, officers }) => officers.map((json, nth) => [rank, nth, json]),
};

/** PostgreSQL over a socket, behind the HTTP layer. */
export const postgresql: Peer = {
  name: 'PostgreSQL',
  find: () => runProgram(findProgram('postgres', DEBIAN), ['--version']).trim(),
  load: loadPostgresql,
  start: async (site, generation) => {
    const server = await startPostgresql(site);
    const { port, front, child } = await serveBackend(site, 'postgresql', site.folder, generation);
    const stop = async (): Promise<void> => {
      await stopProcess(child);
      await server.stop();
    };
    return { port, front, data: server.pid, stop };
  },
};

/** Starts the server and waits until it answers over a socket in the folder. */
export async function startPostgresql({
  folder,
  cores,
}: PeerSite): Promise<{ readonly pid: number | undefined; readonly stop: () => Promise<void> }> {
  const command = [findProgram('postgres', DEBIAN), '-D', join(folder, 'data'), '-k', folder];
  for (const [name, value] of Object.entries(SETTINGS)) command.push('-c', `${name}=${value}`);
  const child = spawnServer(cores, command, {
    ...serverUser(),
    stdio: ['ignore', 'ignore', openSync(join(folder, 'log'), 'a')],
  });
  const stop = (): Promise<void> => stopProcess(child, 'SIGINT');
  try {
    await untilAnswers(child, async () => (await connected(folder)).end());
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid, stop };
}

async function connected(socketFolder: string): Promise<pg.Client> {
  const client = new pg.Client({ host: socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  return client;
}

/** Makes a database cluster and fills its tables. */
export async function loadPostgresql(site: PeerSite): Promise<number> {
  const { folder, rows } = site;
  makeCluster(folder);
  const server = await startPostgresql(site);
  try {
    const client = await connected(folder);
    // Rows of a table that the same transaction creates are not written to the log.
    await client.query(`BEGIN; ${TABLES}`);
    for (const [table, toCells] of Object.entries(CELLS))
      await pipeline(Readable.from(copied(rows, toCells)), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
    for (const statement of ['COMMIT', ...INDEXES]) await client.query(statement);
    const sizes = await client.query<{ readonly bytes: string }>(
      `SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class WHERE relname IN ('companies', 'numbers', 'officers')`,
    );
    await client.end();
    return Number(sizes.rows[0]?.bytes);
  } finally {
    await server.stop();
  }
}

/** Yields the text that COPY reads into a table. */
async function* copied(rows: string, toCells: (row: PeerRow) => (string | number)[][]): AsyncGenerator<string> {
  for await (const row of readRows(rows))
    yield toCells(row)
      .map((cells) => `${cells.map(cell).join('\t')}\n`)
      .join('');
}
