/** Three nodes sharded by range pass all comparisons of a single node; also with a newer version. */
import { after, before, suite } from 'node:test';
import { backendSuiteOver, sameAnswers } from './database-suites.ts';
import { PostgresNodes } from './postgres-nodes.ts';
import { versionsToTest } from './postgres-programs.ts';
import { has } from '../../parts.ts';

const isOwn = process.env['POSTGRES_TEST_URL'] === undefined;
for (const programs of isOwn && has('postgresql', 'Three nodes of PostgreSQL') ? versionsToTest() : []) {
  suite(`With ${programs.name} of PostgreSQL`, () => {
    let nodes: PostgresNodes;
    before(async () => {
      nodes = await PostgresNodes.start({ programs });
    });
    after(async () => await nodes.remove());

    backendSuiteOver('The backend over three nodes', async () => {
      const names = [`'pohjola mylly 00040'`, `'pohjola mylly 00080'`] as const;
      return await nodes.database({ names, ranks: [`'0000000040'`, `'0000000080'`] });
    });
    sameAnswers('A database of three nodes', async () => await nodes.database());
    // A single node.
    sameAnswers('A database', async () => await nodes.nodes[0].database());
  });
}
