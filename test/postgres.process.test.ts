/** The backend over PostgreSQL keeps the promises of the seam, and answers the same bytes as the snapshot that was loaded. */
import { after, before } from 'node:test';
import { backendSuiteOver, sameAnswers } from './database-suites.ts';
import { PostgresServer, hasPostgres } from './postgres-server.ts';

if (hasPostgres('The backend over PostgreSQL')) {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => await server.remove());

  backendSuiteOver('The backend over PostgreSQL', async () => await server.database());
  sameAnswers('A database', async () => await server.database());
}
