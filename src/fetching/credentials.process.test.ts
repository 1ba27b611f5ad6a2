import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Credentials } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { fetchFile, fetchPagedList, readCredentials, type HttpClientOptions } from './index.ts';
import { clientFor, serverFor } from './server-fixture.ts';

const KEY = 'k&y/1..';
const CLIENT = { CLIENT_ID: 'id-1..', CLIENT_SECRET: 'se:cret..' };

const given = (declared: Credentials, values: Readonly<Record<string, string>>) => {
  const environment = Object.fromEntries(Object.entries(values).map(([name, value]) => [`OPENFIRMA_TOY_REG_${name}`, value])); // prettier-ignore
  return readCredentials({ id: 'toy-reg', files: { server: { credentials: declared } } as never }, environment);
};
const withKey = (): HttpClientOptions['credentials'] => given({ settings: ['API_KEY'], how: '' }, { API_KEY: KEY });

/** Joins everything that was reported to the operator or written to files in one text. */
const traces = (into: string, said: readonly string[], error?: unknown): string =>
  [...said, String(error), ...listFiles(into).map((path) => readFileSync(path, 'utf8'))].join('\n');

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

async function keyServer(t: TestContext, listener: RequestListener) {
  const server = await serverFor(t, listener);
  const { client, said } = clientFor(t, server.base, { credentials: withKey() });
  const fetchIt = (path: string) =>
    fetchFile({ name: 'all.csv', url: server.base + path }, { into: server.into, client });
  return { ...server, said, fetchIt };
}

test('readCredentials names all settings that are missing, in one line', () => {
  const declared: Credentials = {
    settings: ['CLIENT_ID', 'CLIENT_SECRET'],
    how: 'register a client at https://toys.example',
  };
  const line = (missing: string) => new RegExp(`^Cannot fetch "toy-reg": ${missing} not set in the environment; register a client at https://toys\\.example$`); // prettier-ignore
  assert.throws(() => given(declared, {}), (error) => error instanceof InputError && line('OPENFIRMA_TOY_REG_CLIENT_ID and OPENFIRMA_TOY_REG_CLIENT_SECRET are').test(error.message)); // prettier-ignore
  assert.throws(() => given(declared, { CLIENT_ID: 'x', CLIENT_SECRET: ' ' }), { message: line('OPENFIRMA_TOY_REG_CLIENT_SECRET is') }); // prettier-ignore
  assert.equal(readCredentials({ id: 'toy-reg', files: {} as never }, {}), undefined);
});

test('a key is in the request, and nowhere else', async (t) => {
  const { fetchIt, into, requests, said } = await keyServer(t, (_, response) => {
    if (requests.length === 1) response.writeHead(503, `busy ${encodeURIComponent(KEY)} ${KEY}`).end();
    else response.end('a');
  });
  await fetchIt('/file?type=current&apiKey={API_KEY}');
  assert.equal(requests[1]?.url, '/file?type=current&apiKey=k%26y%2F1..');
  assert.ok(!/k&y|k%26y/.test(traces(into, said)), traces(into, said));
  assert.match(traces(into, said), /apiKey=\{API_KEY\}/);
});

