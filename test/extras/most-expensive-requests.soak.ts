/**
 * CPU time of one client's minute: for each resource beside the contract and the most expensive search, repeats the most expensive known
 * requests as often as the rate limit allows, over 60,000 invented companies and some expensive ones; then bodies that cannot be paid. The
 * figures go to bench/results/minute.txt.
 */
import assert from 'node:assert/strict';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMPANIES, GROUP_NUMBER, WORDS, build } from './most-expensive-companies.ts';
import { DOOR_NAMES, findDeclaration } from '../fixtures/doors.ts';
import { RATE_LIMIT } from '../../src/contract/index.ts';
import { startService, stopService } from '../fixtures/serving.ts';
import { generateLines } from '../../tools/sample/lines.ts';
import { deriveId } from '../fixtures/derived-id.ts';
import { cpuMicroseconds, machine } from '../fixtures/machine.ts';

/** Maximum duration of the repetitions of a request. */
const MEASURE_MS = 2000;
const FILE_BYTES = 512 * 1024 * 1024;
const EXPORT = `${'0'.repeat(26)}-01234567`;

/** A request to a resource of a door, or to the search of the contract. */
interface Request {
  readonly door: string;
  readonly what: string;
  readonly path: string;
  readonly init?: RequestInit;
}

/** The IDs of 10,000 generated companies. */
const watched = [...generateLines({ companies: 10_000, seed: 1 })].join('').trimEnd().split('\n').map((text) => deriveId(JSON.parse(text) as never)); // prettier-ignore

function exported(folder: string): string {
  const exports = join(folder, 'exports');
  mkdirSync(join(exports, EXPORT, 'large'), { recursive: true });
  symlinkSync(EXPORT, join(exports, 'latest'));
  const file = openSync(join(exports, EXPORT, 'large', 'large.bin'), 'w');
  ftruncateSync(file, FILE_BYTES);
  closeSync(file);
  return exports;
}

const form = (field: string, value: unknown): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ [field]: JSON.stringify(value) }),
});
const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: JSON.stringify(value),
});
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const FREQUENT = 'holding group the inversiones sl gmbh limited company services international';
const MISSPELT =
  'holdimg gruop inversoines servcies internatoinal managemetn consultign developmetn technologise solutoins';

const numbers = (value: (i: number) => string) => ({ pid: 'number', v: times(5, value) });
/** A body that is rejected only after parsing. */
const MANY_KEYS = `{${times(5000, (i) => `"k${i}":{}`).join(',')}}`;

const queries = (what: string, query: object): Request => ({
  door: 'reconcile',
  what: `25 queries ${what}`,
  path: '/reconcile/v1',
  init: form('queries', Object.fromEntries(times(25, (i) => [`q${i}`, query]))),
});
const batch = (what: string, number: (i: number) => object): Request => ({
  door: 'lookup',
  what: `100 numbers ${what}`,
  path: '/lookup/v1/identifiers',
  init: json({ identifiers: times(100, number) }),
});
const call = (name: string, given: object): Request => ({
  door: 'mcp',
  what: `the tool ${name}`,
  path: '/mcp',
  init: json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
});
const listRequests = (ids: readonly string[]): readonly Request[] => [
  { door: 'search', what: 'a number as invoices print it', path: '/v1/search?q=NO+911+020+068+MVA' },
  ...ofReconcile(ids),
  ...OF_LOOKUP,
  ...ofOthers(ids),
];

