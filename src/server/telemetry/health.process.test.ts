import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { BackendError, type Backend } from '../../backend/index.ts';
import type { DataFacts } from '../../model/index.ts';
import { findValue, parseMetrics } from '../../../test/serving/prometheus-text.ts';
import { EXPOSITION_TYPE, exposition } from './exposition.ts';
import { Health } from './health.ts';
import { metricsServer } from './metrics-server.ts';
import { Metrics } from './metrics.ts';

const FACTS: DataFacts = {
  generation: 'g1',
  countries: {
    FI: { active: 3, officers: 0, as_of_first: '2026-11-01', as_of_last: '2026-11-20' },
    SE: { active: 2, officers: 0, as_of_first: '2026-10-01', as_of_last: '2026-11-19' },
    'a "strange\\\nname': { active: 0, officers: 0 },
  },
  registers: {
    'fi-prh': { lines: 3, companies: 3, officers: 0, as_of_last: '2026-11-20', published: '2026-11-19' },
    gleif: {
      lines: 9,
      companies: 2,
      officers: 0,
      as_of_last: '2026-11-01',
      published: '2026-11-19',
      newest_days_max: 1,
    },
    'pl-krs': {
      lines: 1,
      companies: 1,
      officers: 0,
      as_of_first: '2026-08-01',
      as_of_last: '2026-11-20',
      newest_days_max: 7,
      oldest_days_max: 90,
    },
    'se-bolagsverket': { lines: 2, companies: 2, officers: 0, newest_days_max: 1 },
  },
};
const clock = { monotonicMs: () => 1000, wallMs: () => Date.parse('2026-11-21T00:00:00Z') };
const DAY_SECONDS = 86_400;

function serving(facts: () => DataFacts): Backend {
  const refuse = (): never => assert.fail('only facts are requested');
  return { facts, search: refuse, company: refuse, officers: refuse, close: () => undefined };
}
function newHealth(): { readonly metrics: Metrics; readonly health: Health } {
  const metrics = new Metrics(clock.monotonicMs);
  return { metrics, health: new Health(metrics, clock) };
}
const WORKERS = { workers: 1, workers_wanted: 1 };

suite('readiness', () => {
  test('is 503 while the service starts, 200 with data, 503 while it stops', async () => {
    const { health } = newHealth();
    assert.deepEqual(await health.readiness(), { status: 503, body: { status: 'starting', ...WORKERS } });
    health.serve(serving(() => FACTS));
    assert.deepEqual(await health.readiness(), {
      status: 200,
      body: { status: 'ready', generation: 'g1', data_age_seconds: DAY_SECONDS, ...WORKERS },
    });
    health.stop();
    assert.deepEqual(await health.readiness(), { status: 503, body: { status: 'stopping', ...WORKERS } });
  });

  test('is 503 while the data is not available, and 200 again', async () => {
    const { health, metrics } = newHealth();
    let isThere = false;
    const facts = (): DataFacts => {
      if (isThere) return FACTS;
      throw new BackendError('unavailable', 'the file was written over');
    };
    health.serve(serving(facts));
    assert.deepEqual(await health.readiness(), { status: 503, body: { status: 'without_data', ...WORKERS } });
    assert.equal(findValue(parseMetrics(await exposition(metrics, health)), 'openfirma_ready'), 0);
    isThere = true;
    assert.equal((await health.readiness()).status, 200);
  });

  test('has no age of data without dates', async () => {
    const { health } = newHealth();
    health.serve(serving(() => ({ generation: 'g2', countries: { FI: { active: 1, officers: 0 } } })));
    assert.deepEqual((await health.readiness()).body, {
      status: 'ready',
      generation: 'g2',
      data_age_seconds: undefined,
      ...WORKERS,
    });
  });
});

test('probes report an unforeseen fault of the data, which does not end the worker', async () => {
  const { health, metrics } = newHealth();
  const facts = (): never => {
    throw new TypeError('a fault of the program');
  };
  // An unhandled rejection would fail this test.
  health.serve(serving(facts));
  await health.reportAlive();
  assert.equal(metrics.workers.length, 1);
  await assert.rejects(health.readiness(), /a fault of the program/);
  await assert.rejects(exposition(metrics, health), /a fault of the program/);
});

suite('the text of metrics', () => {
  test('has the age of the data by country, and escapes labels', async () => {
    const { health, metrics } = newHealth();
    health.serve(serving(() => FACTS));
    const families = parseMetrics(await exposition(metrics, health));
    assert.deepEqual(
      families.get('openfirma_data_age_seconds')?.samples.map(({ labels, value }) => [labels['country'], value]),
      [
        ['FI', DAY_SECONDS],
        ['SE', 2 * DAY_SECONDS],
      ],
    );
    assert.equal(findValue(families, 'openfirma_data_companies', { country: 'a "strange\\\nname' }), 0);
    assert.equal(findValue(families, 'openfirma_data_generation', { generation: 'g1' }), 1);
  });

  test('has the overdue days of a register with an update interval and dates', async () => {
    const { health, metrics } = newHealth();
    health.serve(serving(() => FACTS));
    const overdue = parseMetrics(await exposition(metrics, health)).get('openfirma_register_overdue')?.samples;
    assert.deepEqual(
      overdue?.map(({ labels, value }) => [labels['register'], labels['which'], value]),
      [
        ['gleif', 'newest', 1],
        ['pl-krs', 'newest', 0],
        ['pl-krs', 'oldest', 22],
      ],
    );
  });

  test('has the age of a register: of its newest line or its newest file', async () => {
    const { health, metrics } = newHealth();
    health.serve(serving(() => FACTS));
    const ages = parseMetrics(await exposition(metrics, health)).get('openfirma_register_age_seconds')?.samples;
    assert.deepEqual(
      ages?.map(({ labels, value }) => [labels['register'], value]),
      [
        ['fi-prh', DAY_SECONDS],
        ['gleif', 2 * DAY_SECONDS],
        ['pl-krs', DAY_SECONDS],
      ],
    );
  });

  test('describes every metric before there is data', async () => {
    const { health, metrics } = newHealth();
    const families = parseMetrics(await exposition(metrics, health));
    assert.equal(findValue(families, 'openfirma_ready'), 0);
    assert.deepEqual(families.get('openfirma_data_age_seconds')?.samples, []);
  });
});

test('the port for metrics answers before there is data', async () => {
  const { health, metrics } = newHealth();
  const server = metricsServer(metrics, health, pino({ level: 'silent' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ready = await fetch(`${address}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'starting', ...WORKERS }]);
  const text = await fetch(`${address}/metrics`);
  assert.equal(text.headers.get('content-type'), EXPOSITION_TYPE);
  parseMetrics(await text.text());
  server.close();
  server.closeAllConnections();
});
