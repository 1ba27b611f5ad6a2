import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { fetchCrawl, readCredentials, type CrawlOutcome } from '../../src/fetching/index.ts';
import { clientFor } from '../../src/fetching/server-fixture.ts';
import type { Crawl } from '../../src/importer/index.ts';
import { grGemi } from '../../src/registers/gr-gemi/index.ts';
import { createCrawl } from '../../src/registers/gr-gemi/crawl.ts';
import { imported } from '../../src/registers/fixture-import.ts';
import { folder } from '../fixtures/folder.ts';
import { localServer } from '../fixtures/local-server.ts';

const KEY = 'an-invented-key';
const FORMS = [
  { id: '1', descr: 'ΑΕ' },
  { id: '16', descr: 'ΑΤΟΜΙΚΗ' },
  { id: '18', descr: 'ΑΣΤΙΚΗ ΕΤΑΙΡΕΙΑ' },
  { id: '19', descr: 'ΙΚΕ' },
];

const range = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i);

/** The interface with invented companies, by form and number. */
class Registry {
  readonly lists: Record<string, number[]> = { 1: range(1000, 520), 16: range(5000, 3), 19: range(9000, 230) };
  /** Sends a fault instead of a response and returns true, or returns false; `request` counts from 1. */
  readonly misbehave: (request: number, response: ServerResponse, url: URL) => boolean;
  #requests = 0;

  constructor(misbehave: Registry['misbehave'] = () => false) {
    this.misbehave = misbehave;
  }

  get numbers(): string[] {
    return [...(this.lists[1] ?? []), ...(this.lists[19] ?? [])].map(String).toSorted();
  }

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '', 'http://registry.example');
    if (request.headers['api_key'] !== KEY) return void response.writeHead(401).end();
    if (url.pathname === '/metadata/legalTypes') return void response.end(JSON.stringify(FORMS));
    if (url.pathname !== '/companies') return void response.end(JSON.stringify([{ id: '3', descr: 'Ενεργή' }]));
    if (this.misbehave(++this.#requests, response, url)) return;
    const body = this.page(url, 200);
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  };

  page(url: URL, sizeMax: number, offset = Number(url.searchParams.get('resultsOffset'))): string | undefined {
    const form = url.searchParams.get('legalTypes') ?? '';
    const all = (this.lists[form] ?? []).toSorted((a, b) => a - b);
    const given = all.slice(offset, offset + sizeMax);
    if (given.length === 0) return undefined;
    const searchResults = given.map((number) => ({
      arGemi: String(number),
      coNameEl: `ΕΤΑΙΡΕΙΑ ${number}`,
      legalType: { id: Number(form), descr: null },
      status: { id: 3, descr: null },
      email: 'kryfo@kryfo.example',
      persons: [{ personName: 'ΚΡΥΦΟΣ ΕΤΑΙΡΟΣ', role: 'Εταίρος', category: 'Εταίροι', percentage: '30%' }],
    }));
    const asked = Number(url.searchParams.get('resultsOffset'));
    return JSON.stringify({ searchMetadata: { totalCount: all.length, resultsOffset: asked }, searchResults });
  }
}

/** Crawls a registry in as many runs as a round takes, and imports the kept files. */
async function crawled(t: TestContext, registry: Registry, more: Partial<Crawl> = {}) {
  const { base, requests } = await localServer(t, registry.listener);
  const into = folder(t);
  const credentials = readCredentials(grGemi, { OPENFIRMA_GR_GEMI_API_KEY: KEY });
  const crawl = { ...createCrawl(base), perMinute: 60_000, ...more };
  let outcome: CrawlOutcome | undefined;
  let runs = 0;
  const said: string[] = [];
  while (outcome?.ended !== 'whole' && runs < 5) {
    const client = clientFor(t, base, credentials === undefined ? {} : { credentials });
    outcome = await fetchCrawl(crawl, { into, client: client.client });
    said.push(...client.said);
    runs++;
  }
  const paths = outcome?.paths ?? [];
  const { lines, report } = await imported(t, { ...grGemi, expect: [] }, paths);
  const kept = paths.map((path) => zstdDecompressSync(readFileSync(path)).toString()).join('');
  return { ended: outcome?.ended, runs, numbers: lines.map(({ identifiers }) => identifiers?.[0]?.value ?? '').toSorted(), lines, report, kept, requests, said }; // prettier-ignore
}

