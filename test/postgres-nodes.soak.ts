/** Three nodes sharded by range answer what one node answers, over everything that one node is compared by. */
import { after, before } from 'node:test';
import { backendSuiteOver, sameAnswers } from './database-suites.ts';
import { PostgresNodes } from './postgres-nodes.ts';
import { hasPostgres } from './postgres-server.ts';

if (hasPostgres('Three nodes of PostgreSQL') && process.env['POSTGRES_TEST_URL'] === undefined) {
  let nodes: PostgresNodes;
  before(async () => {
    nodes = await PostgresNodes.start();
  });
  after(async () => await nodes.remove());

  backendSuiteOver('The backend over three nodes', async () => {
    const names = [`'pohjola mylly 00040'`, `'pohjola mylly 00080'`] as const;
    return await nodes.database({ names, ranks: [`'0000000040'`, `'0000000080'`] });
  });
  sameAnswers('A database of three nodes', async () => await nodes.database());
}
