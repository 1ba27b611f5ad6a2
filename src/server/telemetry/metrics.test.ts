import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OPERATIONS } from '../../contract/index.ts';
import { COMPUTED, DELAY_BOUNDS, DURATION_BOUNDS, STATUSES, gauge, listRoutes, type MetricFamily } from './catalog.ts';
import { createPolicies } from '../limits/policies.ts';
import { Metrics, metricsMemory } from './metrics.ts';

/** Makes two workers over the same memory, and the clock that they share. */
function twoWorkers(): {
  readonly one: Metrics;
  readonly two: Metrics;
  readonly clock: { nowMs: number };
  readonly startAgain: () => Metrics;
} {
  const clock = { nowMs: 1_000_000 };
  const memory = metricsMemory(2);
  const start = (worker: number): Metrics => new Metrics(() => clock.nowMs, { worker, memory });
  return { one: start(1), two: start(2), clock, startAgain: () => start(2) };
}

suite('metrics', () => {
  test('one worker reports the counts of all', () => {
    const { one, two } = twoWorkers();
    one.add('cacheHits');
    two.add('cacheHits', 2);
    one.answered('GET', 'searchCompanies', 200, 300);
    two.answered('GET', 'searchCompanies', 200, 700);
    two.answered('GET', 'getCompany', 404, 50);
    assert.equal(one.total('cacheHits'), 3);
    const [search, company, ...rest] = two.durations();
    assert.deepEqual([search?.route, search?.status, search?.counts.at(-1)], ['searchCompanies', 200, 2]);
    assert.ok(Math.abs((search?.sum ?? 0) - 0.001) < 1e-12);
    assert.deepEqual([company?.route, company?.status, company?.counts.at(-1)], ['getCompany', 404, 1]);
    assert.deepEqual(rest, []);
  });

  test('counts by label, every value from the start', () => {
    const { one, two } = twoWorkers();
    one.addLabelled('shed', 'in_flight');
    two.addLabelled('shed', 'in_flight');
    two.addLabelled('rateLimited', 'site');
    const none = ['event_loop_delay', 0];
    assert.deepEqual(one.totalsByLabel('shed'), [none, ['in_flight', 2], ['deadline', 0]]);
    const limits = Object.keys(createPolicies(60)).map((name) => [name, name === 'site' ? 1 : 0]);
    assert.deepEqual(one.totalsByLabel('rateLimited'), limits);
  });

  for (const [method, want] of [
    ['GET', 'GET'],
    ['HEAD', 'HEAD'],
    ['OPTIONS', 'OPTIONS'],
    ['PROPFIND', '_OTHER'],
    ['', '_OTHER'],
  ] as const) {
    test(`a request with the method "${method}" counts as ${want}`, () => {
      const { one } = twoWorkers();
      one.answered(method, 'none', 405, 1);
      assert.deepEqual(
        one.durations().map((series) => series.method),
        [want],
      );
    });
  }

  for (const [status, want] of [
    ...STATUSES.map((known) => [known, known] as const),
    [206, 200],
    [418, 400],
    [599, 500],
  ] as const) {
    test(`status ${status} counts as ${want}`, () => {
      const { one } = twoWorkers();
      one.answered('GET', 'document', status, 1);
      assert.deepEqual(
        one.durations().map((series) => series.status),
        [want],
      );
    });
  }

  test('routes are counted separately', () => {
    const { one } = twoWorkers();
    const routes = listRoutes([]);
    for (const route of routes.keys()) one.answered('GET', route, 200, 1);
    assert.deepEqual(
      one.durations().map(({ route }) => route),
      [...routes.keys()],
    );
    for (const { id, path } of OPERATIONS) assert.equal(routes.get(id), path);
  });

  test('a bucket has values up to its bound, the last one all values', () => {
    const { one } = twoWorkers();
    for (const bound of DURATION_BOUNDS) one.answered('GET', 'none', 404, bound * 1e6);
    one.answered('GET', 'none', 404, 60e6);
    const upTo = DURATION_BOUNDS.map((_, i) => i + 1);
    assert.deepEqual(one.durations()[0]?.counts, [...upTo, DURATION_BOUNDS.length + 1]);
    for (const bound of DELAY_BOUNDS) one.recordDelay(bound);
    assert.deepEqual(one.delays().counts, [...DELAY_BOUNDS.map((_, i) => i + 1), DELAY_BOUNDS.length]);
  });

  test('counts of a worker that ended are kept, its gauges are not, and its replacement continues to count', () => {
    const { one, two, startAgain } = twoWorkers();
    two.add('swaps');
    two.setGauge('openConnections', 7);
    two.markAlive('g1');
    assert.equal(one.gauge('openConnections', 2), 7);
    const replacement = startAgain();
    replacement.add('swaps');
    assert.deepEqual([one.total('swaps'), one.total('restarts'), one.gauge('openConnections', 2)], [2, 1, 0]);
    assert.deepEqual([...one.generations()], []);
  });

  test('a worker that has not reported for 5 s does not count as serving', () => {
    const { one, two, clock } = twoWorkers();
    two.markAlive('generation-1');
    assert.deepEqual([one.workers, one.workersWanted], [[1, 2], 2]);
    clock.nowMs += 5001;
    one.markAlive('generation-2');
    assert.deepEqual(one.workers, [1]);
    assert.deepEqual([...two.generations()], [['generation-2', 1]]);
  });

  test('a worker that never started does not count', () => {
    const one = new Metrics(() => 0, { worker: 1, memory: metricsMemory(3) });
    assert.deepEqual([one.workers, one.workersWanted], [[1], 3]);
  });

  test('an extra has its own counters and gauges; a metric that is not declared throws', () => {
    const extras = { depth: gauge('openfirma_depth', 'Depth.') };
    const one = new Metrics(() => 0, { extras });
    one.setGauge('depth', 3);
    assert.equal(one.total('depth'), 3);
    assert.throws(() => twoWorkers().one.setGauge('depth', 3), /There is no metric "depth"/);
  });

  test('a shorter name of a generation replaces a longer one completely', () => {
    const { one } = twoWorkers();
    one.markAlive('a-longer-name');
    one.markAlive('short');
    assert.deepEqual([...one.generations()], [['short', 1]]);
    one.markAlive();
    assert.deepEqual([...one.generations()], []);
  });

  test('metrics have names and labels that Prometheus allows, each name once, counters ending in _total', () => {
    const { families } = twoWorkers().one;
    const all: readonly MetricFamily[] = [...Object.values(COMPUTED), ...Object.values(families)];
    const names = all.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, type, labels } of all) {
      for (const text of [name, ...labels]) assert.match(text, /^[a-z][a-z0-9_]*$/);
      assert.equal(name.endsWith('_total'), type === 'counter', name);
    }
  });
});
