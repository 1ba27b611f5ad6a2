import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { BackendError, type Backend } from '../../src/backend/index.ts';
import { encodeCompanyId } from '../../src/model/index.ts';
import { BASE_URL, SITE_URL, TestService, lineId, openSample, type Answer, type Sample } from '../fixtures/service.ts';
import type { BackendKind } from '../searching/backend-kind.ts';

const UNKNOWN = `/registry/v1/companies/${encodeCompanyId(new Uint8Array(16).fill(0xee))}`;
const SEARCH = '/registry/v1/search?q=nordlysmyr';
const POLICY = '"default";q=60;w=60';

/** The rules of the specification about the rate limit. */
export function limitSuite(kind: BackendKind): void {
  suite(`The rate limit of 60 requests a minute, over ${kind.name}`, () => {
    let sample: Sample;
    before(async () => {
      sample = await openSample([], kind);
    });
    after(async () => {
      await sample.close();
    });

    /** Repeats a request without advancing the clock. Returns the statuses. */
    async function send(service: TestService, times: number, target: string, options = {}): Promise<number[]> {
      const statuses: number[] = [];
      for (let i = 0; i < times; i++) statuses.push((await service.send(target, options)).status);
      return statuses;
    }
    const all = (count: number, status: number): number[] => Array.from({ length: count }, () => status);
    /** Returns the number of remaining requests that a response reports. */
    const left = ({ headers }: Answer): number =>
      Number(/^"default";r=(\d+);t=1$/.exec(headers['ratelimit'] ?? '')?.[1]);

    test('allows 60 requests at once; the 61st response is 429 with the problem and its fields', async () => {
      const service = new TestService(sample.backend);
      for (let i = 1; i <= 60; i++) {
        const answer = await service.send(SEARCH);
        assert.deepEqual([answer.status, left(answer), answer.headers['ratelimit-policy']], [200, 60 - i, POLICY]);
        assert.equal(answer.headers['retry-after'], undefined);
      }
      const { status, headers, json } = await service.send(SEARCH);
      assert.equal(status, 429);
      assert.deepEqual(
        ['content-type', 'retry-after', 'ratelimit', 'ratelimit-policy', 'cache-control'].map((name) => headers[name]),
        ['application/problem+json', '1', '"default";r=0;t=1', POLICY, 'no-store'],
      );
      const { detail, ...problem } = json() as Record<string, unknown>;
      assert.match(String(detail), /60 requests a minute/);
      assert.deepEqual(problem, {
        type: `${SITE_URL}/problems/rate-limited`,
        title: 'Too many requests',
        status: 429,
        instance: `${BASE_URL}/v1/search?q=nordlysmyr`,
        request_id: headers['x-request-id'],
        code: 'rate_limited',
        retryable: true,
      });
      await service.app.close();
    });

    const busy = (): never => {
      throw new BackendError('busy', 'the data service is busy');
    };
    const broken: Backend = {
      search: busy,
      company: busy,
      officers: busy,
      facts: busy,
      close: () => {},
    };
    const kinds: readonly (readonly [claim: string, target: string, status: number, options?: object, on?: Backend])[] =
      [
        ['searches', SEARCH, 200],
        ['searches that are refused', '/registry/v1/search?q=no', 400],
        ['searches with a cursor that was never issued', `${SEARCH}&cursor=AAAA`, 400],
        ['companies that are not there', UNKNOWN, 404],
        ['officers of companies that are not there', `${UNKNOWN}/officers`, 404],
        ['ids of another format', '/registry/v1/companies/co_1', 400],
        ['ids with a broken escape', '/registry/v1/companies/co_%zz', 400],
        ['answers that are current', SEARCH, 304, { headers: { 'if-none-match': '*' } }],
        ['HEAD', SEARCH, 200, { method: 'HEAD' }],
        ['refused methods', SEARCH, 405, { method: 'POST' }],
        ['faults of the data service', SEARCH, 503, {}, broken],
      ];
    for (const [claim, target, status, options, backend] of kinds) {
      test(`is exhausted by 60 ${claim}`, async () => {
        const service = new TestService(backend ?? sample.backend);
        assert.deepEqual(await send(service, 61, target, options), [...all(60, status), 429]);
        await service.app.close();
      });
    }

    test('is shared by all operations', async () => {
      const service = new TestService(sample.backend);
      const company = `/registry/v1/companies/${lineId(sample.byState.active[0])}`;
      for (let i = 0; i < 20; i++) {
        for (const target of [SEARCH, company, `${company}/officers`]) {
          assert.equal((await service.send(target)).status, 200);
        }
      }
      for (const target of [SEARCH, company, `${company}/officers`, UNKNOWN]) {
        assert.equal((await service.send(target)).status, 429);
      }
      await service.app.close();
    });

    test('refills by one request a second to at most 60; rejected requests cost nothing', async () => {
      const service = new TestService(sample.backend);
      assert.deepEqual(await send(service, 70, SEARCH), [...all(60, 200), ...all(10, 429)]);
      service.clock.pass(0.999);
      assert.equal((await service.send(SEARCH)).status, 429);
      service.clock.pass(0.001);
      assert.deepEqual(await send(service, 2, SEARCH), [200, 429]);
      service.clock.pass(30);
      assert.deepEqual(await send(service, 31, SEARCH), [...all(30, 200), 429]);
      service.clock.pass(86_400);
      assert.deepEqual(await send(service, 61, SEARCH), [...all(60, 200), 429]);
      await service.app.close();
    });

    test('allows a request after Retry-After', async () => {
      const service = new TestService(sample.backend);
      await send(service, 60, SEARCH);
      const { headers } = await service.send(SEARCH);
      service.clock.pass(Number(headers['retry-after']));
      assert.equal((await service.send(SEARCH)).status, 200);
      await service.app.close();
    });

    const beside: readonly (readonly [claim: string, target: string, status: number, options?: object])[] = [
      ['the OpenAPI document', '/about/api/openapi.json', 200],
      ['the pages of problems', '/about/problems/rate-limited', 200],
      ['the first page', '/about/', 200],
      ['refused methods of documents', '/about/', 405, { method: 'POST' }],
      ['unknown paths', '/registry/v1/nothing', 404],
      ['paths with a broken escape', '/registry/%zz', 400],
      ['preflights', SEARCH, 204, { method: 'OPTIONS' }],
    ];
    for (const [claim, target, status, options] of beside) {
      test(`does not apply to ${claim}: they count for the limit of the site`, async () => {
        const service = new TestService(sample.backend);
        const { headers } = await service.send(target, options);
        assert.deepEqual(
          [headers['ratelimit'], headers['ratelimit-policy']],
          ['"site";r=599;t=1', '"site";q=600;w=60'],
        );
        assert.equal(left(await service.send(SEARCH)), 59);
        await send(service, 59, SEARCH);
        assert.deepEqual([await send(service, 1, SEARCH), await send(service, 1, target, options)], [[429], [status]]);
        await service.app.close();
      });
    }

    test('of the site is 600 for all pages together; probes have no limit', async () => {
      const service = new TestService(sample.backend);
      for (let i = 0; i < 599; i++) {
        const [, target = '', status, options] = beside[i % beside.length] ?? [];
        assert.equal((await service.send(target, options)).status, status);
      }
      const target = '/about/icon.svg';
      assert.deepEqual(await send(service, 2, target), [200, 429]);
      const refused = await service.send(target);
      assert.deepEqual([refused.headers['retry-after'], refused.headers['ratelimit']], ['1', '"site";r=0;t=1']);
      assert.equal(refused.headers['content-type'], 'application/problem+json');
      assert.match(refused.body, /600 requests a minute for the site is reached; try again in 1 s/);
      const { headers, body } = await service.send('/about/coverage', { headers: { accept: 'text/html' } });
      assert.equal(headers['retry-after'], '1');
      assert.match(body, /^<!doctype html>[^]*Too many requests[^]*600 requests a minute for the site/);
      for (const probe of ['/livez', '/readyz']) {
        const answer = await service.send(probe);
        assert.deepEqual([answer.status, answer.headers['ratelimit']], [200, undefined]);
      }
      service.clock.pass(1);
      assert.deepEqual(await send(service, 11, target), [...all(10, 200), 429]);
      await service.app.close();
    });

    test('of pages that show data is as large as that of the operations, and separate from both others', async () => {
      const service = new TestService(sample.backend);
      const page = '/about/search?q=nordlysmyr';
      assert.equal((await service.send(page)).headers['ratelimit'], '"pages";r=59;t=1');
      assert.deepEqual(await send(service, 60, page), [...all(59, 200), 429]);
      assert.match(
        (await service.send(page)).body,
        /60 requests a minute for pages of data is reached; try again in 1 s/,
      );
      assert.deepEqual([await send(service, 1, SEARCH), await send(service, 1, '/about/')], [[200], [200]]);
      await service.app.close();
    });

    test('of the site allows a person to open a hundred pages with all their resources within two minutes', async () => {
      const service = new TestService(sample.backend);
      const part = /(?:src|href|data-script|data-style)="([^"]+\.(?:js|css|svg|json))"/g;
      for (let visit = 0; visit < 100; visit++) {
        service.clock.pass(1.2);
        const path = ['/about/', '/about/coverage', '/about/developers/reference', '/about/status'][visit % 4] ?? '';
        const { status, body } = await service.send(path);
        assert.equal(status, 200);
        for (const [, address = ''] of body.matchAll(part)) {
          assert.equal((await service.send(new URL(address, 'http://any.test').pathname)).status, 200, address);
        }
      }
      await service.app.close();
    });

    /** Two requests, and whether they count for the same client. */
    const clients: readonly (readonly [
      claim: string,
      trusted: readonly string[],
      one: readonly [socket: string, forwarded?: string],
      two: readonly [socket: string, forwarded?: string],
      isSame: boolean,
    ])[] = [
      ['two addresses', [], ['192.0.2.1'], ['192.0.2.2'], false],
      ['one address', [], ['192.0.2.1'], ['192.0.2.1'], true],
      ['an address and its form in IPv6', [], ['192.0.2.1'], ['::ffff:192.0.2.1'], true],
      ['two addresses of one /64 network', [], ['2001:db8:1:2::1'], ['2001:db8:1:2:ffff::9'], true],
      ['two /64 networks', [], ['2001:db8:1:2::1'], ['2001:db8:1:3::1'], false],
      ['X-Forwarded-For without a proxy', [], ['192.0.2.1', '198.51.100.1'], ['192.0.2.1', '198.51.100.2'], true],
      [
        'X-Forwarded-For from a proxy that is not trusted',
        ['10.0.0.0/8'],
        ['192.0.2.1', '198.51.100.1'],
        ['192.0.2.1', '198.51.100.2'],
        true,
      ],
      [
        'two clients of a trusted proxy',
        ['10.0.0.0/8'],
        ['10.1.2.3', '198.51.100.1'],
        ['10.1.2.3', '198.51.100.2'],
        false,
      ],
      [
        'one client of two trusted proxies',
        ['10.0.0.0/8'],
        ['10.1.2.3', '198.51.100.1'],
        ['10.9.9.9', '198.51.100.1'],
        true,
      ],
      [
        'a forged first hop',
        ['10.0.0.0/8'],
        ['10.1.2.3', '203.0.113.1, 198.51.100.1'],
        ['10.1.2.3', '203.0.113.2, 198.51.100.1'],
        true,
      ],
      [
        'a chain of trusted proxies',
        ['10.0.0.0/8', 'fd00::/8'],
        ['10.1.2.3', '198.51.100.1, fd00::1'],
        ['10.1.2.3', '198.51.100.2, fd00::1'],
        false,
      ],
      ['nonsense from a trusted proxy', ['10.0.0.0/8'], ['10.1.2.3', 'a'], ['10.1.2.3', 'b'], true],
    ];
    for (const [claim, trustedProxies, one, two, isSame] of clients) {
      test(`counts ${isSame ? 'together' : 'apart'}: ${claim}`, async () => {
        const service = new TestService(sample.backend, { trustedProxies });
        const ask = async ([remoteAddress, forwarded]: readonly [string, string?]): Promise<number> => {
          const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
          return left(await service.send(SEARCH, { remoteAddress, headers }));
        };
        assert.deepEqual([await ask(one), await ask(two)], [59, isSame ? 58 : 59]);
        await service.app.close();
      });
    }
  });
}
