/** The backend over PostgreSQL keeps the promises of the interface, and returns the same bytes as the snapshot that was loaded. */
import { after, before, suite } from 'node:test';
import { backendSuiteOver, sameAnswers } from './database-suites.ts';
import { INSTALLED, versionsToTest } from './postgres-programs.ts';
import { PostgresServer } from './postgres-server.ts';
import { has } from '../../parts.ts';

for (const programs of has('postgresql', 'The backend over PostgreSQL') ? versionsToTest() : []) {
  suite(`With ${programs.name} of PostgreSQL`, () => {
    let server: PostgresServer;
    before(async () => {
      server = await PostgresServer.start([], { programs });
    });
    after(async () => await server.remove());

    backendSuiteOver('The backend over PostgreSQL', async () => await server.database());
    // test/extras/postgres/postgres-nodes.soak.ts runs the comparison over the newer version.
    if (programs === INSTALLED) sameAnswers('A database', async () => await server.database());
  });
}
