import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { findDeclaration } from '../fixtures/doors.ts';
import { openSample, serviceWithDoors, type Sample } from '../fixtures/service.ts';

const OFF = ['lookup', 'changes', 'reconcile', 'mcp', 'data'];

suite('A resource that is off', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(() => sample.close());

  test('says so, and which setting turns it on', async () => {
    const service = await serviceWithDoors(sample.backend, 'details');
    for (const name of OFF) {
      const { method, example } = findDeclaration(name).operations[0] ?? {};
      for (const target of [example ?? '', `/developers/${name}`]) {
        const { status, body } = await service.ask(target, { method: method ?? 'GET', headers: { accept: '*/*' } });
        assert.equal(status, 404, target);
        const { detail } = JSON.parse(body) as { detail: string };
        assert.match(detail, new RegExp(`^The resource "${name}" is off: the setting DOORS`), target);
      }
    }
  });

  test('answers a preflight, so that a page of another site can read this', async () => {
    const service = await serviceWithDoors(sample.backend);
    const ask = async (target: string) => {
      const { status, headers } = await service.ask(target, {
        method: 'OPTIONS',
        headers: { origin: 'https://shop.example', 'access-control-request-headers': 'traceparent' },
      });
      return [status, headers['access-control-allow-headers']];
    };
    assert.deepEqual(await ask('/details/v1/search?q=nordlys'), [204, '*']);
    assert.deepEqual(await ask('/nothing'), [404, undefined]);
  });

  test('is not named at a path of nothing, nor where it is on', async () => {
    const service = await serviceWithDoors(sample.backend, ...OFF);
    for (const target of ['/lookups', '/lookup/v2', '/v1'])
      assert.match((await service.ask(target)).body, /Nothing is served at this path/, target);
  });
});
