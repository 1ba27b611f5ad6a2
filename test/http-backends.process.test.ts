/** What the specification says of data holds over every kind of backend. test/http.soak.ts asks more of each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LATER_LINES, SUITE_LINES, backendSuite } from '../src/backend/backend.suite.ts';
import { openFollowed, overFollower, overPostgres, overUpstream } from './backend-kinds.ts';
import { buildOf } from './generations.ts';
import { dataSuite } from './http.suite.ts';
import { PostgresServer, hasPostgres } from './postgres-server.ts';
import { oracleSuite } from './searches.suite.ts';

const ONE_OF = 17;
const WORLDS = { numRuns: 2 };

const kinds = [overFollower(ONE_OF), overUpstream(ONE_OF)];
if (hasPostgres('The service over PostgreSQL')) {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => await server.remove());
  kinds.push(overPostgres(() => server, ONE_OF));
}
for (const kind of kinds) {
  dataSuite(kind);
  oracleSuite(kind, WORLDS);
}

backendSuite('The backend of a follower', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-backend-'));
  const first = await buildOf(directory, 'first', SUITE_LINES);
  const later = await buildOf(directory, 'later', LATER_LINES, { previous: first });
  const { backend, replace, remove } = await openFollowed(first);
  return {
    backend,
    replace: async () => await replace(later),
    remove: async () => {
      await remove();
      rmSync(directory, { recursive: true });
    },
  };
});
