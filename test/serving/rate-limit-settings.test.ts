/** `RATE_LIMIT` and `RATE_LIMIT_EXEMPT` in the service and in its documents. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ServiceConfig } from '../../src/server/index.ts';
import { TestService, openSample, type Sample } from '../fixtures/service.ts';

const SEARCH = '/registry/v1/search?q=nordlysmyr';
const POLICY = '"default";q=7;w=60';

suite('A rate limit that is set to 7 requests a minute', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(async () => {
    await sample.close();
  });

  /** Runs a test with a separate service. */
  async function withService(
    config: Partial<ServiceConfig>,
    work: (service: TestService) => Promise<void>,
  ): Promise<void> {
    const service = new TestService(sample.backend, { rateLimit: 7, ...config });
    await work(service);
    await service.app.close();
  }

  test('holds for operations and for pages of data, each counted separately', async () => {
    await withService({}, async (service) => {
      for (const target of [SEARCH, '/about/search?q=nordlysmyr']) {
        const statuses = [];
        for (let i = 0; i < 8; i++) statuses.push((await service.send(target)).status);
        assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 429], target);
      }
      const { headers, body } = await service.send(SEARCH);
      assert.deepEqual([headers['ratelimit-policy'], headers['retry-after']], [POLICY, '9']);
      assert.match(body, /The limit of 7 requests a minute is reached; try again in 9 s/);
      assert.match((await service.send('/about/')).headers['ratelimit-policy'] ?? '', /q=600/);
    });
  });

  test('holds ten times for the networks of an IPv6 /56, whose refusal names it and says when a request passes', async () => {
    await withService({}, async (service) => {
      const ask = async (network: number) =>
        await service.send(SEARCH, { remoteAddress: `2001:db8:1:${(0x1200 + network).toString(16)}::1` });
      for (let network = 0; network < 10; network++)
        for (let i = 0; i < 7; i++) assert.equal((await ask(network)).status, 200);
      const { status, headers, body } = await ask(10);
      assert.deepEqual(
        [status, headers['ratelimit'], headers['ratelimit-policy'], headers['retry-after']],
        [429, '"default";r=0;t=1', POLICY, '1'],
      );
      assert.match(
        body,
        /The limit of 70 requests a minute, of all clients in your IPv6 \/56 network, is reached; try again in 1 s/,
      );
      service.clock.pass(1);
      assert.deepEqual([(await ask(10)).status, (await ask(11)).status], [200, 429]);
    });
  });

  for (const [path, stated] of [
    ['/about/limits.json', /"applies_to":\s*"operations",\s*"requests":\s*7,/],
    [
      '/about/limits.json',
      /"applies_to":\s*"all clients of an IPv6 \/56 network together",\s*"times_the_limit_of_a_client":\s*10\b/,
    ],
    [
      '/about/limits.json',
      /"applies_to":\s*"all clients of an IPv6 \/48 network together",\s*"times_the_limit_of_a_client":\s*100\b/,
    ],
    ['/about/limits.json', /"applies_to":\s*"pages that show data",\s*"requests":\s*7,/],
    ['/about/api/openapi.json', /"example":\s*"\\"default\\";q=7;w=60"/],
    ['/about/api/openapi.json', /The limit of 7 requests a minute is reached; try again in 9 s/],
    ['/about/terms', /up to 7 requests in\s60 seconds/],
    ['/about/llms.txt', /7 requests in 60 seconds/],
    ['/about/', /7 requests a minute/],
    [
      '/about/developers/limits',
      /q=7;w=60[^]*one more request is allowed every 8\.57 seconds|8\.57 seconds[^]*q=7;w=60/,
    ],
    ['/about/developers/reference', /q=7;w=60/],
    ['/about/problems/rate-limited', /The limit of 7 requests a minute/],
  ] as const) {
    test(`is stated by ${path}, and 60 requests are not: ${stated.source.slice(0, 60)}`, async () => {
      await withService({}, async (service) => {
        const { status, body } = await service.send(path);
        assert.equal(status, 200);
        assert.match(body, stated);
        assert.doesNotMatch(body, /\b60 requests\b|q=60;|"requests":\s*60\b/);
      });
    });
  }

  for (const [claim, remoteAddress, forwarded, isExempt] of [
    ['an exempt address', '192.0.2.7', undefined, true],
    ['an address of an exempt network', '198.51.100.200', undefined, true],
    ['an address of an exempt IPv6 network', '2001:db8:1::5', undefined, true],
    ['a client of a proxy, by its own address', '10.0.0.1', '192.0.2.7', true],
    ['another client of the proxy', '10.0.0.1', '203.0.113.1', false],
    ['the neighbour of an exempt address', '192.0.2.8', undefined, false],
    ['an exempt address that a client made up', '203.0.113.1', '192.0.2.7', false],
    ['an exempt first hop that a client made up', '10.0.0.1', '192.0.2.7, 203.0.113.1', false],
  ] as const) {
    test(`${isExempt ? 'does not hold' : 'holds'} for ${claim}`, async () => {
      const exemptClients = ['192.0.2.7', '198.51.100.0/24', '2001:db8:1::/48'];
      await withService({ exemptClients, trustedProxies: ['10.0.0.0/8'] }, async (service) => {
        const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
        for (let i = 0; i < 7; i++) await service.send(SEARCH, { remoteAddress, headers });
        const answer = await service.send(SEARCH, { remoteAddress, headers });
        const want = isExempt ? [200, '"default";r=7;t=9', POLICY] : [429, '"default";r=0;t=9', POLICY];
        assert.deepEqual([answer.status, answer.headers['ratelimit'], answer.headers['ratelimit-policy']], want);
      });
    });
  }
});
