/**
 * A company is restricted while services over the file, a publication, a database and other services answer about it: soon none of their
 * doors, pages, caches, cursors and files has its values, not even when what they serve from goes away.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createKey, type SigningKey } from '../../extras/publication/keys.ts';
import { changeRecorder } from '../../extras/changes/recorder.ts';
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { publish } from '../../extras/publication/write-folder.ts';
import { folderServer } from '../../extras/publication/store-fixture.ts';
import { buildSnapshot } from '../../src/build/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { PostgresServer } from '../extras/postgres/postgres-server.ts';
import { ResidentCommand } from '../fixtures/resident-command.ts';
import { environment, startService, stopService, type Environment, type Running } from '../fixtures/serving.ts';
import { until } from '../fixtures/until.ts';
import { has } from '../parts.ts';
import { MILLS, mill, millId, mills } from '../searching/generations.ts';

const SECRET = 7;
const REDIRECTED = 50;
const DETAILS = 'details';
const ALL_DOORS = 'details,lookup,changes,reconcile,mcp,data';

/** The company that is restricted; each value has a text that no other company has. */
const MARKED: RegisterLine = {
  ...mill(SECRET),
  register: 'se-test',
  name: 'Kvarn 000007 Namnmarke',
  registered_on: '1903-07-19',
  address: { street: 'Gatumarke 7', locality: 'Ortsmarke' },
  former_names: [{ name: 'Fornmarke', kind: 'trade' }],
  euid: 'SEMARKE.5577',
  officers: [{ name: 'Personmarke Andersson', source: { system: 'Register' } }],
};
const MARKERS = ['Namnmarke', '1903-07-19', 'Gatumarke', 'Ortsmarke', 'Fornmarke', 'SEMARKE', 'Personmarke'];
const OTHERS = mills(0, 60).filter((_, n) => n !== SECRET && n !== REDIRECTED);
const PUBLISHED = [
  ...OTHERS,
  MARKED,
  { id: millId(REDIRECTED), lifecycle: { status: 'redirected', canonical_id: millId(SECRET) } },
];
const RESTRICTED = [...PUBLISHED, { id: millId(SECRET), lifecycle: { status: 'restricted' } }];

/** The requests that every service answers, and those of the doors over a snapshot. */
const PATHS = [SECRET, REDIRECTED]
  .map(millId)
  .flatMap((id) => [
    `/v1/companies/${id}`,
    `/v1/companies/${id}/officers`,
    `/details/v1/companies/${id}`,
    `/companies/${id}`,
  ])
  .concat(
    ['/v1/search', '/details/v1/search', '/search'].flatMap((path) => [`${path}?q=kvarn+000007`, `${path}?q=557`]),
  );
const DOOR_PATHS = [
  '/details/v1/similar?q=Kvarm+000007+Namnmarke',
  '/lookup/v1/identifiers/557',
  '/lookup/v1/identifiers/SEMARKE.5577',
  `/reconcile/v1/preview/${millId(SECRET)}`,
  `/reconcile/v1?queries=${encodeURIComponent('{"q":{"query":"Kvarn 000007 Namnmarke"}}')}`,
  `/reconcile/v1?extend=${encodeURIComponent(JSON.stringify({ ids: [millId(SECRET)], properties: [{ id: 'name' }] }))}`,
  '/reconcile/v1/suggest/entity?prefix=kvarn+000007',
];

/** Events name companies, and have no values. */
const EVENTS = ['/changes?limit=1000', `/changes/companies/${millId(SECRET)}`];
const CALLED: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_company', arguments: { company_id: millId(SECRET) } },
  }),
};

/** A service, the requests that it answers, and what it has answered before the restriction. */
interface Served {
  readonly name: string;
  readonly running: Running;
  readonly paths: readonly string[];
  readonly cursors: Map<string, string>;
  readonly tags: Map<string, string>;
}

