import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { localServer } from '../../../test/fixtures/local-server.ts';
import { WAIT_MS_MAX } from '../../../test/fixtures/until.ts';
import type { CurrentFiles, ServerDeclaration } from '../../importer/index.ts';
import { findRegister } from '../../registers/index.ts';
import { fetchRegister, fetchWithLists } from './fetch.ts';

/** The record beside a file that an earlier run downloaded. */
const EARLIER = '{"url":"https://toys.example/","fetched_at":"2026-08-01T02:00:00Z","bytes":3,"is_length_stated":true}';

/** Fetches a register from a server on this machine. Returns the files on disk and the lines on standard error. */
async function fetchToy(
  t: TestContext,
  listener: RequestListener,
  current: (base: string) => CurrentFiles,
  {
    superseded,
    server: asked,
    before = [],
  }: { superseded?: RegExp; server?: ServerDeclaration; before?: readonly string[] } = {},
) {
  const { base } = await localServer(t, listener);
  const into = folder(t);
  for (const name of before) writeFileSync(join(into, name), name.endsWith('.fetched.json') ? EARLIER : 'old');
  const shown: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => shown.push(text) > 0);
  const files = {
    page: 'https://toys.example/',
    current: current(base),
    ...(superseded === undefined ? {} : { superseded }),
    ...(asked === undefined ? {} : { server: asked }),
  };
  const fetched = await fetchRegister({ id: 'toy', files }, into, AbortSignal.timeout(WAIT_MS_MAX)).finally(() =>
    t.mock.restoreAll(),
  );
  return { files: fetched.map(({ path }) => readFileSync(path, 'utf8')), left: readdirSync(into).toSorted(), shown };
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

const kept = { name: 'officials.json', kept: 'the catalogue has no address of the officials' };
for (const [claim, before, files, line] of [
  [
    'is used, and said to be old',
    ['officials.json', 'officials.json.fetched.json'],
    ['a', 'old'],
    'the one of 2026-08-01 stays',
  ],
  ['is missing without an earlier one', [], ['a'], 'and no earlier run has one'],
] as const) {
  test(`a file that the catalogue does not offer at present ${claim}`, async (t) => {
    const outcome = await fetchToy(
      t,
      (_, response) => response.end('a'),
      (base) => [{ name: 'all.json', url: `${base}/all.json` }, kept],
      { before },
    );
    assert.deepEqual(outcome.files, files);
    assert.equal(outcome.shown.at(-1), `fetch toy  No new officials.json, ${line}: ${kept.kept}\n`);
  });
}

test('files of an earlier edition are removed once the current ones are downloaded; files that a person added stay', async (t) => {
  const old = ['init_2026-10_001.json', 'init_2026-10_001.json.fetched.json', 'init_by_hand.json', 'other.json', 'other.json.fetched.json']; // prettier-ignore
  const { left, shown } = await fetchToy(
    t,
    (_, response) => response.end('a'),
    (base) => [{ name: 'init_2026-11_001.json', url: `${base}/a` }],
    { superseded: /^init_.*\.json$/, before: old },
  );
  assert.deepEqual(left, ['init_2026-11_001.json', 'init_2026-11_001.json.fetched.json', ...old.slice(2)].toSorted());
  assert.equal(shown.at(-1), 'fetch toy  Removed init_2026-10_001.json: it is no longer among the current files\n');
});

test('a crawl is fetched as a download is', async (t) => {
  const { files } = await fetchToy(
    t,
    (request, response) => response.end(request.url === '/0' ? '[{"a":1},{"a":2}]' : '[]'),
    (base) => [{ name: 'all.ndjson', url: `${base}/{offset}`, records: '', limit: 2, next: 'offset' }],
  );
  assert.deepEqual(files, ['{"a":1}\n{"a":2}\n']);
});

test('a register without its credentials fails before any request', async (t) => {
  let asked = 0;
  const credentials = { settings: ['API_KEY'], how: 'get a key at https://toys.example' };
  await assert.rejects(
    fetchToy(
      t,
      () => void asked++,
      (base) => [{ name: 'all.json', url: `${base}?key={API_KEY}` }],
      { server: { credentials } },
    ),
    {
      message:
        'Cannot fetch "toy": OPENFIRMA_TOY_API_KEY is not set in the environment; get a key at https://toys.example',
    },
  );
  assert.equal(asked, 0);
});

for (const [claim, status, before, want, line] of [
  ['come with its files', 200, [], ['new', 'list'], /^fetch toy-lists list\.ndjson {2}\d+ s {2}fetched\n$/],
  [
    'of an earlier run are taken where they do not come',
    404,
    ['list.ndjson', 'list.ndjson.fetched.json'],
    ['new', 'old'],
    /; those of an earlier run are taken\n$/,
  ],
  [
    'are skipped if there were never any',
    404,
    ['notes.txt'],
    ['new'],
    /answered 404 Not Found.*; what ships is taken\n$/,
  ],
] as const) {
  test(`the code lists of a register ${claim}`, async (t) => {
    const { base } = await localServer(t, (request, response) => {
      if (request.url === '/list') response.writeHead(status);
      response.end(request.url === '/list' ? 'list' : 'new');
    });
    const downloads = folder(t);
    mkdirSync(join(downloads, 'toy-lists'));
    for (const name of before) {
      writeFileSync(join(downloads, 'toy-lists', name), name.endsWith('.fetched.json') ? EARLIER : 'old');
    }
    const page = 'https://toys.example/';
    const { files, ...register } = findRegister('ie-cro');
    const toy = {
      ...register,
      id: 'toy',
      files: { ...files, current: [{ name: 'all.csv', url: `${base}/all` }] },
      lists: { id: 'toy-lists', files: { page, current: [{ name: 'list.ndjson', url: `${base}/list` }] } },
    };
    const shown: string[] = [];
    t.mock.method(process.stderr, 'write', (text: string) => shown.push(text) > 0);
    const fetched = await fetchWithLists(toy, downloads, AbortSignal.timeout(WAIT_MS_MAX)).finally(() =>
      t.mock.restoreAll(),
    );
    assert.deepEqual(
      fetched.map(({ path }) => readFileSync(path, 'utf8')),
      want,
    );
    assert.match(shown.at(-1) ?? '', line);
  });
}