function ofReconcile(ids: readonly string[]): readonly Request[] {
  return [
    queries('with ten frequent words', { query: FREQUENT }),
    queries('with ten misspelt words, in a country', { query: MISSPELT, properties: [{ pid: 'country', v: 'FI' }] }),
    queries('for names of companies with fifty long ones', { query: WORDS.join(' ') }),
    queries('with a name and five numbers', { query: FREQUENT, properties: [numbers((i) => String(100_000_000 + i))] }),
    queries('with five short numbers', { query: '', properties: [numbers((i) => `7${i}`)] }),
    {
      door: 'reconcile',
      what: 'one query with ten misspelt words',
      path: '/reconcile/v1',
      init: form('queries', { q: { query: MISSPELT } }),
    },
    {
      door: 'reconcile',
      what: 'a suggestion for a messy name',
      path: `/reconcile/v1/suggest/entity?prefix=${encodeURIComponent(MISSPELT.slice(0, 60))}`,
    },
    {
      door: 'reconcile',
      what: 'all fields of 100 companies',
      path: '/reconcile/v1',
      init: form('extend', {
        ids,
        properties: ['number', 'name', 'country', 'classifications'].map((one) => ({ id: one })),
      }),
    },
    { door: 'reconcile', what: 'a preview', path: `/reconcile/v1/preview/${ids[0]}` },
    {
      door: 'reconcile',
      what: '60 KB that are rejected',
      path: '/reconcile/v1',
      init: { method: 'POST', body: `queries=${MANY_KEYS}` },
    },
  ];
}

const OF_LOOKUP: readonly Request[] = [
  batch('of no company', (i) => ({ value: String(100_000_000 + i) })),
  batch('with words around them', (i) => ({ value: `KvK-nummer ${70_000_000 + i}` })),
  batch('with as many words as fit', (i) => ({ value: `${'RCS '.repeat(29)}${404_833_000 + i}` })),
  batch('of two digits', (i) => ({ value: String(10 + (i % 90)) })),
  batch('that 400 companies share', () => ({ value: GROUP_NUMBER })),
  batch('that 400 companies of another country share', () => ({ value: GROUP_NUMBER, country: 'FI' })),
  { door: 'lookup', what: 'one number of two digits', path: '/lookup/v1/identifiers/12' },
  {
    door: 'lookup',
    what: '60 KB that are rejected',
    path: '/lookup/v1/identifiers',
    init: { ...json(0), body: MANY_KEYS },
  },
];

