/** Loads that are killed at each of their steps; a disk of the database that becomes full. */
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { serverUser } from './postgres-programs.ts';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { folder } from '../../fixtures/folder.ts';
import { MILLS, buildLines, mill, millId, millName, mills } from '../../searching/generations.ts';
import { PostgresServer, findTexts } from './postgres-server.ts';
import { has } from '../../parts.ts';
import { COMMAND, environment } from '../../fixtures/serving.ts';
import { findNamespace } from '../../building/small-disk.ts';
import { until } from '../../fixtures/until.ts';

const KEEP = { keepSeconds: 900 };
const DROP = { keepSeconds: 0 };

/** Returns the names that a search for all mills finds in a database. */
async function findMills(address: string): Promise<string[]> {
  const backend = openPostgresBackend(address);
  try {
    const names: string[] = [];
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const page = await backend.search({ query: MILLS, limit: 25, after: next });
      const companies = JSON.parse(`[${Buffer.from(page.json).toString()}]`) as { id: string; name: string }[];
      names.push(...companies.map(({ name }) => name));
      ({ next } = page);
      const [first] = companies;
      assert.ok(first === undefined || (await backend.company(first.id)) !== undefined);
    }
    return names;
  } finally {
    await backend.close();
  }
}

const listNames = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => millName(from + i));

if (has('postgresql', 'Loads of PostgreSQL') && process.env['POSTGRES_TEST_URL'] === undefined) {
  suite('A load that is killed', () => {
    const COUNT = 1500;
    const all = listNames(0, COUNT);
    const unrestricted = all.filter((name) => name !== millName(7));
    let server: PostgresServer;
    let address = '';
    let files = { first: '', restricting: '' };
    before(async () => {
      server = await PostgresServer.start(['wal_recycle=off']);
      address = await server.database();
    });
    after(async () => await server.remove());

    async function query(text: string): Promise<Record<string, unknown>[]> {
      return await server.query(text, address);
    }

    /** Starts the load that restricts a mill. Returns a function that kills it. */
    function start(): () => Promise<void> {
      const child = spawn(COMMAND, ['load', '--backend', address, files.restricting], {
        env: environment({}),
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      return async () => {
        child.kill('SIGKILL');
        await ended;
      };
    }

    /** Lets another load start at once. */
    async function endLease(): Promise<void> {
      await query('UPDATE openfirma.lease SET expires_at = clock_timestamp()');
    }

    /**
     * Checks that either the previous or the new data is complete; then runs the same load again, which removes the remains of the killed
     * one.
     */
    async function examine(): Promise<'before' | 'after'> {
      const names = await findMills(address);
      const which = names.length === COUNT ? 'before' : 'after';
      assert.deepEqual(names, which === 'before' ? all : unrestricted);
      await loadSnapshot(files.restricting, address, KEEP);
      assert.deepEqual(await findMills(address), unrestricted);
      const tables = await query(`SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'openfirma'`);
      assert.deepEqual(tables, [{ count: 2 * 8 + 3 }]);
      await query('CHECKPOINT');
      assert.deepEqual(findTexts(join(server.data, 'base'), [millName(7)]), []);
      return which;
    }

    async function prepare(directory: string): Promise<void> {
      const first = await buildLines(directory, 'first', mills(0, COUNT));
      const lines = [...mills(0, COUNT), mill(7, { lifecycle: { status: 'restricted' } })];
      files = { first, restricting: await buildLines(directory, 'restricting', lines, { previous: first }) };
      await loadSnapshot(files.first, address, DROP);
      assert.deepEqual(await findMills(address), all);
    }

    const moments: readonly (readonly [claim: string, lock: string, want: 'before' | 'after'])[] = [
      ['before it has made its tables', 'LOCK TABLE openfirma.loads IN EXCLUSIVE MODE', 'before'],
      [
        'amid the switch, before it commits',
        `SELECT 1 FROM openfirma.companies_LOAD WHERE id = '${millId(7)}' FOR UPDATE`,
        'before',
      ],
      [
        'after the switch, before tables are rewritten',
        'LOCK TABLE openfirma.names_LOAD IN ACCESS SHARE MODE',
        'after',
      ],
      ['after some tables are rewritten', 'LOCK TABLE openfirma.numbers_LOAD IN ACCESS SHARE MODE', 'after'],
    ];
    for (const [claim, lock, want] of moments) {
      test(`${claim}, leaves the served data`, { timeout: 120_000 }, async (t) => {
        await prepare(folder(t));
        const [served] = await query(`SELECT load FROM openfirma.loads WHERE state = 'served'`);
        const blocker = await server.lock(lock.replace('LOAD', String(served?.['load'])), address);
        const kill = start();
        await until('it waits', async () => {
          const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'openfirma load'`;
          return (await query(waiting)).length > 0;
        });
        await kill();
        await blocker.release();
        await endLease();
        assert.equal(await examine(), want);
      });
    }
  });

  test('a load that fills the disk of the database reports it, and the served data stays', async (t) => {
    const user = serverUser();
    const directory = folder(t);
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    chmodSync(directory, 0o755);
    const flags = findNamespace(disk);
    if (user === undefined || flags === undefined) {
      t.diagnostic('not tried: a small disk of another user takes root');
      return;
    }
    // The tables are on the small disk, which only this server uses; the server's log is on another disk, as docs/operating/databases.md
    // recommends.
    const mount = `mount -t tmpfs -o size=24m,uid=${user.uid},gid=${user.gid},mode=0700 none ${disk}`;
    const shell = `${mount} && exec setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups "$@"`;
    chownSync(disk, user.uid, user.gid);
    const server = await PostgresServer.start([], { starter: ['unshare', ...flags, 'sh', '-c', shell, 'sh'] });
    t.after(async () => await server.remove());
    await server.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
    const address = await server.database();
    await server.query(`ALTER DATABASE ${new URL(address).pathname.slice(1)} SET TABLESPACE small`);
    const small = await buildLines(directory, 'small', mills(0, 300));
    const large = await buildLines(directory, 'large', mills(0, 20_000), { previous: small });
    await loadSnapshot(small, address, KEEP);
    for (const _ of [1, 2]) {
      await assert.rejects(
        loadSnapshot(large, address, KEEP),
        /^InputError: Cannot load into "[^"]+": could not extend file "[^"]+": No space left on device \(53100\)$/,
      );
      assert.deepEqual(await findMills(address), listNames(0, 300));
    }
    // There is room again: the failed load removed its tables.
    await loadSnapshot(await buildLines(directory, 'other', mills(10, 310), { previous: small }), address, KEEP);
    assert.deepEqual(await findMills(address), listNames(10, 310));
  });
}
