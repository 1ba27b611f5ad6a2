/** The crawl of fr-rne against a local server that responds as INPI's interface does, with faults in between. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { HttpClient, fetchCrawl } from '../../src/fetching/index.ts';
import { runImport, type Crawl } from '../../src/importer/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { frRne } from '../../src/registers/fr-rne/index.ts';
import { STOCK_DAY, crawl } from '../../src/registers/fr-rne/crawl.ts';
import { folder } from '../fixtures/folder.ts';
import { localServer } from '../fixtures/local-server.ts';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

const API = 'https://registre-national-entreprises.inpi.fr';

/** Number of requests for which a token is valid. */
const TOKEN_USES = 9;

/** A company of the world: its manager, and the day of the last change. */
interface Managed {
  readonly manager: string;
  readonly changed: string;
}

/** Companies by SIREN. */
type World = Map<string, Managed>;

const toSiren = (n: number): string => String(910_000_000 + n);

function createRecord(siren: string, { manager, changed }: Managed): object {
  const descriptionPersonne = { nom: manager, prenoms: ['Anne'], dateDeNaissance: '1901-02' };
  const pouvoirs = [{ typeDePersonne: 'INDIVIDU', roleEntreprise: '30', individu: { descriptionPersonne } }];
  return { siren, updatedAt: `${changed}T10:00:00+01:00`, formality: { siren, diffusionINSEE: 'O', content: { personneMorale: { composition: { pouvoirs } } } } }; // prettier-ignore
}

/** Returns the changes after `from` and up to `to`, by SIREN, as the interface does. */
function createPage(world: World, query: URLSearchParams): object[] {
  const [from = '', to = '', after = ''] = ['from', 'to', 'searchAfter'].map((name) => query.get(name) ?? undefined);
  return [...world]
    .filter(([siren, { changed }]) => changed > from && changed <= to && siren > after)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, Number(query.get('pageSize')))
    .map(([siren, company]) => ({ company: createRecord(siren, company) }));
}

/** The faults of the server; every third request causes one. */
const FAULTS: readonly ((response: ServerResponse, world: World, query: URLSearchParams) => void)[] = [
  (response) => response.writeHead(503).end('busy'),
  (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  (response) => response.end('<html><body>Maintenance en cours</body></html>'),
  (response) => response.end('[{"company":{"siren"'),
  (response) => response.writeHead(500).end('Allowed memory size of 134217728 bytes exhausted'),
  (response, world, query) => {
    // Sends the first page again.
    query.delete('searchAfter');
    response.end(JSON.stringify(createPage(world, query)));
  },
  (response) => response.end(),
  (response) => response.destroy(),
];

/** Starts a server with log-in, whose tokens expire soon. */
async function serve(t: TestContext, world: World, isFaulty: boolean) {
  const tokens = new Map<string, number>();
  const logIns: unknown[] = [];
  let count = 0;
  let faults = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname === '/api/sso/login') {
      const token = `token-${tokens.size + 1}`;
      tokens.set(token, TOKEN_USES);
      void jsonOf(request).then((asked) => logIns.push(asked)).then(() => response.end(JSON.stringify({ token, user: {} }))); // prettier-ignore
      return;
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const uses = tokens.get(token) ?? 0;
    tokens.set(token, uses - 1);
    count++;
    if (uses <= 0) response.writeHead(401).end('{"message":"Expired JWT Token"}');
    else if (isFaulty && count % 3 === 0) FAULTS[faults++ % FAULTS.length]?.(response, world, url.searchParams);
    else response.end(JSON.stringify(createPage(world, url.searchParams)));
  };
  return { ...(await localServer(t, answer)), logIns, faults: () => faults };
}

/** Returns the crawl with its addresses on another host, at another pace, between two days. */
function movedTo(base: string, today: string, since: string, more: Partial<Crawl> = {}): Crawl {
  return {
    ...crawl,
    perMinute: 1e6,
    first: (state) => crawl.first({ ...state, today, ...(state.since === undefined ? {} : { since }) }),
    toHttpRequest: (request) => ({
      ...crawl.toHttpRequest(request),
      url: crawl.toHttpRequest(request).url.replace(API, base),
    }),
    ...more,
  };
}

