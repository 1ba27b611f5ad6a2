/** Sends every request that a document or a page shows as an example: over the sample, over other data, and over no data. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { generateLines } from '../../tools/sample/lines.ts';
import { openBackend, type Backend } from '../../src/backend/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { pathOf } from '../../src/server/index.ts';
import { buildLines, mill, mills } from '../searching/generations.ts';
import type { OpenApi } from './openapi-document.ts';
import { BASE_URL, SITE_URL, TestService, openSample } from '../fixtures/service.ts';

const SITE = pathOf(SITE_URL);

/** Names that queries, shells, HTML and JSON escape in different ways. */
const AWKWARD = [`L'Air "de" Rien & Fils`, `"O'Brien's" <Mills>`, 'Ελληνικά Πλοία ΑΕ', '100 % Œuf\\Co', 'K K'];

interface World {
  readonly backend: Backend;
  readonly close: () => Promise<void>;
}

const WORLDS: Readonly<Record<string, () => Promise<World>>> = {
  'the sample': () => openSample(),
  'generated companies': () =>
    createWorld(
      [...generateLines({ companies: 300, seed: 7 })]
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as RegisterLine),
    ),
  'companies without officers': () => createWorld(mills(0, 40)),
  'one company': () => createWorld(mills(0, 1)),
  'awkward names': () => createWorld(AWKWARD.map((name, n) => mill(n, { name }))),
  'companies without a country': () =>
    createWorld(
      ['Kelda One', 'Kelda Two'].map((name, n) => ({ name, identifiers: [{ scheme: 'tin', value: `9${n}` }] })),
    ),
};

async function createWorld(lines: readonly RegisterLine[]): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-examples-'));
  const backend = openBackend(`snapshot:${await buildLines(directory, 'data', lines)}`);
  return {
    backend,
    close: async () => {
      await backend.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Returns whether a response has results: a company, or a list that is not empty. */
function hasRows(body: unknown): boolean {
  const { data } = body as { readonly data: unknown };
  return Array.isArray(data) ? data.length > 0 : data !== undefined;
}

/** Returns the requests of the API in a text, except those that are examples of problems. */
function findRequests(text: string): string[] {
  const plain = text
    .replaceAll(/"instance": ?"[^"]*"/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/"instance": ?"[^"]*"/g, '');
  const found = plain.match(/https:\/\/api\.example\.test\/registry\/v1\/[^\s'"<>`]*/g) ?? [];
  // Skips path templates, and URLs to which a program appends the query.
  return found.map((url) => url.slice(BASE_URL.length)).filter((target) => !/\{|\?$|^\/v1\/search$/.test(target));
}

/** The invalid request on the page of errors. */
const WRONG = '/v1/search?q=ko';

for (const [data, open] of Object.entries(WORLDS)) {
  suite(`The examples over ${data}`, () => {
    let world: World;
    let service: TestService;
    before(async () => {
      world = await open();
      service = new TestService(world.backend);
    });
    after(async () => {
      await service.app.close();
      await world.close();
    });

    const fetchText = async (path: string): Promise<string> => {
      service.clock.pass(1);
      const { status, body } = await service.send(SITE + path, { headers: { accept: 'text/html' } });
      assert.equal(status, 200, path);
      return body;
    };

    const assertFinds = async (target: string): Promise<void> => {
      const { status, json } = await service.ask(target);
      assert.equal(status, 200, target);
      assert.ok(hasRows(json()), `${target} finds nothing`);
    };

    const hasOfficers = async (): Promise<boolean> => (await world.backend.facts()).examples?.officers !== undefined;

    test('of /llms.txt are one for each operation, and find something', async () => {
      const targets = findRequests(await fetchText('/llms.txt'));
      assert.equal(targets.length, (await hasOfficers()) ? 3 : 2);
      for (const target of targets) await assertFinds(target);
    });

    test('of every page find something, and so do the links to searches and companies', async () => {
      const map = await fetchText('/sitemap.xml');
      const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.slice(SITE_URL.length));
      const links = new Set<string>();
      let sent = 0;
      for (const path of paths) {
        const html = await fetchText(path);
        for (const target of new Set(findRequests(html))) {
          if (target === WRONG && path === '/developers/errors') continue;
          await assertFinds(target);
          sent++;
        }
        for (const [, link = ''] of html.matchAll(/href="\/about((?:\/companies\/|\/search\?)[^"]*)"/g))
          links.add(link);
      }
      assert.ok(sent >= 6, `${sent} requests`);
      for (const link of links) assert.match(await fetchText(link.replaceAll('&#38;', '&')), /\/companies\/co_/, link);
    });

    test('of the Postman collection find something', async () => {
      const { item } = JSON.parse(await fetchText('/api/postman.json')) as {
        item: { request: { url: { raw: string; variable?: { key: string; value: string }[] } } }[];
      };
      for (const { request } of item) {
        const { raw, variable = [] } = request.url;
        const target = variable.reduce((path, { key, value }) => path.replace(`:${key}`, value), raw);
        if (!target.endsWith('/officers') || (await hasOfficers()))
          await assertFinds(target.replace('{{baseUrl}}', ''));
      }
    });

    test('of the OpenAPI document find something', async () => {
      const { paths } = JSON.parse(await fetchText('/api/openapi.json')) as OpenApi;
      for (const [path, { get: operation }] of Object.entries(paths)) {
        const query = new URLSearchParams();
        let target = path;
        for (const { name, in: place, example } of operation?.parameters ?? []) {
          if (example === undefined) continue;
          if (place === 'path') target = target.replace(`{${name}}`, String(example));
          else query.set(name, String(example));
        }
        if (target.includes('{')) assert.ok(!(await hasOfficers()), target);
        else await assertFinds(query.size === 0 ? target : `${target}?${query.toString()}`);
      }
    });

    test('stay the same for the same data', async () => {
      const again = new TestService(world.backend);
      assert.equal((await again.send(`${SITE}/llms.txt`)).body, await fetchText('/llms.txt'));
      await again.app.close();
    });
  });
}

suite('Without a company in the data', () => {
  let world: World;
  let service: TestService;
  before(async () => {
    world = await createWorld([mill(1, { lifecycle: { status: 'restricted' } })]);
    service = new TestService(world.backend);
  });
  after(async () => {
    await service.app.close();
    await world.close();
  });

  test('no document and no page shows what is not there', async () => {
    const map = (await service.send(`${SITE}/sitemap.xml`)).body;
    const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    const machine = ['/llms.txt', '/api/postman.json', '/api/openapi.json', '/api/openapi.yaml'];
    for (const path of [...pages, ...machine.map((name) => SITE + name)]) {
      service.clock.pass(1);
      const { status, body } = await service.send(path);
      assert.equal(status, 200, path);
      // The company that an error names does not exist anywhere.
      assert.doesNotMatch(
        body.replaceAll('co_2v5k8m0q3s6t9w1x4y7za0bcde', ''),
        /\/companies\/co_\w{26}|for example http/,
        path,
      );
    }
  });

  test('the OpenAPI document shows no answer and no value of the data', async () => {
    const { paths } = (await service.send(`${SITE}/api/openapi.json`)).json() as OpenApi;
    for (const { get: operation } of Object.values(paths)) {
      assert.equal(operation?.responses['200']?.content['application/json']?.examples, undefined);
      for (const { name, example } of operation?.parameters ?? [])
        if (name !== 'limit') assert.equal(example, undefined);
    }
  });
});
