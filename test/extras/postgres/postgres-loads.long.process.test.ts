/** Loads run beside the served data, one at a time, and may be killed at any moment; values of restricted companies are deleted. */
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { type Refreshable } from '../../../src/backend/index.ts';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { foldName, type RegisterLine } from '../../../src/model/index.ts';
import { MILLS, buildLines, mill, millId, millName, mills } from '../../searching/generations.ts';
import { PostgresServer, findTexts } from './postgres-server.ts';
import { has } from '../../parts.ts';
import { COMMAND, environment } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';

const KEEP = { keepSeconds: 900 };
/** Returns a value that no table may have after the company is restricted. */
const streetOf = (n: number): string => `Exempelgatan ${n}`;
const milled = (n: number): RegisterLine => mill(n, { address: { street: streetOf(n) } });
const LOADS_UNDER_LOAD = 3;
const WALKERS = 4;

const parseNames = (json: Uint8Array): string[] =>
  (JSON.parse(`[${Buffer.from(json).toString()}]`) as { name: string }[]).map(({ name }) => name);
const listNames = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => millName(from + i));

if (has('postgresql', 'Loading into PostgreSQL')) {
  suite('A load', () => {
    let server: PostgresServer;
    let directory = '';
    const files = { first: '', second: '', restricting: '' };
    before(async () => {
      server = await PostgresServer.start();
      directory = mkdtempSync(join(tmpdir(), 'openfirma-loads-'));
      const companies = Array.from({ length: 60 }, (_, n) => milled(n));
      files.first = await buildLines(directory, 'first', companies);
      files.second = await buildLines(directory, 'second', mills(100, 160), { previous: files.first });
      const restricted = [7, 8].map((n) => mill(n, { lifecycle: { status: 'restricted' } }));
      const redirected = mill(9, { lifecycle: { status: 'redirected', canonical_id: millId(7) } });
      files.restricting = await buildLines(directory, 'restricting', [...companies, ...restricted, redirected], {
        previous: files.first,
      });
    });
    after(async () => {
      await server.remove();
      rmSync(directory, { recursive: true });
    });

    /** Returns the numbers of the loads that have tables. */
    async function loadsWithTables(address: string): Promise<number[]> {
      const rows = await server.query(`SELECT tablename::text FROM pg_tables WHERE schemaname = 'openfirma'`, address);
      return [...new Set(rows.flatMap(({ tablename }) => /_(\d+)$/.exec(String(tablename))?.[1] ?? []))]
        .map(Number)
        .toSorted((a, b) => a - b);
    }

    async function walk(backend: Refreshable, between: () => Promise<void>): Promise<string[]> {
      const names: string[] = [];
      for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
        const page = await backend.search({ query: MILLS, limit: 7, after: next });
        names.push(...parseNames(page.json));
        ({ next } = page);
        await between();
      }
      return names;
    }

    test('deletes restricted companies from the previous load, whose cursors stay valid', async () => {
      const address = await server.database();
      await loadSnapshot(files.first, address, KEEP);
      const backend = openPostgresBackend(address);
      let page = 0;
      const names = await walk(backend, async () => {
        if (page++ > 0) return;
        const { withheld } = await loadSnapshot(files.restricting, address, KEEP);
        assert.equal(withheld, 3);
        await backend.refresh();
      });
      assert.deepEqual(names, listNames(0, 7).concat(listNames(10, 60)));
      const byNumber = await backend.search({ query: '557', limit: 5 });
      assert.deepEqual(parseNames(byNumber.json).includes(millName(7)), false);
      const company = await backend.company(millId(7));
      assert.match(Buffer.from(company?.json ?? []).toString(), /"status":"restricted"\}\}$/);
      // No table contains these values, nor does that of the previous load.
      const dumps = await server.query(
        `SELECT (SELECT string_agg(t::text, ' ') FROM openfirma.names_1 t) || (SELECT string_agg(t::text, ' ') FROM openfirma.countries_1 t)
           || (SELECT string_agg(t::text, ' ') FROM openfirma.companies_1 t)
           || (SELECT string_agg(t::text, ' ') FROM openfirma.details_1 t) AS texts,
           (SELECT count(*)::int FROM openfirma.numbers_1 WHERE substring(key FROM 3 FOR 4) = '\\x35353700') AS numbers`,
        address,
      );
      const texts = String(dumps[0]?.['texts']);
      for (const n of [7, 8, 9])
        assert.deepEqual([texts.includes(millName(n)), texts.includes(`${streetOf(n)}"`)], [false, false], millName(n));
      assert.ok(texts.includes(`${streetOf(10)}"`));
      assert.equal(dumps[0]?.['numbers'], 0);
      await backend.close();
    });

    test('deletes restricted companies from a load of the earlier layout too, which has no details', async () => {
      const address = await server.database();
      await loadSnapshot(files.first, address, KEEP);
      await server.query('DROP TABLE openfirma.details_1; UPDATE openfirma.loads SET layout = 2', address);
      const { withheld } = await loadSnapshot(files.restricting, address, KEEP);
      assert.equal(withheld, 3);
      const rows = await server.query(`SELECT key FROM openfirma.names_1 WHERE json LIKE '%${millName(7)}%'`, address);
      assert.deepEqual(rows, []);
      const backend = openPostgresBackend(address);
      const { records } = await backend.details([7, 9, 10].map(millId));
      assert.deepEqual(
        records.map((record) => [record?.lifecycle.status, record?.details.address?.street]),
        [
          ['restricted', undefined],
          ['restricted', undefined],
          ['active', streetOf(10)],
        ],
      );
      await backend.close();
    });

    test('leaves no byte of restricted values in any file after the log has rotated', async () => {
      // Not possible with an engine whose files are elsewhere.
      if (process.env['POSTGRES_TEST_URL'] !== undefined) return;
      const own = await PostgresServer.start(['wal_recycle=off']);
      try {
        const address = await own.database();
        await loadSnapshot(files.first, address, KEEP);
        await own.query('ANALYZE', address);
        await own.query('CHECKPOINT', address);
        const restricted = [millName(7), foldName(millName(7)), millName(8), `${streetOf(7)}"`];
        const all = [...restricted, millName(10)];
        assert.deepEqual(findTexts(join(own.data, 'base'), all), all);
        await loadSnapshot(files.restricting, address, KEEP);
        await own.query('CHECKPOINT', address);
        assert.deepEqual(findTexts(join(own.data, 'base'), all), [millName(10)]);
        // The log contains them until it switches files: docs/operating/databases.md.
        assert.deepEqual(findTexts(join(own.data, 'pg_wal'), restricted), restricted);
        await own.query('SELECT pg_switch_wal()', address);
        await own.query('CHECKPOINT', address);
        assert.deepEqual(findTexts(own.data, restricted), []);
      } finally {
        await own.remove();
      }
    });

    test('that rewrites tables fails no page of a reader', async () => {
      const address = await server.database();
      await loadSnapshot(files.first, address, KEEP);
      const backend = openPostgresBackend(address, { connectionsMax: WALKERS });
      const { next } = await backend.search({ query: MILLS, limit: 5 });
      const state = { isOver: false, pages: 0 };
      const readers = Array.from({ length: 2 * WALKERS }, async () => {
        while (!state.isOver) {
          const { json } = await backend.search({ query: MILLS, limit: 5, after: next });
          const names = parseNames(json);
          assert.ok(
            [listNames(5, 10), listNames(5, 7).concat(listNames(10, 13))].some((some) => some.join() === names.join()),
          );
          state.pages++;
        }
      });
      try {
        await loadSnapshot(files.restricting, address, KEEP);
        assert.deepEqual(await server.query('SELECT * FROM openfirma.rewrites', address), []);
        const { pages } = state;
        await until('pages are read of the new tables', () => state.pages > pages + 2 * WALKERS);
      } finally {
        state.isOver = true;
        await Promise.all(readers);
        await backend.close();
      }
    });

    test(`${LOADS_UNDER_LOAD} times under load: no request fails, no sequence of pages mixes two loads`, async () => {
      const address = await server.database();
      await loadSnapshot(files.first, address, KEEP);
      const backend = openPostgresBackend(address, { connectionsMax: 4 });
      const state = { isOver: false };
      let walks = 0;
      const walkers = Array.from({ length: WALKERS }, async () => {
        while (!state.isOver) {
          const names = await walk(backend, async () => await backend.refresh());
          walks++;
          const start = names[0] === millName(0) ? 0 : 100;
          assert.deepEqual(names, listNames(start, start + 60));
          assert.ok((await backend.company(millId(0))) !== undefined);
        }
      });
      try {
        for (let n = 0; n < LOADS_UNDER_LOAD; n++) {
          const walksBefore = walks;
          const { rows } = await loadSnapshot(n % 2 === 0 ? files.second : files.first, address, KEEP);
          assert.ok(rows !== undefined);
          await until('walks go on', () => walks > walksBefore);
        }
      } finally {
        state.isOver = true;
        await Promise.all(walkers);
        await backend.close();
      }
    });

    test('of the served generation changes nothing; older loads are removed after their cursors expire', async () => {
      const address = await server.database();
      await loadSnapshot(files.first, address, { keepSeconds: 0 });
      assert.equal((await loadSnapshot(files.first, address, { keepSeconds: 0 })).rows, undefined);
      assert.deepEqual(await loadsWithTables(address), [1]);
      await loadSnapshot(files.second, address, { keepSeconds: 900 });
      assert.deepEqual(await loadsWithTables(address), [1, 2]);
      const backend = openPostgresBackend(address);
      await loadSnapshot(files.first, address, { keepSeconds: 0 });
      assert.deepEqual(await loadsWithTables(address), [3]);
      // A process that has not noticed the load yet reads the list again.
      assert.deepEqual(await walk(backend, async () => {}), listNames(0, 60));
      await backend.close();
    });

    test('is refused while another one runs; a killed one leaves the served data, and is cleaned up', async () => {
      const address = await server.database();
      await loadSnapshot(files.first, address, KEEP);
      const backend = openPostgresBackend(address);
      // A load waits for this lock as soon as it has made its tables.
      const blocker = await server.lock('LOCK TABLE openfirma.loads IN EXCLUSIVE MODE', address);
      const child = spawn(COMMAND, ['load', '--backend', address, files.second], {
        env: environment({}),
        stdio: 'ignore',
      });
      const leased = async (): Promise<boolean> =>
        (await server.query('SELECT holder FROM openfirma.lease', address)).length > 0;
      await until('it loads', leased);
      await assert.rejects(loadSnapshot(files.second, address, KEEP), /another load is running; nothing was changed/);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await blocker.release();
      await server.query('UPDATE openfirma.lease SET expires_at = clock_timestamp()', address);
      assert.deepEqual(await walk(backend, async () => {}), listNames(0, 60));
      // The remains of a load that is killed later: tables and a row.
      await server.query(
        'CREATE TABLE openfirma.names_2 (key text); CREATE TABLE openfirma.numbers_9 (key bytea)',
        address,
      );
      await loadSnapshot(files.second, address, { keepSeconds: 0 });
      const loads = await loadsWithTables(address);
      assert.equal(loads.length, 1);
      assert.ok(!loads.includes(9));
      await backend.refresh();
      assert.deepEqual(await walk(backend, async () => {}), listNames(100, 160));
      await backend.close();
    });
  });
}
