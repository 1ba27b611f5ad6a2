/** What the tests of HTTP say of the service holds over a database: each of their samples is loaded into one of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PostgresServer, hasPostgres } from './postgres-server.ts';

if (hasPostgres('The service over PostgreSQL')) {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => await server.remove());

  for (const file of ['search-http.test.ts', 'records-http.test.ts']) {
    test(`what ${file} says of the service holds over a database`, () => {
      const args = ['--test', '--test-isolation=none', join(import.meta.dirname, file)];
      const env = { ...process.env, TEST_DATABASE: server.address(), NODE_TEST_CONTEXT: undefined };
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
      assert.equal(status, 0, stdout);
      assert.match(stdout, /pass \d{2}/);
    });
  }
}
