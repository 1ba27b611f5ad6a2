/** A database behind PgBouncer, which pools sessions. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import { BackendError, type Backend, type SwapEvent } from '../../../src/backend/index.ts';
import { findProgram, stopProcess, untilAnswers } from '../../fixtures/programs.ts';
import { until } from '../../fixtures/until.ts';
import { has } from '../../parts.ts';
import { MILLS, buildLines, mills } from '../../searching/generations.ts';
import { giveToServer, serverUser } from './postgres-programs.ts';
import { PostgresServer } from './postgres-server.ts';

const POOLER_PORT = 6432;
/** The modes in which statements of one connection may run in several sessions. */
const SHARING_MODES = ['transaction', 'statement'] as const;
const WHAT = 'A database behind PgBouncer';

if (has('postgresql', WHAT) && has('pgbouncer', WHAT) && process.env['POSTGRES_TEST_URL'] === undefined) {
  suite(WHAT, () => {
    let server: PostgresServer;
    let pooler: ChildProcess | undefined;
    let folder = '';
    let address = '';
    before(async () => {
      server = await PostgresServer.start();
      folder = mkdtempSync(join(tmpdir(), 'openfirma-pgbouncer-'));
      const snapshot = await buildLines(folder, 'mills', mills(0, 60));
      giveToServer(folder);
      const database = new URL(await server.database()).pathname.slice(1);
      const at = `host=${decodeURIComponent(server.host)} user=postgres`;
      const lines = [
        '[databases]',
        `* = ${at}`,
        `narrow = ${at} dbname=${database} pool_size=1`,
        ...SHARING_MODES.map((mode) => `${mode} = ${at} dbname=${database} pool_mode=${mode}`),
        '[pgbouncer]',
        `unix_socket_dir = ${folder}`,
        `listen_port = ${POOLER_PORT}`,
        'auth_type = any',
        'pool_mode = session',
        'server_login_retry = 1',
      ];
      writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'));
      const program = findProgram('pgbouncer', '/usr/sbin');
      pooler = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { ...serverUser(), stdio: 'ignore' });
      address = `postgres://postgres@${encodeURIComponent(folder)}:${POOLER_PORT}/${database}`;
      await untilAnswers(pooler, async () => {
        const client = new pg.Client({ connectionString: address });
        await client.connect();
        await client.end();
      });
      await loadSnapshot(snapshot, address, { keepSeconds: 0 });
    });
    after(async () => {
      if (pooler !== undefined) await stopProcess(pooler, 'SIGQUIT');
      await server.remove();
      rmSync(folder, { recursive: true });
    });

    async function findFault(backend: Backend): Promise<string> {
      try {
        await backend.search({ query: MILLS, limit: 5 });
        return 'none';
      } catch (error) {
        assert.ok(error instanceof BackendError, String(error));
        return `${error.fault}: ${error.message}`;
      }
    }

    test('answers in session mode, and its server cancels statements that take too long', async () => {
      const backend = openPostgresBackend(address, { deadlineMs: 500 });
      assert.equal(await findFault(backend), 'none');
      const direct = server.address(new URL(address).pathname.slice(1));
      const blocker = await server.lock('LOCK TABLE openfirma.names_1 IN ACCESS EXCLUSIVE MODE', direct);
      assert.match(await findFault(backend), /^busy: .*statement timeout/);
      await blocker.release();
      await backend.close();
    });

    const toAddress = (name: string): string => address.replace(/[^/]+$/, name);

    test('has prepared statements that survive connections, and a pool of one session', async () => {
      for (const [name, connectionsMax] of [
        ['', 4],
        ['', 4],
        ['narrow', 1],
      ] as const) {
        const backend = openPostgresBackend(name === '' ? address : toAddress(name), {
          connectionsMax,
          deadlineMs: 2000,
        });
        for (let round = 0; round < 5; round++) {
          const faults = await Promise.all(Array.from({ length: 8 }, () => findFault(backend)));
          assert.deepEqual(new Set(faults), new Set(['none']));
        }
        await backend.close();
      }
    });

    for (const mode of SHARING_MODES)
      test(`refuses the ${mode} mode when it starts, and names the cure`, async () => {
        const events: SwapEvent[] = [];
        const backend = openPostgresBackend(toAddress(mode), { onSwap: (event) => events.push(event) });
        await backend.refresh();
        assert.match(JSON.stringify(events), /"away".*pool_mode to \\"session\\"/);
        await backend.close();
      });

    test('refuses the transaction mode with the cure while it is busy, too, where sessions look like their own', async () => {
      const backends = Array.from({ length: 8 }, () => openPostgresBackend(toAddress('transaction')));
      const faults: string[] = [];
      for (let round = 0; round < 5; round++)
        faults.push(
          ...(await Promise.all(backends.flatMap((one) => [findFault(one), findFault(one), findFault(one)]))),
        );
      const refused = faults.filter((fault) => /^rejected: .*pool_mode/.test(fault));
      assert.ok(refused.length > faults.length / 2, `${refused.length}`);
      assert.deepEqual(
        new Set(faults.filter((fault) => !refused.includes(fault))).difference(new Set(['none'])),
        new Set(),
      );
      await Promise.all(backends.map((one) => one.close()));
    });

    test('refuses with the reason of the pooler when that does not accept the connection', async () => {
      const backend = openPostgresBackend(`${address}?options=-c%20geqo%3Doff`);
      assert.match(await findFault(backend), /^rejected: .*unsupported startup parameter/);
      await backend.close();
    });

    test('is unavailable while its server is away, and answers again', async () => {
      const backend = openPostgresBackend(address, { deadlineMs: 1000 });
      assert.equal(await findFault(backend), 'none');
      await server.stop();
      // The pooler answers first by closing connections, then by waiting, then by an error of its own.
      for (let i = 0; i < 3; i++) assert.match(await findFault(backend), /^unavailable: /);
      await server.resume();
      await until('it answers again', async () => (await findFault(backend)) === 'none');
      await backend.close();
    });
  });
}
