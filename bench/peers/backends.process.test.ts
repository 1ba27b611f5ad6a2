/** The databases of the bench keep the promises of a backend, each as a running server or a real file. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUITE_LINES } from '../../src/backend/backend-fixture.ts';
import { backendSuite } from '../../src/backend/backend.suite.ts';
import type { Backend } from '../../src/backend/index.ts';
import { buildOf } from '../../test/searching/generations.ts';
import { has, type PartName } from '../../test/parts.ts';
import { PostgresqlBackend } from './backends/postgresql.ts';
import { SqliteBackend } from './backends/sqlite.ts';
import type { DataSite, Peer } from './peer.ts';
import { loadPostgresql, postgresql, startPostgresql } from './postgresql.ts';
import { writeRows } from './rows.ts';
import { loadSqlite, sqlite, sqlitePath } from './sqlite.ts';

/** Fills a database and opens the backend over it. */
type Open = (site: DataSite) => Promise<{ readonly backend: Backend; readonly stop?: () => Promise<void> }>;

const DATABASES: readonly (readonly [Peer, Open, PartName?])[] = [
  [
    sqlite,
    async (site) => {
      await loadSqlite(site);
      return { backend: new SqliteBackend(sqlitePath(site.folder), 'suite') };
    },
  ],
  [
    postgresql,
    async (site) => {
      await loadPostgresql(site);
      const { address, stop } = await startPostgresql(site);
      return { backend: await PostgresqlBackend.open(address, 'suite'), stop };
    },
    'postgresql',
  ],
];

for (const [peer, open, part] of DATABASES) {
  const title = `The bench's ${peer.name} backend`;
  if (part !== undefined && !has(part, title)) continue;
  backendSuite(title, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-databases-'));
    // PostgreSQL runs as another user.
    chmodSync(directory, 0o755);
    const [folder, rows] = [join(directory, 'database'), join(directory, 'rows')];
    mkdirSync(folder);
    await writeRows(await buildOf(directory, 'snapshot', SUITE_LINES), rows, '2026-11-22');
    const { backend, stop } = await open({ folder, rows, cores: undefined });
    const remove = async (): Promise<void> => {
      await stop?.();
      rmSync(directory, { recursive: true });
    };
    return { backend, remove };
  });
}