test('a refusal names the settings to check, and not their values', async (t) => {
  const { fetchIt, into, said } = await keyServer(t, (_, response) => response.writeHead(403, `No ${KEY}`).end());
  const error: unknown = await fetchIt('/file?apiKey={API_KEY}').catch((fault: unknown) => fault);
  assert.match(String(error), /\?apiKey=\{API_KEY\}": the server answered 403 No …; check OPENFIRMA_TOY_REG_API_KEY$/); // prettier-ignore
  assert.ok(!/k&y|k%26y/.test(traces(into, said, error)));
});

test('a message about a redirect does not repeat the key', async (t) => {
  const { fetchIt } = await keyServer(t, (request, response) =>
    response.writeHead(302, { location: `http://10.0.0.1${request.url}` }).end(),
  );
  await assert.rejects(fetchIt('/file?apiKey={API_KEY}'), /it redirects to "http:\/\/10\.0\.0\.1\/file\?apiKey=…", and the host "10\.0\.0\.1"/); // prettier-ignore
});

test('a host that the declaration does not name gets no key, whatever a catalogue says', async (t) => {
  const { base, into, requests } = await serverFor(t, (_, response) => response.end('a'));
  const { client } = clientFor(t, 'https://register.example/', { credentials: withKey() });
  await assert.rejects(
    fetchFile({ name: 'all.csv', url: `${base}/file?key={API_KEY}` }, { into, client }),
    /the declaration does not name the host of a secret$/,
  );
  assert.equal(requests.length, 0);
});

/** A server of tokens and lists. Each token is valid for `uses` requests. */
async function tokenServer(t: TestContext, uses: number, values = CLIENT) {
  let token = 0;
  let used = 0;
  const server = await serverFor(t, (request, response) => {
    const { authorization } = request.headers;
    if (request.url === '/oauth/token') {
      const right = `Basic ${Buffer.from('id-1..:se%3Acret..').toString('base64')}`;
      if (request.method !== 'POST' || authorization !== right)
        response.writeHead(401).end('{"error":"invalid_client"}');
      else response.end(JSON.stringify({ access_token: `token-${++token}`, token_type: 'bearer', expires_in: 21_600 }));
      used = 0;
    } else if (request.url?.startsWith('/api/') !== true) response.end(`open ${authorization}`);
    else if (authorization !== `Bearer token-${token}` || ++used > uses) response.writeHead(401).end();
    else {
      const offset = Number(new URL(request.url, 'http://x').searchParams.get('offset'));
      response.end(JSON.stringify([1, 2, 3, 4].slice(offset, offset + 2)));
    }
  });
  const { base, into } = server;
  const oauth = { token: `${base}/oauth/token`, api: `${base}/api/` };
  const declared = { settings: ['CLIENT_ID', 'CLIENT_SECRET'], how: '', oauth };
  const { client, said } = clientFor(t, base, { credentials: given(declared, values) });
  const crawl = () =>
    fetchPagedList(
      {
        name: 'list.ndjson',
        url: `${base}/api/list?offset={offset}&limit={limit}`,
        records: '',
        limit: 2,
        next: 'offset',
      },
      { into, client },
    );
  return { ...server, client, said, crawl };
}

test('client credentials get one token for all pages', async (t) => {
  const { crawl, requests, into } = await tokenServer(t, 100);
  const { path } = await crawl();
  assert.equal(readFileSync(path, 'utf8'), '1\n2\n3\n4\n');
  assert.deepEqual(requests.map(({ url }) => url?.split('?')[0]), ['/oauth/token', '/api/list', '/api/list', '/api/list']); // prettier-ignore
  assert.ok(!/token-|secret|cret/.test(traces(into, [])));
});

test('a token that expires during a crawl is renewed', async (t) => {
  const { crawl, requests, said } = await tokenServer(t, 2);
  const { path } = await crawl();
  assert.equal(readFileSync(path, 'utf8'), '1\n2\n3\n4\n');
  assert.equal(requests.filter(({ url }) => url === '/oauth/token').length, 2);
  assert.match(said[0] ?? '', /: the server refused the token$/);
});

test('a new token that is refused is one line with the names of the settings, and not repeated', async (t) => {
  const { crawl, requests, said } = await tokenServer(t, 0);
  await assert.rejects(crawl(), /list.*": the server answered 401 Unauthorized; check OPENFIRMA_TOY_REG_CLIENT_ID and OPENFIRMA_TOY_REG_CLIENT_SECRET$/); // prettier-ignore
  assert.deepEqual([requests.length, said], [2, []]);
});

test('wrong client credentials are one line with the names of the settings', async (t) => {
  const { crawl, requests, into, said } = await tokenServer(t, 1, { ...CLIENT, CLIENT_SECRET: 'wrong-1' });
  const error: unknown = await crawl().catch((fault: unknown) => fault);
  assert.match(String(error), /oauth\/token": the server answered 401 Unauthorized; check OPENFIRMA_TOY_REG_CLIENT_ID and OPENFIRMA_TOY_REG_CLIENT_SECRET$/); // prettier-ignore
  assert.ok(!traces(into, said, error).includes('wrong-1'));
  assert.equal(requests.length, 1);
});

test('a token is sent to addresses below its own only', async (t) => {
  const { base, into, client } = await tokenServer(t, 1);
  const { path } = await fetchFile({ name: 'open.txt', url: `${base}/other` }, { into, client });
  assert.equal(readFileSync(path, 'utf8'), 'open undefined');
});

test('a redirect to another host loses the token', async (t) => {
  const other = await serverFor(t, (request, response) => response.end(`other ${request.headers.authorization}`));
  const { base, into } = await serverFor(t, (request, response) => {
    if (request.url === '/token') response.end('{"access_token":"t"}');
    else response.writeHead(307, { location: `${other.base}/` }).end();
  });
  const declared = {
    settings: ['CLIENT_ID', 'CLIENT_SECRET'],
    how: '',
    oauth: { token: `${base}/token`, api: `${base}/` },
  };
  const { client } = clientFor(t, base, { credentials: given(declared, CLIENT) });
  const { path } = await fetchFile({ name: 'all.txt', url: `${base}/all` }, { into, client });
  assert.equal(readFileSync(path, 'utf8'), 'other undefined');
});

test('a login by JSON gets a token for addresses below its own', async (t) => {
  const bodies: string[] = [];
  const password = 'p"&ü{USERNAME}';
  const { base, into, requests } = await serverFor(t, (request, response) => {
    if (request.url !== '/login') {
      response.end(`got ${request.headers.authorization}`);
      return;
    }
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => response.end('{"data":{"jwt":"t.o.k"}}'));
  });
  const json = { username: '{USERNAME}', password: '{PASSWORD}' };
  const login = { url: `${base}/login`, json, token: 'data.jwt', api: `${base}/api/` };
  const declared = { settings: ['USERNAME', 'PASSWORD'], how: '', login };
  const { client, said } = clientFor(t, base, { credentials: given(declared, { USERNAME: 'me', PASSWORD: password }) });
  for (const name of ['a.txt', 'b.txt']) {
    const { path } = await fetchFile({ name, url: `${base}/api/${name}` }, { into, client });
    assert.equal(readFileSync(path, 'utf8'), 'got Bearer t.o.k');
  }
  assert.deepEqual(bodies.map((body) => JSON.parse(body) as unknown), [{ username: 'me', password }]); // prettier-ignore
  assert.equal(requests[0]?.headers['content-type'], 'application/json');
  assert.equal(requests.length, 3);
  assert.deepEqual(said, []);
});

test('a login without a token is repeated, and then reported', async (t) => {
  const { base, into, requests } = await serverFor(t, (_, response) => response.end('{"token":""}'));
  const login = { url: `${base}/login`, json: {}, token: 'token', api: base };
  const { client } = clientFor(t, base, { credentials: given({ settings: [], how: '', login }, {}) });
  const fetchIt = fetchFile({ name: 'a.txt', url: `${base}/a` }, { into, client });
  await assert.rejects(fetchIt, /the response of "http:.*\/login" has no token; tried 6 times$/);
  assert.equal(requests.length, 6);
});

test('a key in the header is not sent to another host', async (t) => {
  const other = await serverFor(t, (request, response) => response.end(`other ${String(request.headers['x-key'])}`));
  const { base } = await serverFor(t, (_, response) => response.writeHead(307, { location: other.base }).end());
  const { client } = clientFor(t, base, { credentials: withKey() });
  const { signal } = client;
  const response = await client.send({ url: base, headers: { 'x-key': 'key={API_KEY}' } }, signal);
  assert.equal(await client.readText(response, base, 100, signal), 'other undefined');
  await assert.rejects(client.send({ url: 'https://register.example/', headers: { 'x-key': '{API_KEY}' } }, signal), /does not name the host of a secret$/); // prettier-ignore
});

for (const [claim, userAgent, want] of [
  ['says what it is', undefined, /^openfirma\/\d+\.\d+\.\d+ \(open company-register service\)$/],
  ['says what the declaration states', 'Mozilla/5.0 (toy)', /^Mozilla\/5\.0 \(toy\)$/],
] as const) {
  test(`the client ${claim}`, async (t) => {
    const { base, into, requests } = await serverFor(t, (_, response) => response.end('a'));
    const { client } = clientFor(t, base, { server: userAgent === undefined ? {} : { userAgent } });
    await fetchFile({ name: 'a.txt', url: base }, { into, client });
    assert.match(requests[0]?.headers['user-agent'] ?? '', want);
  });
}
