/** How long caches may use each kind of response. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { BackendError } from '../../src/backend/index.ts';
import { createSite } from '../../src/site/index.ts';
import { DOOR_NAMES, listDeclarations, listPages } from '../fixtures/doors.ts';
import {
  BASE_URL,
  SITE_URL,
  TestService,
  failing,
  lineId,
  openSample,
  serviceWithDoors,
  type Sample,
} from '../fixtures/service.ts';

/** A minute, after which no cache may use it, whatever happens to the service. */
const SHARED = 'public, max-age=60, must-revalidate, stale-while-revalidate=0, stale-if-error=0';
/** Without this field caches may guess how long to keep a 404 or 405 (RFC 9111, section 4.2.2). */
const PROBLEM = 'no-store';
/** Only for files without data, whose address contains their digest or version. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The door `data` needs an export: see its own tests. */
const DOORS = DOOR_NAMES.filter((name) => name !== 'data');

suite('Cache-Control', () => {
  let sample: Sample;
  let service: TestService;
  let targets: string[] = [];
  before(async () => {
    sample = await openSample();
    service = await serviceWithDoors(sample.backend, ...DOORS);
    const id = lineId(sample.byState.active[0]);
    const doors = listDeclarations(...DOORS);
    const config = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers', doors };
    const site = createSite({ ...config, cursorTtlSeconds: 900, officersMax: 100 }, listPages(...DOORS));
    const pages = ['/search', '/search?q=nordlys', `/companies/${id}`, '/developers/matching?text=x'];
    const read = doors.flatMap(({ operations }) => operations.filter(({ method }) => method === 'GET'));
    targets = [
      ...[`/v1/search?q=nordlysmyr`, `/v1/companies/${id}`, `/v1/companies/${id}/officers`].map(below),
      ...read.flatMap(({ example }) => (example === undefined ? [] : below(example.replace('{company_id}', id)))),
      ...[...site.documents.keys(), ...pages].map((path) => `/about${path}`),
    ];
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });
  const below = (target: string): string => `/registry${target}`;

  test('of every page, document and resource, of HEAD and of 304, ends with its minute', async () => {
    assert.ok(targets.length > 60, `${targets.length}`);
    for (const target of targets) {
      service.clock.pass(60);
      const wanted = /\/assets\/(?:.*\.[0-9a-f]{12}\.|[\w-]+-[\d.]+\/)/.test(target) ? IMMUTABLE : SHARED;
      const got = await service.send(target);
      const headed = await service.send(target, { method: 'HEAD' });
      const again = await service.send(target, { headers: { 'if-none-match': got.headers['etag'] } });
      assert.deepEqual([got.status, headed.status, again.status], [200, 200, 304], target);
      for (const { headers } of [got, headed, again]) assert.equal(headers['cache-control'], wanted, target);
    }
  });

  test('of problems forbids to keep them: refusals, wrong methods, outages', async () => {
    const away = new TestService(
      failing(() => {
        throw new BackendError('unavailable', 'away');
      }),
    );
    for (const target of targets) {
      service.clock.pass(60);
      for (const method of ['PUT', 'DELETE'] as const) {
        const { status, headers } = await service.send(target, { method });
        assert.deepEqual([status, headers['cache-control']], [405, PROBLEM], `${method} ${target}`);
      }
      away.clock.pass(60);
      const { status, headers } = await away.send(target);
      if (status !== 200) assert.equal(headers['cache-control'], PROBLEM, `${status} ${target}`);
    }
    for (const target of ['/registry/none', '/about/none', '/registry/v1/companies/co_1', '/registry/v1/search?q=a']) {
      const { status, headers } = await service.send(target);
      assert.ok(status >= 400, target);
      assert.equal(headers['cache-control'], PROBLEM, target);
    }
    await away.app.close();
  });
});
