/** The crawl of at-firmenbuch against a local service that behaves well, and one that does not. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { HttpClient, fetchCrawl } from '../../src/fetching/index.ts';
import { runImport, type Register, type Crawl } from '../../src/importer/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { findFault } from '../../src/registers/at-firmenbuch/responses-fixture.ts';
import { byNumber, firmenbuch, type Company, type Service } from './firmenbuch-service.ts';
import { folder } from '../fixtures/folder.ts';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

const register = REGISTERS.get('at-firmenbuch');
assert.ok(register?.files.crawl !== undefined && register.files.server?.credentials !== undefined);
const { crawl: declared, server } = register.files;
const { credentials } = register.files.server;
/** The register without expectations, because the service has only six companies. */
const importer: Register = { ...register, expect: [] };

const COMPANIES: readonly Company[] = [
  { number: '999901 v', name: 'Zirbe GmbH', form: 'GES' },
  { number: '999902 w', name: 'Lärche & Söhne AG', form: 'AG', manager: 'Jost Beispielmann' },
  { number: '999903 x', name: 'Ende GmbH', form: 'GES', isDeleted: true },
  { number: '999904 y', name: 'Alm FlexCo', form: 'FXG' },
  { number: '99901 p', name: 'Bergquell Flexible Kapitalgesellschaft', form: 'FXG' },
  { number: '999905 z', name: 'Frida Einzeln FlexCo-Beratung e.U.', form: 'EU', manager: 'Frida Einzeln' },
];

/** Prepares a crawl of the service, run after run into one folder, with its imports and the recorded requests. */
async function crawling(t: TestContext, held: Partial<Service> = {}) {
  const service: Service = { companies: byNumber(COMPANIES), changes: new Map(), ...held };
  const { base, asked } = await firmenbuch(t, service);
  const into = folder(t);
  const said: string[] = [];
  const client = new HttpClient({
    signal: AbortSignal.timeout(WAIT_MS_MAX),
    server,
    credentials: { declared: credentials, values: new Map([['API_KEY', 'geheim']]), names: 'API_KEY' },
    limits: { firstWaitMs: 1 },
    say: (line) => said.push(line),
  });
  client.trust(base);
  t.after(() => client[Symbol.asyncDispose]());
  const crawl: Crawl = {
    ...declared,
    perMinute: 1e9,
    toHttpRequest: (request) => ({ ...declared.toHttpRequest(request), url: `${base}/ws` }),
  };
  const run = () => fetchCrawl(crawl, { into, client });
  const kept = (): string => {
    const names = readdirSync(into).filter((name) => name.endsWith('.zst'));
    return names.map((name) => decodeFrames(readFileSync(join(into, name)))).join('');
  };
  const imported = async () => {
    const output = join(folder(t), 'out.ndjson');
    const inputs = readdirSync(into).filter((name) => name.endsWith('.zst')).map((name) => join(into, name)); // prettier-ignore
    const report = await runImport(importer, { output, inputs, maxRejects: 0 });
    const lines = readFileSync(output, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
    return { lines, shown: lines.map(formatShort), report: report.toJSON() };
  };
  return { service, asked, said, run, kept, imported };
}

/** Runs until a round has ended. Returns how each run ended. */
async function ended(run: () => Promise<{ readonly ended: string }>): Promise<string> {
  const ends: string[] = [];
  while (ends.length < 5 && ends.at(-1) !== 'whole') ends.push((await run()).ended);
  return ends.join();
}

/** Returns a line in short: number and name, state, officers. */
function formatShort({ identifiers, name, company_status: status = '', officers = [] }: RegisterLine): string {
  return [identifiers?.[0]?.value, name, status, officers.map((officer) => officer.name).join()].join(' | ');
}

/** Returns the text of consecutive Zstandard frames. */
function decodeFrames(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const next = bytes.indexOf(Buffer.from('28b52ffd', 'hex'), at + 4);
    const end = next === -1 ? bytes.length : next;
    text += zstdDecompressSync(bytes.subarray(at, end)).toString();
    at = end;
  }
  return text;
}

const WANT = [
  '99901 p | Bergquell Flexible Kapitalgesellschaft |  | Alma Zirbel',
  '999901 v | Zirbe GmbH |  | Alma Zirbel',
  '999902 w | Lärche & Söhne AG |  | Jost Beispielmann',
  '999903 x | Ende GmbH | gelöscht | ',
  '999904 y | Alm FlexCo |  | Alma Zirbel',
];

test('a crawl finds every company, also of unlisted legal forms, and stores no home address and no birth date', async (t) => {
  const { run, kept, imported, asked } = await crawling(t);
  const { ended: how, status } = await run();
  assert.deepEqual([how, status.complete, status.failed, status.given_up], ['whole', true, 0, 0]);
  assert.deepEqual((await imported()).shown, WANT);
  assert.ok(asked.includes('SUCHEFIRMAREQUEST FXG*'));
  assert.ok(!asked.some((one) => one.includes('999903x') || one.startsWith('SUCHEFIRMAREQUEST EU')));
  const text = kept();
  for (const secret of ['1971', 'Heimweg', 'Daheim', 'LIE', 'Frida Einzeln', 'geheim']) assert.ok(!text.includes(secret), secret); // prettier-ignore
});

test('a later round only requests the changes of the days, and the extracts of the changed companies', async (t) => {
  const { service, run, imported, asked } = await crawling(t);
  await run();
  const today = new Date().toISOString().slice(0, 10);
  service.companies.set('999901v', { number: '999901 v', name: 'Zirbe neu GmbH', form: 'GES', manager: 'Neue Chefin' });
  service.companies.set('999906a', { number: '999906 a', name: 'Jung GmbH', form: 'GES' });
  service.companies.set('999902w', { number: '999902 w', name: 'Lärche & Söhne AG', form: 'AG', isDeleted: true });
  service.changes.set(today, [['999901 v', 'Änderung'], ['999906 a', 'Neueintragung'], ['999902 w', 'Löschung'], ['999905 z', 'Änderung']]); // prettier-ignore
  const before = asked.length;
  assert.equal((await run()).ended, 'whole');
  const later = asked.slice(before).filter((one) => !one.startsWith('VERAENDERUNGENFIRMAREQUEST'));
  assert.deepEqual(later, ['999901v', '999906a', '999902w', '999905z'].map((number) => `AUSZUG_V2_REQUEST ${number}`)); // prettier-ignore
  const { shown, report } = await imported();
  assert.deepEqual(shown, [
    WANT[0],
    '999901 v | Zirbe neu GmbH |  | Neue Chefin',
    '999902 w | Lärche & Söhne AG | gelöscht | Alma Zirbel',
    WANT[3],
    WANT[4],
    '999906 a | Jung GmbH |  | Alma Zirbel',
  ]);
  assert.equal(report.dropped['sole trader']?.count, 1);
});

test('a company without an extract does not delay the crawl, and has the fields of the search', async (t) => {
  const { run, imported, said } = await crawling(t, {
    misbehave(asked, response) {
      if (asked.field('FNR') !== '999902w') return false;
      response.writeHead(500).end(findFault('Auszug nicht verfügbar'));
      return true;
    },
  });
  assert.equal(await ended(run), 'asked,asked,whole');
  assert.ok(said.some((line) => line.includes('Fault says "Auszug nicht verfügbar"')));
  const { shown, report } = await imported();
  assert.deepEqual(shown, WANT.map((line) => line.replace('|  | Jost Beispielmann', '|  | '))); // prettier-ignore
  assert.equal(report.noted['no extract yet, so without officers']?.count, 1);
});
