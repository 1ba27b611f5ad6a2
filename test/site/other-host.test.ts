/** The site under a host name that is not in the settings: walks all pages, and resolves their links as a browser does. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { TestService, lineId, openSample, type Sample } from '../fixtures/service.ts';

/** The address in the browser: a port that was forwarded to the service. */
const USED = 'http://forwarded.test:9999';

/** Matches every address on a page that a browser loads or follows; addresses only for search engines are excluded. */
const REFERENCE = /<(\w[\w-]*)[^>]*?\s(?:href|src|action|data-script|data-style)="([^"]*)"/g;
const CANONICAL = /<link rel="canonical" href="([^"]*)">/;

suite('Under another host name', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(async () => {
    await sample.close();
  });

  for (const [claim, baseUrl, siteUrl, apiFromPages] of [
    ['one address', 'http://localhost:8080', 'http://localhost:8080', `${USED}/`],
    ['one address with a path', 'https://a.test/firma', 'https://a.test/firma', `${USED}/firma/`],
    ['two paths of one host', 'https://a.test/registry', 'https://a.test/about', `${USED}/registry/`],
    ['two hosts', 'https://api.a.test/registry', 'https://www.a.test', 'https://api.a.test/registry/'],
  ] as const) {
    test(`every link, script, style, image and form of every page leads to the address that the browser used: ${claim}`, async () => {
      const service = new TestService(sample.backend, { baseUrl, siteUrl });
      const root = new URL(siteUrl).pathname.replace(/\/$/, '');
      // If the API has another host, its address stays.
      const api = new URL(apiFromPages).origin;
      const settled = new Set([baseUrl, siteUrl].map((url) => new URL(url).origin).filter((origin) => origin !== api));
      const starts = [
        '/',
        '/search?q=nor&country=all',
        '/search?q=no',
        '/nowhere',
        `/companies/${lineId(sample.byState.redirected[0])}`,
        `/companies/${lineId(sample.byState.split[0])}`,
      ].map((path) => `${USED}${root}${path}`);
      const open = new Set(starts);
      const pages = new Set<string>();
      let canonicals = 0;
      for (const address of open) {
        const { pathname, search, origin } = new URL(address);
        assert.equal(origin, USED);
        service.clock.pass(2);
        const { status, headers, body } = await service.send(pathname + search, {
          headers: { host: new URL(USED).host, accept: 'text/html' },
        });
        assert.ok(status === 200 || starts.includes(address), `${address} is answered ${status}`);
        if (headers['content-type']?.startsWith('text/html') !== true) continue;
        pages.add(pathname);
        const policy = headers['content-security-policy'] ?? '';
        assert.match(policy, /form-action 'self';/);
        const [, canonical = ''] = CANONICAL.exec(body) ?? [];
        if (canonical !== '') assert.ok(canonical.startsWith(`${siteUrl}/`), canonical);
        if (canonical !== '') canonicals++;
        for (const [, element = '', text = ''] of body.replace(CANONICAL, '').matchAll(REFERENCE)) {
          const to = new URL(text.replaceAll('&#38;', '&'), address);
          assert.ok(!settled.has(to.origin), `${address}: ${element} leads to ${text}`);
          // Pages of companies link to other companies: a few of them are enough.
          const isMore = to.pathname.includes('/companies/') && pages.size > 60;
          if (to.origin === USED && !isMore) open.add(to.href.replace(/#.*/, ''));
          else if (to.origin !== USED) assert.ok(element === 'a', `${element} loads ${text}`);
        }
        for (const [, attribute = ''] of body.matchAll(/(?:base-url|data-api)="([^"]*)"/g)) {
          assert.equal(new URL(attribute, address).href, apiFromPages);
          const allowed = api === USED ? '' : ` ${api}`;
          assert.ok(policy.includes(`connect-src 'self'${allowed};`), policy);
        }
      }
      const sitemap = (await service.send(`${root}/sitemap.xml`)).body;
      for (const [, page = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
        assert.ok(page.startsWith(`${siteUrl}/`), page);
        assert.ok(pages.has(new URL(page).pathname), `the walk reached ${page}`);
      }
      assert.ok(canonicals > 20, `${canonicals} canonical links`);
      await service.app.close();
    });
  }

  test('what must be absolute says the settings, whatever name a request uses', async () => {
    const [baseUrl, siteUrl] = ['https://api.a.test/registry', 'https://www.a.test'];
    const service = new TestService(sample.backend, { baseUrl, siteUrl });
    const from = { headers: { host: new URL(USED).host } };
    const { type, instance } = (await service.send('/registry/v1/search?q=no', from)).json() as Record<string, string>;
    assert.deepEqual([type, instance], [`${siteUrl}/problems/invalid-request`, `${baseUrl}/v1/search?q=no`]);
    const { servers } = (await service.send('/api/openapi.json', from)).json() as { servers: readonly object[] };
    assert.deepEqual(servers, [{ url: baseUrl, description: 'Base address of the API.' }]);
    const script = (await service.send('/company-search.js', from)).body;
    assert.ok(script.startsWith(`import.meta.apiBaseUrl="${baseUrl}";`));
    await service.app.close();
  });
});
