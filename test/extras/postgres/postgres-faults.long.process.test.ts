/** Responses while a database is away, is busy or refuses connections; recovery without a restart, even from another host. */
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { BackendError, type Backend, type SwapEvent } from '../../../src/backend/index.ts';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { parseDatabaseAddress } from '../../../extras/postgres/address.ts';
import { Connections } from '../../../extras/postgres/connections.ts';
import { MILLS, buildLines, millId, millName, mills } from '../../searching/generations.ts';
import { PostgresServer } from './postgres-server.ts';
import { has } from '../../parts.ts';
import { startService, stopService } from '../../fixtures/serving.ts';
import { TestService } from '../../fixtures/service.ts';
import { until } from '../../fixtures/until.ts';

/** Returns the fault of a search for the mills; undefined for success. */
async function findFault(backend: Backend): Promise<string | undefined> {
  try {
    await backend.search({ query: MILLS, limit: 5 });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof BackendError, String(error));
    return error.fault;
  }
}

if (has('postgresql', 'Faults of PostgreSQL') && process.env['POSTGRES_TEST_URL'] === undefined) {
  suite('A database', () => {
    let server: PostgresServer;
    let directory = '';
    let snapshot = '';
    before(async () => {
      server = await PostgresServer.start(['wal_level=replica', 'max_wal_senders=4']);
      directory = mkdtempSync(join(tmpdir(), 'openfirma-faults-'));
      snapshot = await buildLines(directory, 'mills', mills(0, 60));
    });
    after(async () => {
      await server.remove();
      rmSync(directory, { recursive: true });
    });

    async function loaded(): Promise<string> {
      const address = await server.database();
      await loadSnapshot(snapshot, address, { keepSeconds: 0 });
      return address;
    }

    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      test(`that ends by ${signal} is unavailable, and answers again once it is back`, async () => {
        const events: SwapEvent[] = [];
        const backend = openPostgresBackend(await loaded(), {
          deadlineMs: 30_000,
          onSwap: (event) => events.push(event),
        });
        assert.equal(await findFault(backend), undefined);
        await server.stop(signal);
        assert.equal(await findFault(backend), 'unavailable');
        await backend.refresh();
        await backend.refresh();
        await server.resume();
        assert.equal(await findFault(backend), undefined);
        await backend.refresh();
        assert.deepEqual(
          events.map(({ kind }) => kind),
          ['away', 'recovered'],
        );
        await backend.close();
      });
    }

    test('that is away for a minute ends the cached pages: another process may have restricted their companies', async () => {
      let ahead = 0;
      const nowMs = (): number => performance.now() + ahead;
      const backend = openPostgresBackend(await loaded(), { deadlineMs: 30_000, nowMs });
      const service = new TestService(backend);
      // The only page of this search has no cursor, which would expire.
      const status = async (): Promise<number> =>
        (await service.ask(`/v1/search?q=${encodeURIComponent(millName(7))}`)).status;
      for (let i = 0; i < 3; i++) assert.equal(await status(), 200);
      await server.stop();
      await backend.refresh();
      assert.equal(await status(), 200);
      ahead = 60_001;
      await backend.refresh();
      assert.equal(await status(), 503);
      await server.resume();
      await backend.refresh();
      for (let i = 0; i < 3; i++) assert.equal(await status(), 200);
      await server.stop();
      assert.equal(await status(), 200);
      await server.resume();
      await service.app.close();
      await backend.close();
    });

    test('that restarts between two requests fails none of them', async () => {
      const backend = openPostgresBackend(await loaded(), { connectionsMax: 2 });
      await Promise.all([findFault(backend), findFault(backend)]);
      await server.stop();
      await server.resume();
      assert.deepEqual(await Promise.all([findFault(backend), findFault(backend)]), [undefined, undefined]);
      await backend.close();
    });

    test('whose statements do not end is busy, also for requests that wait for a connection', async () => {
      const address = await loaded();
      const backend = openPostgresBackend(address, { connectionsMax: 2, deadlineMs: 500 });
      await until('it is connected', async () => (await findFault(backend)) === undefined);
      const blocker = await server.lock('LOCK TABLE openfirma.names_1 IN ACCESS EXCLUSIVE MODE', address);
      const faults = await Promise.all(Array.from({ length: 80 }, async () => await findFault(backend)));
      assert.deepEqual([...new Set(faults)], ['busy']);
      await blocker.release();
      await until('it answers again', async () => (await findFault(backend)) === undefined);
      await backend.close();
    });

    test('without a load is unavailable; one that does not exist, or forbids reading, refuses', async () => {
      const empty = openPostgresBackend(await server.database());
      const missing = openPostgresBackend(server.address('nowhere'));
      await loaded();
      await server.query(`CREATE ROLE stranger LOGIN`);
      const url = new URL(await loaded());
      url.username = 'stranger';
      const foreign = openPostgresBackend(url.href);
      assert.deepEqual(await Promise.all([empty, missing, foreign].map(findFault)), [
        'unavailable',
        'rejected',
        'rejected',
      ]);
      for (const backend of [empty, missing, foreign]) await backend.close();
    });

    test('with a standby still answers when the primary is lost, and after promotion accepts loads', async () => {
      const address = await loaded();
      const name = new URL(address).pathname;
      const standby = await PostgresServer.start([], { primary: server });
      try {
        const hosts = `postgres://postgres@${server.host},${standby.host}${name}`;
        const kinds = ['any', 'standby', 'primary', 'prefer-standby'];
        const backends = kinds.map((kind) =>
          openPostgresBackend(`${hosts}?target_session_attrs=${kind}`, { deadlineMs: 30_000 }),
        );
        assert.deepEqual(
          await Promise.all(backends.map(findFault)),
          kinds.map(() => undefined),
        );
        await standby.stop();
        const preferring = parseDatabaseAddress(`${hosts}?target_session_attrs=prefer-standby`);
        const connections = new Connections(preferring, { connectionsMax: 2, deadlineMs: 30_000 });
        const isStandby = async (): Promise<boolean> => {
          // Long enough that two queries take two connections.
          const rows = await connections.rows({ text: 'SELECT pg_is_in_recovery() FROM pg_sleep(0.3)' });
          return rows[0]?.[0] === true;
        };
        assert.equal(await isStandby(), false);
        await standby.resume();
        // A new connection leads to the standby again; the open connection stays.
        assert.deepEqual(new Set(await Promise.all([isStandby(), isStandby()])), new Set([false, true]));
        await connections.close();
        await server.stop('SIGQUIT');
        assert.deepEqual(await Promise.all(backends.map(findFault)), [undefined, undefined, 'unavailable', undefined]);
        await assert.rejects(loadSnapshot(snapshot, hosts, { keepSeconds: 0 }), /takes no writes/);
        await standby.query('SELECT pg_promote()');
        assert.deepEqual(await Promise.all(backends.map(findFault)), [undefined, undefined, undefined, undefined]);
        assert.equal((await loadSnapshot(snapshot, hosts, { keepSeconds: 0 })).rows, undefined);
        for (const backend of backends) await backend.close();
      } finally {
        await standby.remove();
        await server.resume();
      }
    });

    test('may be away when a service starts, which logs it and answers after the database returns', async () => {
      const address = await loaded();
      await server.stop();
      const service = await startService(directory, [], { BACKEND: address, SNAPSHOT_CHECK_SECONDS: '1' });
      const fetchCode = async (path: string): Promise<string> => {
        const answer = await fetch(service.address + path);
        return ((await answer.json()) as { code?: string }).code ?? String(answer.status);
      };
      assert.equal(await fetchCode(`/v1/search?q=${MILLS}`), 'upstream_unavailable');
      assert.equal((await fetch(`${service.address}/readyz`)).status, 503);
      await server.resume();
      await until('it answers', async () => (await fetchCode(`/v1/search?q=${MILLS}`)) === '200');
      assert.equal(await fetchCode(`/v1/companies/${millId(5)}/officers`), '200');
      assert.equal((await fetch(`${service.address}/readyz`)).status, 200);
      assert.match(service.stdout(), /the data service is away/);
      await stopService(service);
      assert.equal(service.stderr(), '');
    });
  });
}
