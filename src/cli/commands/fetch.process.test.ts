import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { declareRegister } from '../../importer/declaration.ts';
import type { CurrentFiles } from '../../importer/index.ts';
import { fetchRegister } from './fetch.ts';

/** Fetches a register of one server on this machine; gives what is then on disk and what standard error showed. */
async function fetchToy(t: TestContext, listener: RequestListener, current: (base: string) => CurrentFiles) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const into = mkdtempSync(join(tmpdir(), 'openfirma-fetch-'));
  t.after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(into, { recursive: true });
  });
  const shown: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => shown.push(text) > 0);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const register = declareRegister({
    id: 'toy',
    name: 'Toy register',
    publisher: 'Toy maker',
    licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    attribution: 'Toys.',
    hasOfficers: false,
    files: { page: 'https://toys.example/', current: current(base), json: {}, required: [], taken: [], ignored: [] },
    codes: {},
    expect: [],
    reading: () => Promise.reject(new Error('nothing is imported')),
  });
  const paths = await fetchRegister(register, into, AbortSignal.timeout(20_000)).finally(() => t.mock.restoreAll());
  return { files: paths.map((path) => readFileSync(path, 'utf8')), shown };
}

test('fetchRegister says on standard error why it tries again, one line each', async (t) => {
  let requests = 0;
  const { files, shown } = await fetchToy(
    t,
    (_, response) => {
      if (++requests === 1) response.writeHead(503).end();
      else response.end('a');
    },
    (base) => [{ name: 'all.json', url: `${base}/all.json` }],
  );
  assert.deepEqual(files, ['a']);
  assert.equal(shown.length, 2);
  assert.match(shown[0] ?? '', /^fetch toy {2}Trying "http:.*\/all\.json" again in 1 s, attempt 2 of 6: the server answered 503 Service Unavailable\n$/); // prettier-ignore
});

test('fetchRegister looks addresses up in the catalogue that the declaration names', async (t) => {
  const { files } = await fetchToy(
    t,
    (request, response) => response.end(request.url === '/catalogue' ? '/all.json' : 'a'),
    (base) => async (lookUp) => [{ name: 'all.json', url: `${base}${await lookUp.page(`${base}/catalogue`)}` }],
  );
  assert.deepEqual(files, ['a']);
});

test('fetchRegister refuses an address of this machine that a catalogue of the internet names', async (t) => {
  await assert.rejects(
    fetchToy(
      t,
      (_, response) => response.end('secret'),
      (base) => async () => [{ name: 'all.json', url: `${base}/all.json` }],
    ),
    /the host "127.0.0.1" is not on the public internet$/,
  );
});
