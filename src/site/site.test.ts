import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PROBLEMS, exampleProblem, problemPath, type ServiceFacts } from '../contract/index.ts';
import { REGISTERS } from '../registers/index.ts';
import { createSite } from './index.ts';
import { plainText } from './pages/developers/section.ts';

const FACTS = { baseUrl: 'https://api.example.test', siteUrl: 'https://example.test', dataProvider: 'A "B" <c> & d' };
const DATA = { generation: 'none', countries: {} };
const TODAY = '2026-11-21';

/** Returns the pages of a site by path, each with its text and its policy. */
async function loadPages(
  facts: ServiceFacts,
): Promise<Map<string, { readonly text: string; readonly policy: string }>> {
  const pages = new Map<string, { readonly text: string; readonly policy: string }>();
  for (const [path, make] of createSite(facts).documents) {
    const { contentType, body, headers } = await make(DATA, TODAY);
    if (!contentType.startsWith('text/html')) continue;
    pages.set(path, { text: Buffer.from(body).toString(), policy: headers?.['Content-Security-Policy'] ?? '' });
  }
  return pages;
}

const pages = await loadPages(FACTS);

describe('a page of the site', () => {
  for (const kind of Object.values(PROBLEMS)) {
    test(`explains ${kind.code}, with an example and what to do`, () => {
      const { text = '' } = pages.get(problemPath(kind.code)) ?? {};
      assert.ok(text.includes(`<h1>${kind.title}</h1>`));
      assert.ok(text.includes(kind.description));
      assert.ok(text.includes('<h2>What to do</h2>'));
      assert.ok(text.includes(exampleProblem(FACTS, kind.code).instance.replaceAll('&', '&#38;')));
      assert.ok(text.includes(`<dd>${kind.status}</dd>`));
    });
  }

  test('is served with and without a slash at the end if the site lies below a path', async () => {
    const { documents } = createSite({ ...FACTS, siteUrl: 'https://example.test/about' });
    const bare = await documents.get('')?.(DATA, TODAY);
    assert.ok(bare !== undefined);
    assert.deepEqual(bare, await documents.get('/')?.(DATA, TODAY));
  });

  test('can use the component on any site: its script starts with the address of the API', async () => {
    const made = await createSite(FACTS).documents.get('/company-search.js')?.(DATA, TODAY);
    assert.ok(
      Buffer.from(made?.body ?? [])
        .toString()
        .startsWith(`import.meta.apiBaseUrl="${FACTS.baseUrl}";\n`),
    );
  });

  test('shows the size of the data, unless there is none', async () => {
    const country = { active: 1200, officers: 34 };
    const countries = { FI: country, NO: { active: 0, officers: 0 }, '--': { active: 1, officers: 0 } };
    const made = await createSite(FACTS).documents.get('/')?.({ generation: 'some', countries }, TODAY);
    assert.match(
      Buffer.from(made?.body ?? []).toString(),
      /<strong>1,201<\/strong> <span>companies[^]+<strong>1<\/strong> <span>country<[^]+<strong>34<\/strong> <span>officers/,
    );
    assert.ok(!pages.get('/')?.text.includes('The data today'));
  });

  for (const [path, { text, policy }] of pages) {
    test(`loads nothing from other origins and runs no inline script, by its content security policy: ${path}`, () => {
      assert.match(policy, /^default-src 'none';/);
      assert.doesNotMatch(policy, /unsafe/);
      for (const [, style = ''] of text.matchAll(/<style>([^]*?)<\/style>/g))
        assert.ok(policy.includes(`'sha256-${hash('sha256', style, 'base64')}'`));
      for (const [, src = ''] of text.matchAll(/(?:src|<link[^>]* href)="([^"]*)"/g))
        assert.ok(/^\/(?!\/)/.test(src) || src.startsWith(`${FACTS.siteUrl}/`), src);
      assert.doesNotMatch(text, /<script>|<img| style=| on\w+=/);
    });

    test(`is a complete HTML document with properly nested elements: ${path}`, () => {
      assert.ok(text.startsWith('<!doctype html>\n<html lang="en">'));
      assert.deepEqual(unclosed(text), []);
    });

    test(`supports dark and narrow screens: ${path}`, () => {
      assert.ok(text.includes('color-scheme: light dark'));
      assert.ok(text.includes('<meta name="viewport" content="width=device-width, initial-scale=1">'));
    });
  }

  test('allows style sheets and data: images on the page of the reference only', () => {
    const loosened = [...pages].filter(([, { policy }]) => /data:|style-src[^;]*'self'/.test(policy));
    assert.deepEqual(
      loosened.map(([path]) => path),
      ['/developers/reference'],
    );
  });

  test('names the provider of the data once, in the footer', () => {
    for (const [path, { text }] of pages) {
      if (path.startsWith('/developers')) continue;
      assert.equal(text.split('Powered by ').length - 1, 1, path);
      assert.match(text, /Powered by A [^<]*<\/p>\n<\/footer>/);
    }
  });

  test('has a preview for other sites, unless search engines must not list it', () => {
    const { text = '' } = pages.get('/coverage') ?? {};
    for (const property of ['title" content="Coverage"', 'url" content="https://example.test/coverage"'])
      assert.ok(text.includes(`<meta property="og:${property}`), property);
    assert.match(text, /<meta property="og:image" content="https:\/\/example\.test\/assets\/preview\.\w+\.png">/);
  });

  test('lists the data kept of a visitor by the settings of the service, and its operator', async () => {
    const privacy = async (more: object): Promise<string> => {
      const made = await createSite({ ...FACTS, ...more }).documents.get('/privacy')?.(DATA, TODAY);
      return Buffer.from(made?.body ?? []).toString();
    };
    const silent = await privacy({});
    assert.match(silent, /No file and no line of the log holds your address/);
    assert.doesNotMatch(silent, /hash/);
    assert.match(
      await privacy({ hasLimitStore: true }),
      /A hash of that address with a secret key[^]*60 seconds at most/,
    );
    assert.match(silent, /has not stated a name here/);
    assert.match(silent, /the operator can withhold a record/);
    const upstream = await privacy({ hasUpstream: true });
    assert.match(upstream, /What you search for and the companies that you look at, without your address/);
    assert.doesNotMatch(upstream, /the operator can withhold a record/);
    const told = await privacy({
      logClientAddress: true,
      cursorTtlSeconds: 120,
      maintainer: 'A & B',
      contact: 'mailto:a@b.test',
    });
    assert.match(told, /The operator has chosen to log addresses/);
    assert.match(
      told,
      /and your address<[^]*>120 seconds<[^]*run by A &#38; B\.[^]*<a href="mailto:a@b\.test">a@b\.test</,
    );
  });

  test('shows the terms of the operator, or else ours', async () => {
    const terms = async (text?: string): Promise<string> => {
      const made = await createSite({ ...FACTS, terms: text }).documents.get('/terms')?.(DATA, TODAY);
      return Buffer.from(made?.body ?? []).toString();
    };
    assert.match(await terms(), /Use this service for whatever the law[^]*60 requests in\s60 seconds/);
    const own = await terms('# Terms\n\nBe kind.\n\n- No <b>harm</b>.\n');
    assert.match(own, /<p>Be kind\.<\/p>[^]*No &#60;b&#62;harm/);
    assert.doesNotMatch(own, /whatever the law/);
  });

  test('leads operators to init, doctor, containers, a refresh file to copy and the manual', async () => {
    const { text = '' } = pages.get('/operators') ?? {};
    for (const part of ['openfirma init --', 'openfirma doctor', 'deploy/compose.yaml'])
      assert.ok(text.includes(part), part);
    const [, json = ''] = /<code>(\{[^]*?\})<\/code>/.exec(text) ?? [];
    const config = JSON.parse(plainText(json)) as { readonly registers: readonly { readonly register: string }[] };
    for (const { register } of config.registers) assert.ok(REGISTERS.has(register), register);
    const files = [...text.matchAll(/<code>((?:[a-z-]+\/)?[a-z-]+\.md)<\/code>/g)].map(([, file = '']) => file);
    assert.ok(files.length >= 5);
    for (const file of files) assert.ok(existsSync(join(import.meta.dirname, '..', '..', 'docs', file)), file);
  });

  test('escapes every value', async () => {
    const hostile = await loadPages({ ...FACTS, baseUrl: `https://a.test/"><b>'&` });
    for (const { text } of hostile.values()) assert.ok(!text.includes('"><b>'));
  });
});

/** Returns the names of elements that are not closed or are closed out of order. */
function unclosed(text: string): readonly string[] {
  const open: string[] = [];
  for (const [, slash, name = ''] of text
    .replace('<!doctype html>', '')
    .replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
    .matchAll(/<(\/?)([a-z][a-z0-9-]*)/g)) {
    if (['meta', 'link', 'input', 'br', 'hr'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return [`</${name}>`];
  }
  return open;
}
