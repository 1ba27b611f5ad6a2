/**
 * Three PostgreSQL nodes sharded by range, as a stand-in for a distributed engine: the effects of a lost node, and the nodes that each
 * request reads.
 */
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { BackendError, type Refreshable } from '../../../src/backend/index.ts';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { parseDatabaseAddress } from '../../../extras/postgres/address.ts';
import { BY_KEYS, Connections } from '../../../extras/postgres/connections.ts';
import { LoadSet, type CurrentLoad } from '../../../extras/postgres/load-set.ts';
import {
  companyStatement,
  detailsStatement,
  namedStatement,
  officersStatement,
  postingsStatement,
  ranksStatement,
  type Statement,
} from '../../../extras/postgres/statements.ts';
import { searchFor } from '../../../extras/postgres/search.ts';
import { SWAP_DEFAULTS } from '../../../src/backend/snapshot/swap.ts';
import { MILLS, buildLines, mill, millId, millName, mills } from '../../searching/generations.ts';
import { PostgresNodes, type Ranges } from './postgres-nodes.ts';
import { has } from '../../parts.ts';

const KEEP = { keepSeconds: 900 };
/** Returns the number of the node that has an id. */
const nodeOf = (id: string): number => (id < 'co_3' ? 1 : id < 'co_6' ? 2 : 3);

const TODAY = '2026-11-22';

/** Each node has one hundred of three hundred mills by name; their numbers, 55100 to 55299, are on the first two nodes. */
const RANGES: Partial<Ranges> = {
  names: [`'kvarn 000100'`, `'kvarn 000200'`],
  ranks: [`'0000000100'`, `'0000000200'`],
  numbers: [`'\\x0000353532'`, `'\\x01'`],
  postings: [`'\\x0000353532'`, `'\\x01'`],
};

