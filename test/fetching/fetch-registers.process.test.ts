/** The crawls that registers declare, against a local server that behaves as the real one, as far as that is known. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fetchRegister } from '../../src/cli/commands/fetch.ts';
import { runImport, type LookUp, type Register, type Source } from '../../src/importer/index.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { folder } from '../fixtures/folder.ts';
import { localServer } from '../fixtures/local-server.ts';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

/** Number of records of a page: fewer than requested, so that a missing record is noticed. */
const PAGE = 2;

interface Asked {
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly request: IncomingMessage;
}

type Answer = (asked: Asked, response: ServerResponse, count: number) => void;

const json = (response: ServerResponse, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(200, headers).end(JSON.stringify(body));
};

/** The records of a fixture. */
function readRecords(id: string, file: string): Record<string, unknown>[] {
  const paths = fixtureCases(id).flatMap(({ inputs }) => inputs);
  const text = readFileSync(paths.find((path) => basename(path) === file) ?? file, 'utf8');
  const parsed: unknown = file.endsWith('.json') ? JSON.parse(text) : text.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown); // prettier-ignore
  return parsed as Record<string, unknown>[];
}

/** Returns the register with all its addresses on another host, without waits between pages. */
function movedTo(base: string, register: Register): Register {
  const moved = (url: string): string => url.replace(/^https:\/\/[^/]+/, base);
  const movedSource = (source: Source): Source => {
    if ('kept' in source) return source;
    return { ...source, url: moved(source.url), ...('records' in source && { intervalMs: 0 }) };
  };
  const { current, server } = register.files;
  assert.ok(typeof current === 'function' || !('account' in current));
  const oauth = server?.credentials?.oauth;
  const credentials = server?.credentials !== undefined && {
    ...server.credentials,
    ...(oauth !== undefined && { oauth: { token: moved(oauth.token), api: moved(oauth.api) } }),
  };
  const movedCurrent =
    typeof current === 'function'
      ? async (lookUp: LookUp) =>
          (await current({ ...lookUp, page: (url, accept) => lookUp.page(moved(url), accept) })).map(movedSource)
      : current.map(movedSource);
  const files = {
    ...register.files,
    current: movedCurrent,
    server: { ...server, ...(credentials && { credentials }) },
  };
  return { ...register, files, expect: [] };
}

/** Fetches a register from a server that responds with `answer`, imports the files, and compares the lines with those of its fixture. */
async function fetchAndImport(t: TestContext, id: string, answer: Answer) {
  const asked: Asked[] = [];
  const { base } = await localServer(t, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const one = { url: new URL(request.url ?? '', 'http://x'), form: new URLSearchParams(body), request };
      asked.push(one);
      answer(one, response, asked.length);
    });
  });
  t.mock.method(process.stderr, 'write', () => true);
  const declared = REGISTERS.get(id);
  assert.ok(declared !== undefined);
  const register = movedTo(base, declared);
  const into = folder(t);
  const inputs = (await fetchRegister(register, into, AbortSignal.timeout(WAIT_MS_MAX))).map(({ path }) => path);
  const output = join(folder(t), 'out.ndjson');
  await runImport(register, { output, inputs, maxRejects: 0, published: '2026-11-20' });
  const expected = readFileSync(fixtureCases(id)[0]?.expected ?? '', 'utf8');
  assert.equal(readFileSync(output, 'utf8'), expected);
  return { asked, names: readdirSync(into).toSorted() };
}

test('fetch crawls ch-zefix by the last address, and asks again where the service is busy', async (t) => {
  const rows = readRecords('ch-zefix', 'zefix-2026-11-20.ndjson');
  const readAddress = (row: Record<string, unknown>): string => (row['company'] as { value: string }).value;
  const { asked } = await fetchAndImport(t, 'ch-zefix', ({ form, request }, response, count) => {
    assert.equal(request.headers.accept, 'application/sparql-results+json');
    if (count === 2) {
      response.writeHead(503).end('busy');
      return;
    }
    const [, after = '-'] = /FILTER\(STR\(\?company\) > "([^"]*)"\)/.exec(form.get('query') ?? '') ?? [];
    const bindings = rows.filter((row) => readAddress(row) > after).slice(0, PAGE);
    json(response, { head: { vars: [] }, results: { bindings } });
  });
  assert.equal(asked.length, rows.length / PAGE + 2);
  assert.match(asked[0]?.form.get('query') ?? '', /LIMIT 2000\n/);
});

test('fetch crawls mt-mbr by its cursor, as a browser that says who it is', async (t) => {
  const records = readRecords('mt-mbr', 'mbr-2026-11-20.ndjson');
  const { asked } = await fetchAndImport(t, 'mt-mbr', ({ url, request }, response) => {
    if (!/^Mozilla\/5\.0 \(X11.* openfirma$/.test(request.headers['user-agent'] ?? '')) {
      response.writeHead(403).end();
      return;
    }
    const start = Number(url.searchParams.get('after') ?? 0);
    const next = start + PAGE < records.length ? String(start + PAGE) : null;
    json(response, { data: records.slice(start, start + PAGE), meta: { next } });
  });
  assert.deepEqual(
    asked.map(({ url }) => url.search),
    ['?limit=100', '?limit=100&after=2', '?limit=100&after=4'],
  );
});

/** Sends the responses of the Croatian interface: the snapshots, a page of a list, or a whole list of codes. */
function giveList(url: URL, response: ServerResponse): void {
  const list = url.pathname.replace('/api/javni/', '');
  if (list === 'snapshots') {
    json(response, [{ snapshot_id: 8, timestamp: '2026-11-20T02:00:00' }]);
    return;
  }
  assert.equal(url.searchParams.get('snapshot_id'), '8');
  const offset = url.searchParams.get('offset');
  const records = readRecords('hr-sudreg', `fixture_${list}_2026-11-20.${offset === null ? 'json' : 'ndjson'}`);
  if (offset === null) json(response, records);
  else
    json(response, records.slice(Number(offset), Number(offset) + PAGE), { 'X-Total-Count': String(records.length) });
}

test('fetch crawls the lists of one snapshot of hr-sudreg with a token, which may expire', async (t) => {
  const CLIENT = { CLIENT_ID: 'id-1..', CLIENT_SECRET: 'secret-1..' };
  for (const [name, value] of Object.entries(CLIENT)) process.env[`OPENFIRMA_HR_SUDREG_${name}`] = value;
  t.after(() => {
    for (const name of Object.keys(CLIENT)) delete process.env[`OPENFIRMA_HR_SUDREG_${name}`];
  });
  let tokens = 0;
  const { asked, names } = await fetchAndImport(t, 'hr-sudreg', ({ url, request }, response, count) => {
    const { authorization } = request.headers;
    if (url.pathname === '/api/oauth/token') {
      assert.equal(authorization, `Basic ${Buffer.from('id-1..:secret-1..').toString('base64')}`);
      json(response, { access_token: `token-${++tokens}`, expires_in: 21_600 });
    } else if (authorization !== `Bearer token-${tokens}` || count === 9) response.writeHead(401).end();
    else giveList(url, response);
  });
  assert.equal(tokens, 2);
  assert.equal(names.filter((name) => /_2026-11-20\.(nd)?json$/.test(name)).length, 12);
  for (const { request } of asked) assert.ok(!/secret/.test(request.url ?? ''));
});
