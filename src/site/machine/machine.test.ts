import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { DOOR_NAMES, listDeclarations, listPages } from '../../../test/fixtures/doors.ts';
import { OPERATIONS, RATE_LIMIT } from '../../contract/index.ts';
import { createSite } from '../index.ts';

const FACTS = {
  baseUrl: 'https://api.example.test/registry',
  siteUrl: 'https://example.test/about',
  dataProvider: 'A & B',
};
const DATA = { generation: 'none', countries: {} };
const TODAY = '2026-11-21';
const { documents } = createSite(FACTS);

async function documentAt(
  path: string,
  today = TODAY,
): Promise<{ readonly contentType: string; readonly text: string }> {
  const made = await documents.get(path)?.(DATA, today);
  assert.ok(made !== undefined, `${path} is there`);
  return { contentType: made.contentType, text: Buffer.from(made.body).toString() };
}

/** Pages of the site that depend on the request. */
const DYNAMIC = new Set(['/search', '/developers/matching']);

/** Whether the site serves a document at an address. */
function isServed(address: string): boolean {
  const path = address.slice(FACTS.siteUrl.length).replace(/#.*/, '');
  return address.startsWith(FACTS.siteUrl) && (documents.has(path) || DYNAMIC.has(path));
}

/** Returns the addresses in a text that the site does not serve. */
function broken(text: string): string[] {
  const own = text.match(/https:\/\/example\.test\/about[\w\-./]*/g) ?? [];
  return own.filter((address) => !isServed(address.replace(/\.$/, '')));
}

describe('a document for programs', () => {
  const types = {
    '/api/openapi.json': 'application/json',
    '/api/openapi.yaml': 'application/yaml',
    '/api/schemas/Company.json': 'application/schema+json',
    '/api/openapi-3.1.json': 'application/json',
    '/api/openapi-3.0.json': 'application/json',
    '/api/postman.json': 'application/json',
    '/limits.json': 'application/json',
    '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    '/llms.txt': 'text/plain; charset=utf-8',
    '/robots.txt': 'text/plain; charset=utf-8',
    '/sitemap.xml': 'application/xml',
    '/.well-known/security.txt': 'text/plain; charset=utf-8',
  };
  for (const [path, type] of Object.entries(types)) {
    test(`has its content type, names only addresses that are served, and is linked for developers: ${path}`, async () => {
      const { contentType, text } = await documentAt(path);
      assert.equal(contentType, type);
      assert.deepEqual(broken(text), []);
      // No page needs a link to robots.txt, because crawlers know its path.
      if (path !== '/robots.txt') assert.ok((await documentAt('/developers')).text.includes(`href="/about${path}"`));
    });
  }

  test('names only addresses that are served where all doors are open, and each door with its limit', async () => {
    const { documents: open } = createSite(
      { ...FACTS, doors: listDeclarations(...DOOR_NAMES) },
      listPages(...DOOR_NAMES),
    );
    for (const path of ['/llms.txt', '/.well-known/api-catalog', '/limits.json', '/sitemap.xml', '/developers']) {
      const made = await open.get(path)?.(DATA, TODAY);
      const text = Buffer.from(made?.body ?? []).toString();
      const own = text.match(/https:\/\/example\.test\/about[\w\-./]*/g) ?? [];
      const lost = own.map((address) => address.slice(FACTS.siteUrl.length).replace(/\.$/, ''));
      assert.deepEqual(
        lost.filter((one) => !open.has(one) && !DYNAMIC.has(one)),
        [],
        path,
      );
      for (const name of DOOR_NAMES) assert.ok(text.includes(name), `${path} names ${name}`);
    }
    for (const name of DOOR_NAMES) assert.ok(open.has(`/developers/${name}`) && open.has(`/api/${name}/openapi.json`));
  });

  test('has the same OpenAPI document as JSON and as YAML, without aliases', async () => {
    const yaml = (await documentAt('/api/openapi.yaml')).text;
    assert.deepEqual(parse(yaml), JSON.parse((await documentAt('/api/openapi.json')).text));
    assert.doesNotMatch(yaml, /: [&*]\w/);
  });

  for (const today of [TODAY, '2027-02-28', '2028-12-31'])
    test(`gives security.txt the fields of RFC 9116, valid for less than a year from ${today}`, async () => {
      const { text } = await documentAt('/.well-known/security.txt', today);
      const fields = new Map(
        text
          .trimEnd()
          .split('\n')
          .map((line) => line.split(': ', 2) as [string, string]),
      );
      assert.equal(fields.get('Contact'), `${FACTS.siteUrl}/developers/security`);
      assert.equal(fields.get('Canonical'), `${FACTS.siteUrl}/.well-known/security.txt`);
      const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse(today)) / 86_400_000;
      assert.ok(days > 30 && days < 365, `${days} days`);
    });

  test('names the contact of the operator first in security.txt', async () => {
    const named = createSite({ ...FACTS, maintainer: 'Example Registers', contact: 'mailto:help@example.test' });
    const security = await named.documents.get('/.well-known/security.txt')?.(DATA, TODAY);
    assert.match(Buffer.from(security?.body ?? []).toString(), /^Contact: mailto:help@example\.test\nContact: https/);
  });

  test('is an API catalogue of RFC 9727: a set of links, and a field that leads to it', async () => {
    const { headers, body } = (await documents.get('/.well-known/api-catalog')?.(DATA, TODAY)) ?? assert.fail();
    const catalog = `${FACTS.siteUrl}/.well-known/api-catalog`;
    assert.equal(headers?.['Link'], `<${catalog}>; rel="api-catalog", <${FACTS.baseUrl}>; rel="item"`);
    const { linkset } = JSON.parse(Buffer.from(body).toString()) as { linkset: Record<string, unknown>[] };
    assert.deepEqual(
      linkset.map(({ anchor }) => anchor),
      [catalog, FACTS.baseUrl],
    );
    for (const link of linkset.flatMap((context) => Object.values(context).flat()) as {
      href?: string;
      type?: string;
    }[]) {
      const path = link.href?.slice(FACTS.siteUrl.length);
      if (link.type === undefined || path === undefined) continue;
      const { contentType } = await documentAt(path);
      assert.equal(contentType.split(';')[0], link.type, link.href);
    }
    const home = await documents.get('/')?.(DATA, TODAY);
    assert.equal(home?.headers?.['Link'], `<${catalog}>; rel="api-catalog"`);
  });

  test('names the sitemap for crawlers and excludes searches', async () => {
    const { text } = await documentAt('/robots.txt');
    assert.match(text, /^User-agent: \*\nDisallow: \/about\/search\?\n/);
    assert.match(text, /^Sitemap: https:\/\/example\.test\/about\/sitemap\.xml$/m);
  });

  test('lists every page in the sitemap, each once', async () => {
    const { text } = await documentAt('/sitemap.xml');
    const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
    assert.equal(new Set(listed).size, listed.length);
    const pages = [...documents.keys()].filter((path) => path !== '' && !path.includes('.'));
    for (const path of pages) assert.ok(listed.includes(FACTS.siteUrl + path), path);
  });

  test('has a document for language models in the format of llmstxt.org: a title, a summary, lists of links', async () => {
    const { text } = await documentAt('/llms.txt');
    const [head = '', ...sections] = text.split('\n## ');
    assert.match(head, /^# openfirma\n\n> .{40,}\n\n/);
    for (const { path } of OPERATIONS) assert.ok(head.includes(`GET ${FACTS.baseUrl}${path}`), path);
    assert.ok(head.includes(`${RATE_LIMIT.requests} requests in ${RATE_LIMIT.windowSeconds} seconds`));
    assert.ok(head.includes('"Powered by A & B"'));
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      ['API', 'Guides', 'Optional'],
    );
    for (const line of sections.flatMap((section) => section.trim().split('\n').slice(2)))
      assert.match(line, /^- \[[^\]]+\]\(https:\/\/[^)]+\): .+$/);
  });

  test('is a Postman collection 2.1 whose requests are the operations', async () => {
    const { info, item, variable } = JSON.parse((await documentAt('/api/postman.json')).text) as {
      info: { name: string; schema: string };
      item: {
        name: string;
        request: {
          method: string;
          url: {
            raw: string;
            host: string[];
            path: string[];
            query?: { key: string; disabled?: boolean }[];
            variable?: { key: string }[];
          };
        };
      }[];
      variable: { key: string; value: string }[];
    };
    assert.equal(info.schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    assert.deepEqual(
      variable.map(({ key, value }) => [key, value]),
      [['baseUrl', FACTS.baseUrl]],
    );
    for (const [index, operation] of OPERATIONS.entries()) {
      const { name, request } = item[index] ?? assert.fail(operation.id);
      const { raw, host, path, query = [], variable: pathVariables = [] } = request.url;
      assert.deepEqual([name, request.method, host], [operation.summary, 'GET', ['{{baseUrl}}']]);
      assert.equal(`/${path.join('/')}`, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'));
      assert.ok(raw.startsWith(`{{baseUrl}}/${path.join('/')}`));
      const keys = [...pathVariables, ...query].map(({ key }) => key);
      assert.deepEqual(
        keys,
        operation.parameters.map((parameter) => parameter.name),
      );
      // Without data, only required parameters have examples; test/house/examples.test.ts has data.
      const sent = query.filter(({ disabled }) => disabled !== true).map(({ key }) => key);
      assert.deepEqual(
        sent,
        operation.parameters.filter((some) => some.in === 'query' && some.required).map((some) => some.name),
      );
    }
  });
});