function createClient(t: TestContext, base: string): HttpClient {
  const login = { url: `${base}/api/sso/login`, json: { username: '{API_USER}', password: '{API_PASSWORD}' }, token: 'token', api: `${base}/api/companies` }; // prettier-ignore
  const values = new Map([['API_USER', 'lectrice'], ['API_PASSWORD', 'mot de passe']]); // prettier-ignore
  const credentials = { declared: { settings: [...values.keys()], how: 'ask', login }, values, names: 'the settings' };
  const client = new HttpClient({ signal: AbortSignal.timeout(WAIT_MS_MAX), limits: { firstWaitMs: 1 }, credentials });
  client.trust(base);
  t.after(() => client[Symbol.asyncDispose]());
  return client;
}

/** Returns the managers by SIREN after an import of the stock and of the files that a crawl kept. */
async function managers(at: string, paths: readonly string[]): Promise<Record<string, string | undefined>> {
  const output = join(at, 'rne.ndjson');
  await runImport({ ...frRne, expect: [] }, { output, inputs: [join(at, 'stock.json'), ...paths], published: STOCK_DAY, maxRejects: 0 }); // prettier-ignore
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
  return Object.fromEntries(lines.map(({ identifiers, officers }) => [identifiers?.[0]?.value, officers?.[0]?.name]));
}

const listNames = (world: World): Record<string, string> =>
  Object.fromEntries([...world].map(([siren, { manager }]) => [siren, `Anne ${manager}`]));

/** Returns a world of companies that have not changed since the stock, and writes a stock of them. */
function newWorld(at: string): World {
  const world: World = new Map();
  for (let n = 0; n < 250; n++) world.set(toSiren(n), { manager: `ANCIENNE ${n}`, changed: '2026-02-01' });
  writeFileSync(
    join(at, 'stock.json'),
    JSON.stringify([...world].map(([siren, company]) => createRecord(siren, company))),
  );
  return world;
}

const change = (world: World, day: string, numbers: readonly number[]): void => {
  for (const n of numbers) world.set(toSiren(n), { manager: `NOUVELLE ${n} ${day}`, changed: day });
};

for (const [manner, isFaulty] of [
  ['behaves', false],
  ['fails in eight ways', true],
] as const) {
  test(`the differences of fr-rne are crawled day by day over the stock, from a server that ${manner}`, async (t) => {
    const at = folder(t);
    const into = join(at, 'downloads');
    const world = newWorld(at);
    change(world, '2026-03-04', [1, 2, 3]);
    change(
      world,
      '2026-03-05',
      Array.from({ length: 230 }, (_, i) => i + 10),
    );
    change(world, '2026-03-06', [300]);
    const { base, logIns, faults } = await serve(t, world, isFaulty);
    const client = createClient(t, base);
    const first = await fetchCrawl(movedTo(base, '2026-03-17', ''), { into, client });
    assert.equal(first.ended, 'whole');
    assert.deepEqual(await managers(at, first.paths), listNames(world));

    // The next run requests the changes of this run's day.
    change(world, '2026-03-17', [1, 11, 301]);
    change(world, '2026-03-18', [1, 12]);
    const second = await fetchCrawl(movedTo(base, '2026-03-19', '2026-03-17T03:00:00.000Z'), { into, client });
    assert.equal(second.ended, 'whole');
    assert.deepEqual(await managers(at, second.paths), listNames(world));

    assert.equal(faults() >= FAULTS.length, isFaulty, 'each fault came');
    assert.ok(logIns.length >= 2, 'an expired token is requested again');
    assert.deepEqual(logIns[0], { username: 'lectrice', password: 'mot de passe' });
    const kept = readdirSync(into).filter((name) => name.endsWith('.zst'));
    const bytes = kept.map((name) => readFileSync(join(into, name)));
    const texts = bytes.map((one) => zstdDecompressSync(one).toString());
    assert.ok(texts.some((text) => text.includes('NOUVELLE')));
    assert.ok(texts.every((text) => !/1901|token-|mot de passe/.test(text)));
  });
}
