/** The databases of the bench keep the promises of a backend; each runs as a server or on a real file. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUITE_LINES } from '../../src/backend/backend-fixture.ts';
import { backendSuite, type Opened } from '../../src/backend/backend.suite.ts';
import { buildLines } from '../../test/searching/generations.ts';
import { has, type PartName } from '../../test/parts.ts';
import { open as openPostgresql } from './backends/postgresql.ts';
import { open as openSqlite } from './backends/sqlite.ts';
import type { PeerSite } from './peer.ts';
import { loadPostgresql, startPostgresql } from './postgresql.ts';
import { writeRows } from './rows.ts';
import { loadSqlite, sqlitePath } from './sqlite.ts';

/** Fills a database and opens the backend over it. */
type Open = (site: PeerSite) => Promise<{ readonly backend: Opened['backend']; readonly stop?: () => Promise<void> }>;

const DATABASES: readonly (readonly [name: string, open: Open, part?: PartName])[] = [
  [
    'SQLite',
    async (site) => {
      await loadSqlite(site);
      return { backend: openSqlite(sqlitePath(site.folder), 'suite') };
    },
  ],
  [
    'PostgreSQL',
    async (site) => {
      await loadPostgresql(site);
      const { stop } = await startPostgresql(site);
      return { backend: await openPostgresql(site.folder, 'suite'), stop };
    },
    'postgresql',
  ],
];

for (const [name, open, part] of DATABASES) {
  const title = `The bench's ${name} backend`;
  if (part !== undefined && !has(part, title)) continue;
  backendSuite(title, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-databases-'));
    // PostgreSQL runs as another user.
    chmodSync(directory, 0o755);
    const [folder, rows] = [join(directory, 'database'), join(directory, 'rows')];
    mkdirSync(folder);
    await writeRows(await buildLines(directory, 'snapshot', SUITE_LINES), rows, '2026-11-22');
    const { backend, stop } = await open({ folder, rows, cores: undefined });
    const remove = async (): Promise<void> => {
      await stop?.();
      rmSync(directory, { recursive: true });
    };
    return { backend, remove };
  });
}
