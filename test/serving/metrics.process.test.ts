import assert from 'node:assert/strict';
import { spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { parse } from 'yaml';
import { isRefused, openHalfway } from '../building/halfway.ts';
import { findValue, parseMetrics, type Family } from './prometheus-text.ts';
import { isInstalled } from '../fixtures/programs.ts';
import { startService, stopService, type Environment, type Running } from '../fixtures/serving.ts';
import { buildSample, get, largestDocument } from './unread-clients.ts';
import { until } from '../fixtures/until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ALERTS = join(ROOT, 'docs', 'operating', 'alerts.yaml');
const DASHBOARD = join(ROOT, 'docs', 'operating', 'dashboard.json');
const DURATION = 'http_server_request_duration_seconds';

interface Served extends Running {
  /** The address of the port for metrics. */
  readonly operators: string;
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Probe {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

suite('metrics, probes and rules', () => {
  let directory = '';
  /** A service that several tests share. */
  let shared: Served;
  const children: ChildProcess[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-metrics-'));
    await buildSample(join(directory, 'a.snapshot'));
    writeFileSync(
      join(directory, 'fault.cjs'),
      `const { existsSync, rmSync } = require('node:fs');
       const { isMainThread, workerData } = require('node:worker_threads');
       const check = (file) => {
         if (!existsSync(file)) return;
         rmSync(file);
         throw new Error('a fault of the test');
       };
       if (!isMainThread) setInterval(check, 5, 'end-' + workerData.worker);`,
    );
    shared = await serve();
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  async function serve(settings: Environment = {}): Promise<Served> {
    const running = await startService(directory, ['--snapshot', 'a.snapshot'], {
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    });
    children.push(running.child);
    const listening = (): number => [...running.stdout().matchAll(/"msg":"listening"/g)].length;
    await until('all workers listen', () => listening() === Number(settings['WORKERS'] ?? 1));
    const [, operators = ''] = /"address":"(http:[^"]+)\/metrics"/.exec(running.stdout()) ?? [];
    return { ...running, operators };
  }
  const fetchMetrics = async ({ operators }: { operators: string }): Promise<ReadonlyMap<string, Family>> =>
    parseMetrics(await (await fetch(`${operators}/metrics`)).text());
  const probe = async (url: string): Promise<Probe> => {
    const response = await fetch(url);
    return { status: response.status, body: (await response.json()) as Probe['body'] };
  };
  const answered = (families: ReadonlyMap<string, Family>, http_route: string, status: number): number =>
    findValue(families, `${DURATION}_count`, {
      http_request_method: 'GET',
      ...(http_route !== '' && { http_route }),
      http_response_status_code: String(status),
    });

  test('with two workers one answer counts every request once, and continues when a worker is replaced', async () => {
    const running = await serve({ WORKERS: '2', NODE_OPTIONS: `--require ${join(directory, 'fault.cjs')}` });
    // Each request has a connection of its own, so both workers receive some.
    const ask = async (path: string, times: number): Promise<void> => {
      const headers = { Connection: 'close' };
      const one = async (i: number): Promise<unknown> =>
        await (
          await fetch(running.address + path, { headers: { ...headers, 'X-Forwarded-For': `192.0.2.${i}` } })
        ).text();
      await Promise.all(Array.from({ length: times }, (_, i) => one(i)));
    };
    await ask('/v1/search?q=nordlys', 40);
    await ask('/v1/companies/co_1', 7);
    await ask('/v1/companies/co_2v5k8m0q3s6t9w1x4y7za0bcde/officers', 5);
    await ask('/nothing', 3);
    await ask('/livez', 4);
    await ask('/readyz', 4);
    const counted = await fetchMetrics(running);
    assert.equal(answered(counted, '/v1/search', 200), 40);
    assert.equal(answered(counted, '/v1/companies/{company_id}', 400), 7);
    assert.equal(answered(counted, '/v1/companies/{company_id}/officers', 404), 5);
    assert.equal(answered(counted, '', 404), 3);
    // Each worker sends the third and every further page of the same search from its cache.
    const hits = findValue(counted, 'openfirma_cache_hits_total');
    assert.equal(hits + findValue(counted, 'openfirma_cache_misses_total'), 40);
    assert.ok(hits >= 30, `${hits} hits`);
    assert.equal(findValue(counted, 'openfirma_workers'), 2);
    assert.deepEqual(
      counted.get('openfirma_data_generation')?.samples.map(({ value }) => value),
      [2],
    );
    assert.equal(
      [...counted.values()]
        .flatMap(({ samples }) => samples)
        .some(({ labels }) => /livez|readyz/.test(JSON.stringify(labels))),
      false,
    );
    assert.doesNotMatch(running.stdout(), /"route":"probe"/);

    writeFileSync(join(directory, 'end-2'), '');
    const restarts = async (): Promise<number> =>
      findValue(await fetchMetrics(running), 'openfirma_worker_restarts_total');
    // If the connection leads to the ending worker, the request fails.
    await until('the worker is replaced', async () => (await restarts().catch(() => 0)) === 1);
    await ask('/v1/search?q=nordlys', 10);
    assert.equal(answered(await fetchMetrics(running), '/v1/search', 200), 50);
    await stopService(running);
  });

  test('says what the rate limit refused, what could not be read, and which data is served', async () => {
    const running = shared;
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async () => (await fetch(`${running.address}/v1/companies/co_1`)).status),
    );
    const socket = connect(running.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
    await new Promise((resolve) => socket.on('close', resolve).resume());
    const families = await fetchMetrics(running);
    const refused = answered(families, '/v1/companies/{company_id}', 429);
    assert.ok(refused > 0);
    assert.equal(refused, statuses.filter((status) => status === 429).length);
    assert.equal(findValue(families, 'openfirma_rate_limited_requests_total', { limit: 'operations' }), refused);
    assert.equal(findValue(families, 'openfirma_rate_limited_requests_total', { limit: 'site' }), 0);
    assert.equal(findValue(families, 'openfirma_unreadable_requests_total'), 1);
    const companies = families.get('openfirma_data_companies')?.samples ?? [];
    assert.ok(companies.length >= 35 && companies.every(({ value }) => Number.isInteger(value)));
    const { status, body } = await probe(`${running.address}/readyz`);
    assert.equal(status, 200);
    const { data_age_seconds: age, generation } = body;
    assert.deepEqual(body, { status: 'ready', generation, data_age_seconds: age, workers: 1, workers_wanted: 1 });
    assert.ok(Number(age) > 0);
    assert.equal(findValue(families, 'openfirma_data_generation', { generation: String(generation) }), 1);
  });

  // CI runs without promtool, whose rules the parser of this test has.
  const skip = !isInstalled('promtool') && 'there is no promtool here';
  test('have names and texts that promtool accepts, those of all extras included', { skip }, async () => {
    const text = await (await fetch(`${shared.operators}/metrics`)).text();
    assert.match(text, /^# TYPE openfirma_follower/m);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
  });

  test('the public port has probes and no metrics; the other one has all three, and nothing else', async () => {
    const running = shared;
    for (const [url, status] of [
      [`${running.address}/livez`, 200],
      [`${running.address}/readyz`, 200],
      [`${running.address}/metrics`, 404],
      [`${running.operators}/livez`, 200],
      [`${running.operators}/readyz`, 200],
      [`${running.operators}/metrics`, 200],
      [`${running.operators}/metrics?name=x`, 200],
      [`${running.operators}/v1/search?q=nordlys`, 404],
      [`${running.operators}/`, 404],
    ] as const) {
      assert.equal((await fetch(url)).status, status, url);
    }
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const head = await fetch(running.operators + path, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
      const refused = await fetch(running.operators + path, { method: 'POST' });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
    }
  });

  test('says how many connections are open and were refused, and what waits for clients to read', async () => {
    const running = await serve({ MAX_CONNECTIONS: '3' });
    const has = async (name: string, isWanted: (value: number) => boolean): Promise<void> => {
      let value = NaN;
      await until(
        () => `${name} is ${value}`,
        async () => isWanted((value = findValue(await fetchMetrics(running), name))),
      );
    };
    const { target } = await largestDocument(running.address);
    await has('openfirma_open_connections', (value) => value === 0);
    const sockets = Array.from({ length: 5 }, () => connect(running.port, '127.0.0.1').on('error', () => undefined));
    const [reader] = sockets;
    // A hundred megabytes, more than the system buffers between two programs.
    reader?.pause().write(get(target).repeat(60));
    await has('openfirma_refused_connections_total', (value) => value === 2);
    await has('openfirma_open_connections', (value) => value === 3);
    await has('openfirma_unsent_bytes', (value) => value > 0);
    for (const socket of sockets) socket.destroy();
    await has('openfirma_open_connections', (value) => value === 0);
    await has('openfirma_unsent_bytes', (value) => value === 0);
    await stopService(running);
  });

  test('rules and dashboard name metrics that exist', async () => {
    await (await fetch(`${shared.address}/v1/search?q=nordlys`)).text();
    const families = await fetchMetrics(shared);
    const names = new Set(
      [...families.values()].flatMap(({ name, type }) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const METRIC = /\b(?:openfirma|http_server|nodejs|process|v8js)_[a-z0-9_]+\b/g;
    const LABELS = new Set(
      [...families.values()].flatMap(({ samples }) => samples.flatMap(({ labels }) => Object.keys(labels))),
    );
    for (const file of [ALERTS, DASHBOARD]) {
      const used = [...readFileSync(file, 'utf8').matchAll(METRIC)].map(([name]) => name);
      assert.ok(used.length > 5, file);
      assert.deepEqual(
        used.filter((name) => !names.has(name) && !LABELS.has(name)),
        [],
        file,
      );
    }
  });

  test('every rule says when, how urgent and what is the matter, and every panel asks something', () => {
    const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const { alert, expr, labels, annotations } of rules) {
      assert.match(alert, /^Openfirma[A-Z]\w+$/);
      assert.match(expr, /[<>=]=? [\d.*]+|< openfirma/, alert);
      assert.match(labels['severity'] ?? '', /^(page|warn)$/, alert);
      assert.match(annotations['summary'] ?? '', /\.$|\?$/, alert);
    }
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] };
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const { title, targets } of panels) assert.ok(targets.length > 0 && targets.every(({ expr }) => expr), title);
  });

  for (const workers of ['1', '2']) {
    test(`while it stops /readyz is 503 and /livez 200, with WORKERS=${workers}`, async () => {
      const running = workers === '1' ? shared : await serve({ WORKERS: workers });
      const halfway = await openHalfway(running.port, 'GET /v1/search?q=nordlys HTTP/1.1\r\n');
      // The service waits for the pending request of this connection.
      const open = await openHalfway(running.port, 'GET /readyz HTTP/1.1\r\nHost: a\r\n');
      running.child.kill('SIGTERM');
      await until('no worker listens', () => isRefused(running.port));
      open.socket.write('\r\n');
      await open.closed;
      assert.match(open.received(), /^HTTP\/1\.1 503 .*"status":"stopping"/s);
      // A worker without pending requests ends and closes its connections; the other worker reports the metrics of both.
      const answersNow = async (): Promise<readonly unknown[]> => {
        const { status, body } = await probe(`${running.operators}/readyz`);
        const live = await probe(`${running.operators}/livez`);
        return [status, body['status'], live.status, findValue(await fetchMetrics(running), 'openfirma_ready')];
      };
      let answers: readonly unknown[] = [];
      await until('it answers', async () => (answers = await answersNow().catch(() => [])).length > 0);
      assert.deepEqual(answers, [503, 'stopping', 200, 0]);
      halfway.socket.end('Host: a\r\n\r\n');
      assert.equal(await running.exit, 0);
    });
  }
});
