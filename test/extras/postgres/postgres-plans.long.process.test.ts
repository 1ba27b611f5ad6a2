/** Every search reads one range of an index, without a sort, and at most the rows of a page and of one more company. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { BY_KEYS, Connections } from '../../../extras/postgres/connections.ts';
import { parseDatabaseAddress } from '../../../extras/postgres/address.ts';
import { LoadSet, type CurrentLoad } from '../../../extras/postgres/load-set.ts';
import {
  companyStatement,
  detailsStatement,
  exactStatement,
  heldStatement,
  keyedStatement,
  listStatement,
  namedStatement,
  nextRankStatement,
  numbersStatement,
  officersStatement,
  postingsStatement,
  ranksStatement,
  type Search,
  type Statement,
} from '../../../extras/postgres/statements.ts';
import { searchFor } from '../../../extras/postgres/search.ts';
import { nameKey } from '../../../extras/postgres/schema.ts';
import { SWAP_DEFAULTS } from '../../../src/backend/snapshot/swap.ts';
import { buildLines, mill, millId, millName } from '../../searching/generations.ts';
import { foldName } from '../../../src/model/index.ts';
import { versionsToTest } from './postgres-programs.ts';
import { PostgresServer } from './postgres-server.ts';
import { has } from '../../parts.ts';

const LIMIT = 10;
const RANKS = [5, 50, 500, 1000, 1500, 2000, 2500];
/** More officers than a page has; every tenth company has them. PostgreSQL would not read so many from the first to the last. */
const officers = Array.from({ length: 2 * LIMIT }, (_, n) => ({
  name: `Maja Exempel ${n}`,
  source: { system: 'Test register' },
}));
const toKey = (rank: number, country?: string): string => nameKey(country, foldName(millName(rank)), rank);

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

for (const programs of has('postgresql', 'The plans of PostgreSQL') ? versionsToTest() : []) {
  suite(`The plan of a statement, with ${programs.name} of PostgreSQL,`, () => {
    let server: PostgresServer;
    let client: pg.Client;
    let connections: Connections;
    let load: CurrentLoad;
    let directory = '';
    before(async () => {
      server = await PostgresServer.start([], { programs });
      directory = mkdtempSync(join(tmpdir(), 'openfirma-plans-'));
      const address = await server.database();
      await loadSnapshot(
        await buildLines(
          directory,
          'mills',
          Array.from({ length: 3000 }, (_, n) => mill(n, n % 10 === 7 ? { officers, state: 'active' } : {})),
        ),
        address,
        { keepSeconds: 0 },
      );
      connections = new Connections(parseDatabaseAddress(address), { connectionsMax: 1, deadlineMs: 10_000 });
      load = await new LoadSet(connections, SWAP_DEFAULTS).current();
      client = new pg.Client({ connectionString: address });
      await client.connect();
      await client.query(BY_KEYS);
    });
    after(async () => {
      await client.end();
      await connections.close();
      await server.remove();
      rmSync(directory, { recursive: true });
    });

    const search = (query: string, country: string | undefined, start = 0): Search =>
      searchFor(load, { query, country, limit: LIMIT }, start);
    const statements: readonly (readonly [what: string, rowsMax: number, statement: () => Statement])[] = [
      ['a name', LIMIT + 1, () => namedStatement(search('kvarn', undefined))],
      ['a name, the next page', LIMIT + 1, () => namedStatement(search('kvarn', undefined), toKey(1500))],
      ['a name in a country', LIMIT + 1, () => namedStatement(search('kvarn', 'SE'))],
      ['a name in a country, the next page', LIMIT + 1, () => namedStatement(search('kvarn', 'SE'), toKey(1500, 'SE'))],
      ['the rank of a next page', 1, () => nextRankStatement(search('kvarn', undefined, 1500))],
      ['the rank of a next page in a country', 1, () => nextRankStatement(search('kvarn', 'SE', 1500))],
      ['a short number', 2, () => postingsStatement(search('551', undefined))],
      ['a short number in a country, the next page', 2, () => postingsStatement(search('551', 'SE', 1500))],
      ['a number', LIMIT + 1, () => numbersStatement(search('55123', undefined))],
      ['a number in a country', LIMIT + 1, () => numbersStatement(search('55123', 'SE'))],
      ['a number, exactly', 1, () => exactStatement(load.load, '55123')],
      ['the companies of a short number, exactly', 10, () => listStatement(load.load, '551')],
      ['the numbers of companies', 3, () => heldStatement(load.load, [1, 7, 2000].map(millId))],
      ['ranks', RANKS.length, () => ranksStatement(search('551', undefined), RANKS)],
      ['ranks in a country', RANKS.length, () => ranksStatement(search('551', 'SE'), RANKS)],
      [
        'keys',
        RANKS.length,
        () =>
          keyedStatement(
            search('551', undefined),
            RANKS.map((n) => toKey(n)),
          ),
      ],
      [
        'keys in a country',
        RANKS.length,
        () =>
          keyedStatement(
            search('551', 'SE'),
            RANKS.map((n) => toKey(n, 'SE')),
          ),
      ],
      ['an id', 1, () => companyStatement(load.load, millId(7))],
      ['details', 2, () => detailsStatement(load.load, [7, 2000].map(millId))],
      ['officers', LIMIT + 1, () => officersStatement(load.load, { id: millId(7), limit: LIMIT, today: '2026-11-22' })],
    ];

    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      for (const [what, rowsMax, statement] of statements) {
        test(`for ${what} is a scan of an index, with ${mode}`, async () => {
          const nodes = await explainPlan(statement(), mode);
          for (const node of nodes) {
            const type = node['Node Type'];
            assert.doesNotMatch(type, /Sort|Seq Scan|Hash|Bitmap|Materialize/, JSON.stringify(node));
            const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
            if (type.includes('Scan')) assert.ok(read <= rowsMax, `${type} reads ${read} rows`);
          }
          assert.ok(nodes.some((node) => node['Node Type'].startsWith('Index')));
        });
      }
    }

    async function explainPlan({ text, values = [] }: Statement, mode: string): Promise<Plan[]> {
      await client.query(`DEALLOCATE ALL; SET plan_cache_mode = ${mode}`);
      await client.query(`PREPARE asked AS ${text}`);
      const asked = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${values.map(literal).join(', ')})`;
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(asked);
      const nodes: Plan[] = [];
      const walk = (plan: Plan): void => {
        nodes.push(plan);
        for (const below of plan.Plans ?? []) walk(below);
      };
      for (const { Plan: plan } of rows[0]?.['QUERY PLAN'] ?? []) walk(plan);
      return nodes;
    }

    function literal(value: unknown): string {
      if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
      return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
    }
  });
}
