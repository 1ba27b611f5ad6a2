/** Requests that wait for an asynchronous backend: their maximum number and duration. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Backend, SearchRequest } from '../../src/backend/index.ts';
import { TestService, openSample, type Answer, type Sample } from '../fixtures/service.ts';
import { until } from '../fixtures/until.ts';

const SEARCH = '/registry/v1/search?q=nordlysmyr';

suite('Over a backend that answers later', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(async () => {
    await sample.close();
  });

  /** The backend of the sample, whose searches wait for `open`; with `fault` they then fail. */
  function gated(): { backend: Backend; open: (fault?: Error) => void; waiting: () => number } {
    let waiting = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { backend } = sample;
    return {
      backend: {
        company: (id) => backend.company(id),
        officers: (request) => backend.officers(request),
        facts: () => backend.facts(),
        close: () => {},
        search: async (request: SearchRequest) => {
          waiting++;
          await promise;
          return await backend.search(request);
        },
      },
      open: (fault) => (fault === undefined ? resolve() : reject(fault)),
      waiting: () => waiting,
    };
  }

  function assertShed({ status, headers, json }: Answer, detail: RegExp): void {
    const problem = json() as Record<string, unknown>;
    assert.deepEqual([status, problem['code'], problem['retryable']], [503, 'upstream_busy', true]);
    assert.match(String(problem['detail']), detail);
    assert.match(headers['retry-after'] ?? '', /^[1-4]$/);
    assert.match(headers['ratelimit'] ?? '', /^"default";r=\d+;t=1$/);
    assert.equal(headers['cache-control'], 'no-store');
  }

  test('requests wait up to the bound; the next is answered 503 at once, probes are not', async () => {
    const { backend, open, waiting: waitingNow } = gated();
    const loadBounds = { eventLoopDelayMsMax: 500, inFlightMax: 3, deadlineSeconds: 60 };
    const service = new TestService(backend, { loadBounds });
    const waiting = Array.from({ length: 3 }, () => service.send(SEARCH));
    await until('three wait', () => waitingNow() === 3);
    assertShed(await service.send(SEARCH), /^Too many requests are waiting/);
    // Documents share the bound.
    assert.equal((await service.send('/about/api/openapi.json')).status, 503);
    assert.deepEqual([(await service.send('/livez')).status, (await service.send('/readyz')).status], [200, 200]);
    open();
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal((await service.send(SEARCH)).status, 200);
    await service.app.close();
  });

  for (const [claim, fault] of [
    ['answers', undefined],
    ['fails', new Error('a fault that comes late')],
  ] as const) {
    test(`a request past its deadline is answered 503, once, though the backend ${claim} later; until then it holds its place`, async () => {
      const { backend, open } = gated();
      const loadBounds = { eventLoopDelayMsMax: 500, inFlightMax: 1, deadlineSeconds: 0.05 };
      const service = new TestService(backend, { loadBounds });
      assertShed(await service.send(SEARCH), /^The answer took longer than 0.05 seconds$/);
      assertShed(await service.send(SEARCH), /^Too many requests are waiting/);
      open(fault);
      const other = '/registry/v1/companies/co_0000000000000000000000zzzz';
      await until('the place is free', async () => (await service.send(other)).status === 404);
      await service.app.close();
    });
  }
});