if (has('postgresql', 'Three nodes of PostgreSQL') && process.env['POSTGRES_TEST_URL'] === undefined) {
  suite('A database of three nodes sharded by range', () => {
    let nodes: PostgresNodes;
    let directory = '';
    let address = '';
    let backend: Refreshable;
    const files = { first: '', second: '', restricting: '' };
    before(async () => {
      nodes = await PostgresNodes.start();
      directory = mkdtempSync(join(tmpdir(), 'openfirma-nodes-'));
      files.first = await buildLines(directory, 'first', mills(0, 300));
      files.second = await buildLines(directory, 'second', mills(50, 250), { previous: files.first });
      files.restricting = await buildLines(
        directory,
        'restricting',
        [...mills(0, 300), mill(150, { lifecycle: { status: 'restricted' } })],
        { previous: files.first },
      );
      address = await nodes.database(RANGES);
      await loadSnapshot(files.first, address, KEEP);
      backend = openPostgresBackend(address, { deadlineMs: 5000 });
    });
    after(async () => {
      await backend.close();
      await nodes.remove();
      rmSync(directory, { recursive: true });
    });

    /** Returns the names on a page, or the fault with which it ends. */
    async function readPage(query: string, position?: string): Promise<string[] | string> {
      try {
        const { json } = await backend.search({ query, limit: 5, after: position });
        return (JSON.parse(`[${Buffer.from(json).toString()}]`) as { name: string }[]).map(({ name }) => name);
      } catch (error) {
        assert.ok(error instanceof BackendError, String(error));
        return error.fault;
      }
    }
    const namesFrom = (n: number): string[] => Array.from({ length: 5 }, (_, i) => millName(n + i));

    async function findFault(ask: () => unknown): Promise<string | undefined> {
      try {
        await ask();
        return undefined;
      } catch (error) {
        assert.ok(error instanceof BackendError, String(error));
        return error.fault;
      }
    }

    /** Returns the position of the page that begins at a mill. */
    async function findPosition(n: number): Promise<string> {
      let next: string | undefined;
      for (let at = 0; at < n; at += 25) ({ next } = await backend.search({ query: MILLS, limit: 25, after: next }));
      return next ?? '';
    }

    /** Returns the number of tables on each node. */
    async function tables(): Promise<number[]> {
      const text = `SELECT count(*)::int AS tables FROM pg_tables WHERE tablename LIKE 'part%'`;
      const rows = await Promise.all(nodes.nodes.map(async (node) => await node.query(text)));
      return rows.map(([row]) => Number(row?.['tables']));
    }

    test('with one node killed only its range is unavailable, and it answers again once the node is back', async () => {
      const [, second] = nodes.nodes;
      const last = await findPosition(225);
      const connections = async (): Promise<unknown> =>
        await nodes.coordinator.query(
          `SELECT pid FROM pg_stat_activity WHERE application_name = 'openfirma' ORDER BY pid`,
          address,
        );
      const ids = Array.from({ length: 30 }, (_, n) => millId(n));
      const asked = async (): Promise<unknown> => ({
        first: await readPage('kvarn 00005'),
        second: await readPage('kvarn 00015'),
        third: await readPage('kvarn 00025'),
        nextOfThird: await readPage(MILLS, last),
        // The second node has a part of the results.
        all: await readPage(MILLS),
        number: await readPage('55150'),
        numberOnFirst: await readPage('5510'),
        companies: await Promise.all(ids.map(async (id) => await findFault(() => backend.company(id)))),
        officers: await Promise.all(
          ids.map(async (id) => await findFault(() => backend.officers({ id, limit: 5, today: TODAY }))),
        ),
      });
      const whole = {
        first: namesFrom(50),
        second: namesFrom(150),
        third: namesFrom(250),
        nextOfThird: namesFrom(225),
        all: namesFrom(0),
        number: [millName(150)],
        numberOnFirst: [millName(10), ...namesFrom(100).slice(0, 4)],
        companies: ids.map(() => undefined),
        officers: ids.map(() => undefined),
      };
      assert.deepEqual(await asked(), whole);
      const open = await connections();
      await second.stop('SIGQUIT');
      const faults = ids.map((id) => (nodeOf(id) === 2 ? 'unavailable' : undefined));
      assert.deepEqual(await asked(), {
        ...whole,
        second: 'unavailable',
        all: 'unavailable',
        number: 'unavailable',
        numberOnFirst: 'unavailable',
        companies: faults,
        officers: faults,
      });
      assert.ok(new Set(faults).size === 2);
      // The service's own connections are not affected.
      assert.deepEqual(await connections(), open);
      await assert.rejects(
        loadSnapshot(files.second, address, KEEP),
        /^InputError: Cannot load into ".+": .*\(08001\)$/,
      );
      await second.resume();
      assert.deepEqual(await asked(), whole);
    });

    test('is loaded again after a load that failed, and nothing of that one is left on any node', async () => {
      await loadSnapshot(files.second, address, { keepSeconds: 0 });
      await backend.refresh();
      assert.deepEqual(await readPage(MILLS), namesFrom(50));
      assert.deepEqual(await tables(), [9, 9, 9]);
      await loadSnapshot(files.first, address, { keepSeconds: 0 });
      await backend.refresh();
    });

    test('deletes restricted companies from the previous load, on every node', async () => {
      const position = await findPosition(150);
      const { withheld } = await loadSnapshot(files.restricting, address, KEEP);
      assert.equal(withheld, 1);
      await backend.refresh();
      assert.deepEqual(await readPage(MILLS, position), namesFrom(151));
      assert.deepEqual(await tables(), [18, 18, 18]);
    });

    suite('asks', () => {
      let client: pg.Client;
      let connections: Connections;
      let load: CurrentLoad;
      before(async () => {
        connections = new Connections(parseDatabaseAddress(address), { connectionsMax: 1, deadlineMs: 10_000 });
        load = await new LoadSet(connections, SWAP_DEFAULTS).current();
        client = new pg.Client({ connectionString: address });
        await client.connect();
        await client.query(BY_KEYS);
      });
      after(async () => {
        await client.end();
        await connections.close();
      });

      const idOn = (node: number): string =>
        Array.from({ length: 300 }, (_, n) => millId(n)).find((id) => nodeOf(id) === node) ?? '';
      const search = (query: string, start = 0): Parameters<typeof namedStatement>[0] =>
        searchFor(load, { query, limit: 10 }, start);
      const statements: readonly (readonly [what: string, nodes: number[], statement: () => Statement])[] = [
        ['the first page of a name that all have', [1], () => namedStatement(search(MILLS))],
        ['a page in the middle', [2], () => namedStatement(search(MILLS), 'kvarn 000150 ab')],
        ['a page over the end of a node', [1, 2], () => namedStatement(search(MILLS), 'kvarn 000095 ab')],
        ['a rank', [3], () => ranksStatement(search(MILLS), [290])],
        ['a posting list', [1], () => postingsStatement(search('551'))],
        ['a company', [1], () => companyStatement(load.load, idOn(1))],
        ['details', [2], () => detailsStatement(load.load, [idOn(2)])],
        ['officers', [2], () => officersStatement(load.load, { id: idOn(2), limit: 10, today: TODAY })],
      ];
      for (const [what, want, statement] of statements) {
        test(`${want.length === 1 ? 'one node' : 'two nodes'} for ${what}, in the order of the index`, async () => {
          const { text, values = [] } = statement();
          await client.query(`DEALLOCATE ALL; PREPARE asked AS ${text}`);
          const plan = await client.query<{ 'QUERY PLAN': string }>(
            `EXPLAIN (ANALYZE, VERBOSE, COSTS off) EXECUTE asked (${values.map(literal).join(', ')})`,
          );
          const lines = plan.rows.map((row) => row['QUERY PLAN']);
          assert.doesNotMatch(lines.join('\n'), /Sort/);
          const scans = lines.filter((line) => line.includes('Foreign Scan') && !line.includes('never executed'));
          const asked = scans.map((line) => Number(/part_\d+_\d+_(\d)/.exec(line)?.[1]));
          assert.deepEqual(
            [...new Set(asked)].toSorted((a, b) => a - b),
            want,
            lines.join('\n'),
          );
        });
      }
    });
  });
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}
