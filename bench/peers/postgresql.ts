import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DEBIAN, makeCluster, serverUser } from '../../test/extras/postgres/postgres-programs.ts';
import { findProgram, outputOf, stopProcess, untilAnswers } from '../../test/fixtures/programs.ts';
import { spawnServer } from '../processes.ts';
import type { DataSite, DatabaseServer, Loaded, Peer } from './peer.ts';
import { readRows, type PeerRow } from './rows.ts';

/** Collation "C" compares bytes: one index serves prefixes and the order of pages. */
const TABLES = `
  CREATE TABLE companies (
    rank int NOT NULL, country text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    json text NOT NULL, identifiers text NOT NULL
  );
  CREATE TABLE numbers (number text COLLATE "C" NOT NULL, rank int NOT NULL, country text COLLATE "C" NOT NULL);
  CREATE TABLE officers (rank int NOT NULL, nth int NOT NULL, resigned_on date, json text NOT NULL);
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

/** PostgreSQL over a socket, behind the HTTP layer. */
export const postgresql: Peer = {
  name: 'PostgreSQL',
  find: () => outputOf(findProgram('postgres', DEBIAN), ['--version']).trim(),
  load: loadPostgresql,
  start: async (site) => {
    const server = await startPostgresql(site);
    const { port, child } = await site.serve('postgresql', server.address);
    const stop = async (): Promise<void> => {
      await stopProcess(child);
      await server.stop();
    };
    return { port, front: child.pid ?? 0, data: server.pid, stop };
  },
};

/** Starts the server and waits until it answers over a socket in the folder. */
export async function startPostgresql({ folder, cores }: Pick<DataSite, 'folder' | 'cores'>): Promise<DatabaseServer> {
  const command = [findProgram('postgres', DEBIAN), '-D', join(folder, 'data'), '-k', folder];
  for (const [name, value] of Object.entries(SETTINGS)) command.push('-c', `${name}=${value}`);
  const child = spawnServer(cores, command, {
    ...serverUser(),
    stdio: ['ignore', 'ignore', openSync(join(folder, 'log'), 'a')],
  });
  const stop = (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => stopProcess(child, signal);
  try {
    await untilAnswers(child, () => run(folder, ['SELECT 1']));
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, address: folder, stop };
}

/** Runs statements one after the other. Returns the rows of the last. */
async function run(socketFolder: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Makes a database cluster and fills its tables. */
export async function loadPostgresql(site: DataSite): Promise<Loaded> {
  const { folder } = site;
  makeCluster(folder);
  const server = await startPostgresql(site);
  try {
    const copied = join(folder, 'copied');
    mkdirSync(copied);
    await writeCopies(site.rows, copied);
    const copies = ['companies', 'numbers', 'officers'].map((table) => `COPY ${table} FROM '${join(copied, table)}'`);
    // Rows of a table that the same transaction creates are not written to the log.
    await run(folder, ['BEGIN', TABLES, ...copies, 'COMMIT', ...INDEXES]);
    rmSync(copied, { recursive: true });
    const [sizes] = await run(folder, [
      `SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class WHERE relname IN ('companies', 'numbers', 'officers')`,
    ]);
    return { bytes: Number(sizes?.['bytes']) };
  } finally {
    await server.stop();
  }
}

/** Writes the tables as files that COPY reads. */
async function writeCopies(rows: string, folder: string): Promise<void> {
  const files = { companies: columnsOfCompany, numbers: columnsOfNumbers, officers: columnsOfOfficers };
  const open = Object.entries(files).map(([table, columns]) => ({ file: openSync(join(folder, table), 'w'), columns }));
  try {
    for await (const batch of readRows(rows)) {
      for (const { file, columns } of open) {
        const lines = batch.flatMap((row) => columns(row)).map((cells) => `${cells.map(cell).join('\t')}\n`);
        writeSync(file, lines.join(''));
      }
    }
  } finally {
    for (const { file } of open) closeSync(file);
  }
}

type Cell = string | number | null;

function columnsOfCompany({ rank, country, folded, id, json, identifiers }: PeerRow): Cell[][] {
  return [[rank, country, folded, id, json, identifiers]];
}

function columnsOfNumbers({ rank, country, numbers }: PeerRow): Cell[][] {
  return numbers.map((number) => [number, rank, country]);
}

function columnsOfOfficers({ rank, officers }: PeerRow): Cell[][] {
  return officers.map((json, nth) => [rank, nth, null, json]);
}

/** A value as COPY writes it. */
function cell(value: Cell): string {
  if (value === null) return '\\N';
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