test('a crawl of Greece requests the lists of all forms except sole traders, and an import has every company', async (t) => {
  const registry = new Registry();
  const { ended, runs, numbers, lines, report, kept, requests } = await crawled(t, registry);
  assert.deepEqual([ended, runs], ['whole', 1]);
  assert.deepEqual(numbers, registry.numbers);
  assert.deepEqual([lines[0]?.company_status, lines[0]?.legal_form], ['Ενεργή', 'ΑΕ']);
  assert.deepEqual(report.dropped['a newer record has the same number']?.count, 15);
  const asked = requests.map(({ url }) => url ?? '');
  assert.deepEqual(asked.filter((url) => url.includes('legalTypes=16')), []); // prettier-ignore
  assert.equal(asked.length, 2 + 3 + 2 + 1);
  for (const secret of [KEY, 'kryfo', 'ΚΡΥΦΟΣ', '30%']) assert.ok(!kept.includes(secret), secret);
});

const answered = (response: ServerResponse, status: number, body = '', headers = {}): true => {
  response.writeHead(status, headers).end(body);
  return true;
};

const MISBEHAVIOUR: [claim: string, misbehave: (registry: () => Registry) => Registry['misbehave']][] = [
  ['is busy (429)', () => (n, response) => n % 2 === 0 && answered(response, 429, '', { 'retry-after': '0' })],
  ['fails (500)', () => (n, response) => n % 3 === 0 && answered(response, 500)],
  ['answers with a page of HTML', () => (n, response) => n % 3 === 1 && answered(response, 200, '<html>Συντήρηση</html>')],
  ['answers 404 in the middle of a list', () => (n, response) => n === 4 && answered(response, 404)],
  ['breaks off', () => (n, response) => n % 3 === 2 && (response.destroy(), true)],
  ['gives short pages', (registry) => (n, response, url) => n % 2 === 1 && answered(response, 200, registry().page(url, 40) ?? '')],
  ['gives the first page once more', (registry) => (n, response, url) => n === 4 && answered(response, 200, registry().page(url, 200, 0) ?? '')],
]; // prettier-ignore
for (const [claim, misbehave] of MISBEHAVIOUR) {
  test(`a crawl of Greece finds every company if the server ${claim}`, async (t) => {
    const registry: Registry = new Registry(misbehave(() => registry));
    const { ended, numbers, said } = await crawled(t, registry);
    assert.equal(ended, 'whole', said.join('\n'));
    assert.deepEqual(numbers, registry.numbers);
  });
}

test('a crawl of Greece finds every company that stays while lists change between pages', async (t) => {
  const gone: number[] = [];
  const registry: Registry = new Registry(() => {
    const { 1: list = [] } = registry.lists;
    gone.push(...list.splice(0, 20));
    list.push((list.at(-1) ?? 0) + 1);
    return false;
  });
  const { ended, numbers } = await crawled(t, registry);
  assert.equal(ended, 'whole');
  const found = new Set(numbers);
  // Companies added after the last page belong to the next crawl.
  const stayed = registry.numbers.filter((number) => Number(number) < 1520 || Number(number) >= 9000);
  for (const number of stayed) assert.ok(found.has(number), number);
  assert.ok(gone.length > 0);
});

test('a crawl of Greece that a server refuses reports it, and stores nothing', async (t) => {
  const { base } = await localServer(t, new Registry().listener);
  const credentials = readCredentials(grGemi, { OPENFIRMA_GR_GEMI_API_KEY: 'another' });
  const { client } = clientFor(t, base, credentials === undefined ? {} : { credentials });
  const outcome = await fetchCrawl({ ...createCrawl(base), perMinute: 60_000 }, { into: folder(t), client });
  assert.equal(outcome.ended, 'stopped');
  assert.match(outcome.reason ?? '', /401/);
  assert.doesNotMatch(outcome.reason ?? '', /another/);
});
