/** The whole HTTP suite, and a minute of random worlds, over every kind of backend beside snapshots. */
import { after, before } from 'node:test';
import { overFollower, overPostgres, overUpstream } from './backend-kinds.ts';
import { httpSuite } from './http.suite.ts';
import { PostgresServer, hasPostgres } from './postgres-server.ts';
import { oracleSuite } from './searches.suite.ts';

const WORLDS = { numRuns: 1_000_000, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false };

const kinds = [overFollower(1), overUpstream(1)];
if (hasPostgres('The service over PostgreSQL')) {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => await server.remove());
  kinds.push(overPostgres(() => server, 1));
}
for (const kind of kinds) {
  httpSuite(kind);
  oracleSuite(kind, WORLDS);
}