suite('A restriction', { skip: !has('postgresql', import.meta.filename) }, () => {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-restricted-'));
  const snapshot = join(at, 'data', 'mills.snapshot');
  const resident = new ResidentCommand();
  const closing: (() => unknown)[] = [];
  let key: SigningKey;
  let database: PostgresServer;
  let url = '';
  const served: Served[] = [];
  before(async () => {
    mkdirSync(join(at, 'data'));
    mkdirSync(join(at, 'store'));
    key = await createKey(join(at, 'key'));
    database = await PostgresServer.start();
    url = await database.database();
    await bring(OTHERS);
    await bring(PUBLISHED);
    const { address } = await folderServer({ after: (end) => void closing.push(end as () => void) }, join(at, 'store'));
    const keys = join(at, 'key', 'public.txt');
    const exports = join(at, 'exports');
    await serve('file', { SNAPSHOT: snapshot, DOORS: ALL_DOORS, EXPORTS_DIR: exports, WORKERS: '2' }, DOOR_PATHS);
    const followed = { SNAPSHOT: address, SNAPSHOT_KEYS: keys, FOLLOW_SECONDS: '1', EXPORTS_DIR: exports };
    await serve('follower', { ...followed, DOORS: ALL_DOORS, WORKERS: '2' }, DOOR_PATHS);
    await serve('database', { BACKEND: url, DOORS: DETAILS });
    for (const name of ['follower', 'database'])
      await serve(`upstream of the ${name}`, { BACKEND: findService(name).running.address, DOORS: DETAILS });
  });
  after(async () => {
    resident.close();
    for (const { running } of served) running.child.kill('SIGKILL');
    await Promise.all(served.map(({ running }) => running.exit));
    await database.remove();
    for (const close of closing) close();
    rmSync(at, { recursive: true });
  });

  const findService = (name: string): Served => served.find((one) => one.name === name) ?? assert.fail(name);

  async function serve(name: string, settings: Environment, more: readonly string[] = []): Promise<void> {
    const common = { DATA_DIR: join(at, name), RATE_LIMIT_EXEMPT: '127.0.0.1', SNAPSHOT_CHECK_SECONDS: '1' };
    const running = await startService(at, [], { ...common, ...settings });
    served.push({ name, running, paths: [...PATHS, ...more], cursors: new Map(), tags: new Map() });
    await until(name, async () => (await fetch(`${running.address}/readyz`)).ok);
  }

  /** Builds a snapshot, and brings it to the export, the publication and the database. */
  async function bring(lines: readonly object[]): Promise<void> {
    const input = join(at, 'lines.ndjson');
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      changes: changeRecorder(),
      inputs: [input],
      out: snapshot,
      acceptLoss: ['SE'],
      match: true,
      ...(existsSync(snapshot) && { previous: snapshot }),
    });
    const into = ['--into', join(at, 'exports')];
    for (const args of [
      ['export', '--format', 'csv,ndjson', ...into, snapshot],
      ['load', '--backend', url, snapshot],
    ]) {
      const { status, stderr } = await resident.run(args, at, { settings: environment({}) });
      assert.equal(status, 0, stderr);
    }
    await publish({ snapshot, to: join(at, 'store'), key, signal: new AbortController().signal });
  }

  /** Returns the markers in an answer that the request did not have. */
  async function markersAt({ running }: Served, path: string, init?: RequestInit): Promise<string[]> {
    const text = await (await fetch(running.address + path, init)).text();
    return MARKERS.filter((marker) => text.includes(marker) && !decodeURIComponent(path).includes(marker));
  }

  /** Returns all answers of a service that have a marker: of paths, of later pages, and of copies that a client revalidates. */
  async function shownBy(one: Served): Promise<string[]> {
    const shown: string[] = [];
    const ask = async (path: string, init?: RequestInit): Promise<void> => {
      const found = await markersAt(one, path, init);
      if (found.length > 0) shown.push(`${path} ${found.join()}`);
    };
    for (const path of one.paths) await ask(path);
    if (one.paths.length > PATHS.length) {
      for (const path of EVENTS) await ask(path);
      await ask('/mcp', CALLED);
      const { resources } = (await (await fetch(`${one.running.address}/data/latest/datapackage.json`)).json()) as {
        resources: { path: string }[];
      };
      for (const { path } of resources.filter((file) => file.path.endsWith('.csv.gz'))) {
        const file = Buffer.from(await (await fetch(`${one.running.address}/data/latest/${path}`)).arrayBuffer());
        const text = gunzipSync(file).toString();
        if (MARKERS.some((marker) => text.includes(marker))) shown.push(`/data/latest/${path} `);
      }
    }
    for (const [path, cursor] of one.cursors) await ask(`${path}&cursor=${cursor}`);
    for (const [path, tag] of one.tags) {
      const { status } = await fetch(one.running.address + path, { headers: { 'if-none-match': tag } });
      if (status === 304) shown.push(`${path} 304`);
    }
    return shown;
  }

  test('reaches every service, its caches, cursors and copies, and stays while what it serves from is away', async () => {
    for (const one of served) {
      for (let times = 0; times < 3; times++) for (const path of one.paths) await markersAt(one, path);
      const shown = await shownBy(one);
      const hidden = one.paths.filter((path) => !shown.some((text) => text.startsWith(`${path} `)));
      assert.deepEqual(hidden, [], one.name);
      const besides = shown.filter((text) => /^\/(?:mcp|data)\b/.test(text));
      assert.ok(one.paths.length === PATHS.length || besides.length >= 2, `${one.name}: ${shown.join('\n')}`);
      for (const path of ['/v1/search', '/details/v1/search'].map((search) => `${search}?q=${MILLS}&limit=3`)) {
        const page = (await (await fetch(one.running.address + path)).json()) as { next_cursor: string };
        one.cursors.set(path, page.next_cursor);
        assert.equal((await markersAt(one, `${path}&cursor=${page.next_cursor}`)).length, 0);
      }
      for (const path of one.paths) {
        const tag = (await fetch(one.running.address + path)).headers.get('etag');
        if (tag !== null) one.tags.set(path, tag);
      }
    }
    await bring(RESTRICTED);
    for (const one of served) {
      let shown: string[] = [];
      await until(
        () => `${one.name} shows ${shown.join('\n')}`,
        async () => (shown = await shownBy(one)).length === 0,
      );
    }
    await database.stop();
    await stopService(findService('follower').running);
    for (const one of served.filter(({ name }) => name !== 'follower'))
      assert.deepEqual(await shownBy(one), [], one.name);
  });
});
