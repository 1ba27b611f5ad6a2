/** The backend over PostgreSQL keeps the promises of the seam, and answers the same bytes as the snapshot that was loaded. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LATER_LINES, SUITE_LINES, backendSuite } from '../src/backend/backend.suite.ts';
import { loadSnapshot, openBackend } from '../src/backend/index.ts';
import { buildOf } from './generations.ts';
import { PostgresServer, hasPostgres } from './postgres-server.ts';

const KEEP = { keepSeconds: 900 };

if (hasPostgres('The backend over PostgreSQL')) {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => await server.remove());

  backendSuite('The backend over PostgreSQL', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-postgres-backend-'));
    const first = await buildOf(directory, 'first', SUITE_LINES);
    const later = await buildOf(directory, 'later', LATER_LINES, { previous: first });
    const address = await server.database();
    await loadSnapshot(first, address, KEEP);
    const backend = openBackend(address);
    return {
      backend,
      replace: async () => {
        await loadSnapshot(later, address, KEEP);
        await backend.refresh();
      },
      remove: async () => rmSync(directory, { recursive: true }),
    };
  });
}