function ofOthers([id = '']: readonly string[]): readonly Request[] {
  return [
    call('search_companies', { query: 'the', limit: 25 }),
    call('get_company', { company_id: id }),
    call('list_officers', { company_id: id }),
    call('look_up_number', { number: GROUP_NUMBER, country: 'FI' }),
    call('changes_of', { limit: 1000 }),
    call('search', { query: MISSPELT }),
    call('match_company', { query: MISSPELT, country: 'FI' }),
    call('fetch', { id }),
    {
      door: 'mcp',
      what: 'the list of tools',
      path: '/mcp',
      init: json({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    },
    { door: 'mcp', what: '60 KB that are rejected', path: '/mcp', init: { ...json(0), body: MANY_KEYS } },
    { door: 'details', what: 'similar names, in a country', path: `/details/v1/similar?country=FI&q=${encodeURIComponent(MISSPELT.slice(0, 60))}` }, // prettier-ignore
    { door: 'changes', what: '1,000 events', path: '/changes?limit=1000' },
    { door: 'changes', what: 'the events of 10,000 companies', path: '/changes/query', init: json({ companies: watched }) }, // prettier-ignore
    { door: 'changes', what: 'the events of a company', path: `/changes/companies/${id}` },
    { door: 'data', what: 'a small range', path: '/data/latest/large/large.bin', init: { headers: { Range: 'bytes=100-200' } } }, // prettier-ignore
    { door: 'data', what: 'the head of a file', path: '/data/latest/large/large.bin', init: { method: 'HEAD' } },
    { door: 'data', what: 'half a gigabyte', path: '/data/latest/large/large.bin' },
  ];
}

type Service = { readonly address: string; readonly pid: number | undefined };

/** Number of connections over which a client sends requests that cannot be paid. */
const REFUSED_CONNECTIONS = 10;
const REFUSED: readonly Request[] = [
  { door: 'search', what: 'refused: no tokens left', path: '/v1/search?q=the' },
  { door: 'changes', what: 'refused: 310 KB that cannot be paid', path: '/changes/query', init: json({ companies: watched }) }, // prettier-ignore
  { door: 'lookup', what: 'refused: 8 KB that cannot be paid', path: '/lookup/v1/identifiers', init: { ...json(0), body: MANY_KEYS.slice(0, 8192) } }, // prettier-ignore
];

/** Sends a request that cannot be paid over some connections. Returns a row: how many were refused in a minute, and their CPU time. */
async function refusedRow(service: Service, { door, what, path, init = {} }: Request, client: number): Promise<string> {
  const headers = new Headers(init.headers);
  headers.set('X-Forwarded-For', `10.2.0.${client}`);
  const ask = async (): Promise<number> => {
    const answer = await fetch(service.address + path, { ...init, headers });
    if (answer.body !== null) for await (const _ of answer.body);
    return answer.status;
  };
  while ((await ask()) !== 429);
  const before = cpuMicroseconds(service.pid);
  const started = performance.now();
  let refused = 0;
  const run = async (): Promise<void> => {
    while (performance.now() < started + MEASURE_MS) if ((await ask()) === 429) refused++;
  };
  await Promise.all(times(REFUSED_CONNECTIONS, run));
  const seconds = (performance.now() - started) / 1000;
  const milliseconds = (cpuMicroseconds(service.pid) - before) / 1000;
  assert.ok(refused > 0, `${door}: ${what}`);
  const perMinute = ((milliseconds / seconds) * 60) / 1000;
  return `| ${door} | ${what} | 0 | ${Math.round((refused / seconds) * 60)} refused | ${(milliseconds / refused).toFixed(2)} | ${perMinute.toFixed(1)} |`;
}

/** Repeats a request from one client address. Returns a row of the table. */
async function measuredRow(
  service: Service,
  { door, what, path, init = {} }: Request,
  client: number,
): Promise<string> {
  const address = service.address + path;
  const headers = new Headers(init.headers);
  headers.set('X-Forwarded-For', `10.1.0.${client}`);
  let left = 0;
  const ask = async (): Promise<boolean> => {
    const answer = await fetch(address, { ...init, headers });
    if (answer.body !== null) for await (const _ of answer.body);
    if (answer.status === 429) return false;
    left = Number(/;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    return true;
  };
  const { requests } = door === 'search' ? RATE_LIMIT : findDeclaration(door);
  await ask();
  const cost = requests - left;
  const before = cpuMicroseconds(service.pid);
  let measured = 0;
  for (const end = performance.now() + MEASURE_MS; performance.now() < end && (await ask());) measured++;
  assert.ok(measured > 0, `${door}: ${what}`);
  const each = (cpuMicroseconds(service.pid) - before) / 1000 / measured;
  const paid = Math.floor(requests / cost);
  const seconds = (each * paid) / 1000;
  return `| ${door} | ${what} | ${cost} | ${paid} | ${each.toFixed(1)} | ${seconds.toFixed(1)} |`;
}

test('every request is answered as often as the rate limit allows', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-expensive-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const first = await build(folder, 1);
  await build(folder, 2, first);
  const service = await startService(folder, ['--snapshot', first], {
    DOORS: DOOR_NAMES.join(),
    DATA_DIR: folder,
    EXPORTS_DIR: exported(folder),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  t.after(() => stopService(service));
  const found = (await (await fetch(`${service.address}/v1/search?q=group&limit=25`)).json()) as {
    data: { id: string }[];
  };
  const ids = times(100, (i) => found.data[i % found.data.length]?.id ?? '');
  const rows: string[] = [];
  for (const [i, request] of listRequests(ids).entries())
    rows.push(await measuredRow({ ...service, pid: service.child.pid }, request, i + 1));
  for (const [i, request] of REFUSED.entries())
    rows.push(await refusedRow({ ...service, pid: service.child.pid }, request, i + 1));
  const text = [
    `the most expensive ${RATE_LIMIT.windowSeconds} seconds of one client, ${new Date().toISOString().slice(0, 10)}`,
    machine(),
    `load average of the machine when it ended: ${loadavg()[0]?.toFixed(1)}; above its cores, times are too long`,
    `${COMPANIES} companies, one worker; cost and limit as RateLimit counts them`,
    '',
    '| Door | Request | Tokens | A minute pays for | ms of CPU each | s of CPU a minute |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
  t.diagnostic(text);
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'minute.txt'), text);
});
