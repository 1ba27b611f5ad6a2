/** Every ID and every request that a document or a page of a service over the sample shows is sent to that service. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { startService, stopService, type Running } from '../fixtures/serving.ts';

const ID = /co_[0-9a-hj-km-np-tv-z]{26}/g;
/** The ID in examples of a company that does not exist. */
const UNKNOWN_ID = 'co_2v5k8m0q3s6t9w1x4y7za0bcde';

suite('What a service over the sample shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-shown-'));
  let running: Running;
  /** The texts of its documents and pages, by path. */
  const texts = new Map<string, string>();
  before(async () => {
    running = await startService(folder, ['--sample'], { RATE_LIMIT: '10000' });
    for (const path of await listDocuments()) texts.set(path, unescaped(await (await get(path)).text()));
  });
  after(async () => {
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  const get = async (target: string): Promise<Response> =>
    await fetch(running.address + target, { redirect: 'manual' });

  /** Returns the paths of the pages of the sitemap, of the documents of the API catalogue, and of those that pages link to. */
  async function listDocuments(): Promise<ReadonlySet<string>> {
    const { address } = running;
    const below = (links: string): string[] =>
      links
        .split(address)
        .slice(1)
        .map((link) => /^[^"<]*/.exec(link)?.[0] ?? '');
    const pages = below(await (await get('/sitemap.xml')).text());
    const catalog = await (await get('/.well-known/api-catalog')).text();
    const linked = below(catalog).filter((path) => /\.(?:json|yaml|txt)$/.test(path));
    for (const page of pages) {
      const html = await (await get(page)).text();
      linked.push(...[...html.matchAll(/href="(\/[^"#?]+\.(?:json|yaml|txt))"/g)].map(([, path = '']) => path));
    }
    return new Set([...pages, '/llms.txt', ...linked]);
  }

  /** Returns the problems that the documents show as examples. */
  function listProblems(): readonly { readonly code: string; readonly target: string }[] {
    const found: { code: string; target: string }[] = [];
    for (const text of texts.values())
      if (text.startsWith('{'))
        JSON.parse(text, (_, value: unknown) => {
          const { code, instance } = (value ?? {}) as Readonly<Record<string, unknown>>;
          if (typeof code === 'string' && typeof instance === 'string')
            found.push({ code, target: instance.slice(running.address.length) });
          return value;
        });
    return found;
  }

  /** Returns what a pattern finds, with the documents in which it is. */
  function find(pattern: RegExp): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const [path, text] of texts)
      for (const [one] of text.matchAll(pattern)) found.set(one, [...(found.get(one) ?? []), path]);
    return found;
  }

  test('is found: OpenAPI documents of every resource, the Postman collection, llms.txt, pages', () => {
    for (const path of [
      '/api/openapi.yaml',
      '/api/reconcile/openapi-3.0.json',
      '/api/postman.json',
      '/developers/lookup',
    ])
      assert.ok(texts.has(path), `${path} of ${[...texts.keys()].join(' ')}`);
  });

  test('has only IDs of companies, but for the one that examples of an error have', async () => {
    const ids = find(ID);
    assert.ok(ids.delete(UNKNOWN_ID) && ids.size > 3, `${ids.size} IDs`);
    for (const [id, paths] of ids)
      assert.equal((await get(`/v1/companies/${id}`)).status, 200, `${id} of ${paths.join(' ')}`);
  });

  test('has an example of each required parameter, with which every GET succeeds', async () => {
    interface Parameter {
      readonly name: string;
      readonly in: string;
      readonly required?: boolean;
      readonly example?: string | number;
    }
    const { paths } = (await (await get('/api/everything/openapi.json')).json()) as {
      paths: Record<string, { get?: { parameters: readonly Parameter[] } }>;
    };
    for (const [path, { get: operation }] of Object.entries(paths)) {
      let target = path;
      const query = new URLSearchParams();
      for (const { name, in: place, required, example } of operation?.parameters ?? []) {
        if (required !== true) continue;
        assert.ok(example !== undefined, `${name} of ${path}`);
        if (place === 'query') query.set(name, String(example));
        else target = target.replace(`{${name}}`, encodeURI(String(example)));
      }
      if (operation === undefined) continue;
      const answer = await get(`${target}?${query.toString()}`);
      assert.ok(answer.status < 400, `${answer.status} ${target}?${query.toString()}`);
      if (/search|similar|identifiers/.test(path)) assert.doesNotMatch(await answer.text(), /"data": ?\[\]/, path);
    }
  });

  test('has only requests that succeed, but for those of examples of an error', async () => {
    const refused = new Set(
      listProblems().flatMap(({ code, target }) => (['invalid_request', 'not_found'].includes(code) ? [target] : [])),
    );
    assert.ok(refused.size > 10, `${refused.size} examples of errors`);
    const shown = find(new RegExp(`${running.address}/[^\\s"'<>\\\\\`)\\]]*`, 'g'));
    let sent = 0;
    for (const [address, paths] of shown) {
      const target = address.slice(running.address.length);
      // Templates, the addresses of resources, and those that a program completes are not requests.
      const isRequest = /\?.|co_|\/\d/.test(target) && !/[{}$]/.test(target);
      if (!isRequest || refused.has(target)) continue;
      const answer = await get(target);
      const body = await answer.text();
      assert.ok(answer.status < 400, `${answer.status} ${target} of ${paths.join(' ')}`);
      const isSearch = /^\/(?:details\/)?v1\/(?:search|similar)\?/.test(target);
      if (isSearch) assert.doesNotMatch(body, /"data":\[\]/, `${target} of ${paths.join(' ')} finds companies`);
      sent++;
    }
    assert.ok(sent > 10, `${sent} requests`);
  });
});

/** Returns a text without the colours and the escapes of HTML. */
function unescaped(text: string): string {
  return text
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&');
}
