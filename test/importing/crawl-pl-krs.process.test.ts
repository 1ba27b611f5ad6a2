/** The crawl of pl-krs against a local server that responds as the Polish interface does, with faults in between. */
import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { decompressor } from '../../src/files/index.ts';
import { HttpClient, fetchCrawl } from '../../src/fetching/index.ts';
import { runImport, type Crawl, type CrawlState } from '../../src/importer/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { plKrs } from '../../src/registers/pl-krs/index.ts';
import { crawl } from '../../src/registers/pl-krs/crawl.ts';
import { folder } from '../fixtures/folder.ts';
import { localServer } from '../fixtures/local-server.ts';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

/**
 * Number of absent numbers that end a range. Fewer than in the declaration: a server with forty numbers need not receive ten thousand
 * requests for absent ones.
 */
const ABSENT_MAX = 12;

/** Both registers of the world, with names by number, and the bulletin of the day. */
interface World {
  readonly P: Map<number, string>;
  readonly S: Map<number, string>;
  bulletin: readonly string[];
}

const toKey = (number: number): string => String(number).padStart(10, '0');

function createExtract(number: number, register: 'P' | 'S', name: string): object {
  const danePodmiotu = { nazwa: name, formaPrawna: 'FUNDACJA', identyfikatory: {} };
  const dzial2 = { reprezentacja: { sklad: [{ nazwisko: { nazwiskoICzlon: 'G*****' } }] } };
  const naglowekA = { rejestr: `Rej${register}`, numerKRS: toKey(number), dataCzasOdpisu: '' };
  return { odpis: { naglowekA, dane: { dzial1: { danePodmiotu }, dzial2 } } };
}

/** Responds as the interface does. */
function respond(world: World, url: URL, response: ServerResponse): void {
  const key = url.pathname.split('/').at(-1) ?? '';
  if (url.pathname.startsWith('/api/Krs/Biuletyn/')) {
    response.end(JSON.stringify(world.bulletin));
    return;
  }
  const register = url.searchParams.get('rejestr') === 'P' ? 'P' : 'S';
  const name = world[register].get(Number(key));
  if (name === undefined) response.writeHead(404).end('{"title":"Not Found","status":404}');
  else response.end(JSON.stringify(createExtract(Number(key), register, name)));
}

/** The faults of the server; every seventh request causes one. */
const FAULTS: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(503).end('busy'),
  (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  (response) => response.end('<html><body>Przerwa techniczna</body></html>'),
  (response) => response.end('{"odpis":{"naglowekA":{"numerKRS":"9999999999"}}}'),
  (response) => response.end('{"odpis":{"naglowekA":{"numerKRS"'),
  (response) => response.end(),
  (response) => response.destroy(),
];

/** Returns the crawl with its addresses on another host, at another pace, on another day, with shorter ends of its ranges. */
function movedTo(base: string, days: number): Crawl {
  const shifted = (day: string): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const first = (state: CrawlState): ReturnType<Crawl['first']> => {
    const round = crawl.first({ ...state, today: shifted(state.today) });
    return { ...round, requests: [...round.requests].map((one) => ('from' in one ? Object.assign({}, one, { absentMax: ABSENT_MAX }) : one)) }; // prettier-ignore
  };
  const toHttpRequest: Crawl['toHttpRequest'] = (request) => ({
    url: crawl.toHttpRequest(request).url.replace(/^https:\/\/[^/]+/, base),
  });
  return { ...crawl, perMinute: 1e6, first, toHttpRequest };
}

/** Runs the crawl and an import that continues the last one. Returns the names of the lines by number. */
async function crawled(t: TestContext, at: string, declared: Crawl, base: string): Promise<Record<string, string>> {
  const client = new HttpClient({
    signal: AbortSignal.timeout(WAIT_MS_MAX),
    say: () => {},
    limits: { firstWaitMs: 1 },
  });
  client.trust(base);
  t.after(() => client[Symbol.asyncDispose]());
  const { ended, paths } = await fetchCrawl(declared, { into: join(at, 'downloads'), client });
  assert.equal(ended, 'whole');
  const output = join(at, 'pl.ndjson');
  const last = existsSync(output) ? { last: output } : {};
  await runImport({ ...plKrs, expect: [] }, { output, inputs: paths, maxRejects: 0, ...last });
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
  return Object.fromEntries(lines.map(({ identifiers, name = '' }) => [identifiers?.[0]?.value ?? '', name]));
}

/** Returns names by number. If a number is in both registers, the name of the register of entrepreneurs counts. */
const listNames = ({ P, S }: World): Record<string, string> =>
  Object.fromEntries([...S, ...P].map(([number, name]) => [toKey(number), name]));

for (const [manner, isFaulty] of [
  ['behaves', false],
  ['fails in seven ways', true],
] as const) {
  test(`pl-krs is crawled whole, and then by its bulletin, from a server that ${manner}`, async (t) => {
    const world: World = { P: new Map(), S: new Map(), bulletin: [] };
    for (let n = 1; n <= 40; n++) if (n % 5 !== 0) (n % 3 === 0 ? world.S : world.P).set(n, `FIRMA ${n}`);
    world.S.set(7, 'FUNDACJA 7');
    let count = 0;
    const { base, requests } = await localServer(t, (request, response) => {
      count++;
      const fault = isFaulty && count % 7 === 0 ? FAULTS[(count / 7) % FAULTS.length] : undefined;
      if (fault !== undefined) fault(response);
      else respond(world, new URL(request.url ?? '', base), response);
    });
    const at = folder(t);
    assert.deepEqual(await crawled(t, at, movedTo(base, 0), base), listNames(world));
    const asked = requests.length;

    // One company is struck off, one renamed, one moved to the other register; one is new after the last number, and one is new without a
    // bulletin.
    world.P.delete(1);
    world.P.set(2, 'FIRMA 2 PO ZMIANIE');
    world.P.delete(4);
    world.S.set(4, 'FIRMA 4');
    world.P.set(43, 'FIRMA 43');
    world.S.set(45, 'FIRMA 45');
    world.bulletin = ['0000000001', '0000000002', '0000000004', '0000000043'];
    assert.deepEqual(await crawled(t, at, movedTo(base, 1), base), listNames(world));
    if (!isFaulty) {
      const bulletins = requests.slice(asked).filter(({ url = '' }) => url.includes('Biuletyn')).length;
      assert.deepEqual([asked, bulletins, requests.length - asked < 60], [38 + 39 + 2 * ABSENT_MAX, 1, true]);
    }
    const kept = readdirSync(join(at, 'downloads')).filter((name) => name.endsWith('.zst'));
    const texts = kept.map((name) => text(createReadStream(join(at, 'downloads', name)).pipe(decompressor('zstd'))));
    const all = (await Promise.all(texts)).join('');
    assert.match(all, /FIRMA 2 PO ZMIANIE/);
    assert.doesNotMatch(all, /G\*|Biuletyn/);
  });
}
