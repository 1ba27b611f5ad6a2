/** `openfirma serve` with a rate limit that several servers count in one Redis. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { RedisServer, startSentinel } from './redis-server.ts';
import { has } from '../../parts.ts';
import { Asked, fetchMetric } from './shared-limit-servers.ts';
import { freePort } from '../../fixtures/programs.ts';
import { failToStart, startService, stopService, type Environment, type Running } from '../../fixtures/serving.ts';
import { buildSample } from '../../serving/unread-clients.ts';
import { until } from '../../fixtures/until.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'src', 'fetching', 'fixtures');
const pem = (name: string): string => join(FIXTURES, `${name}.pem`);
const SECRET = 'the same on all servers';
const FALLBACKS = 'openfirma_rate_limit_fallbacks_total';
const AWAY = 'openfirma_rate_limit_store_away';

suite('openfirma serve with RATE_LIMIT_STORE', () => {
  let directory = '';
  const services: Running[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-shared-limit-'));
    await buildSample(join(directory, 'a.snapshot'));
  });
  after(() => {
    for (const { child } of services) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  async function serve(store: string, settings: Environment = {}): Promise<Running> {
    const running = await startService(directory, ['--snapshot', 'a.snapshot'], {
      RATE_LIMIT_STORE: store,
      RATE_LIMIT_STORE_DEADLINE_MS: '10000',
      CURSOR_SECRET: SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: '0',
      ...settings,
    });
    services.push(running);
    return running;
  }

  for (const [claim, settings, line] of [
    [
      'no host',
      { RATE_LIMIT_STORE: 'redis://u:hunter2@/0', CURSOR_SECRET: SECRET },
      /Cannot use the rate limit store "redis:\/\/\*\*\*@\/0": it names no host/,
    ],
    [
      'no secret that servers could share',
      { RATE_LIMIT_STORE: 'redis://store' },
      /RATE_LIMIT_STORE needs CURSOR_SECRET, the same on all servers/,
    ],
  ] as const) {
    test(`does not start with ${claim}, with one line`, () => {
      const { status, stderr, stdout } = failToStart(directory, ['--snapshot', 'a.snapshot'], settings);
      assert.equal(status, 1);
      assert.match(stderr, line);
      assert.match(stderr, /^openfirma: [^\n]+\n$/);
      assert.doesNotMatch(stderr + stdout, /hunter2/);
    });
  }

  if (!has('redis', 'openfirma serve with RATE_LIMIT_STORE')) return;

  test('two servers, one of them with two workers, answer exactly 60 of 100 concurrent requests', async (t) => {
    const server = await RedisServer.start({ requirepass: 'hunter2' });
    t.after(() => server.remove());
    const pair = [await serve(server.address), await serve(server.address, { WORKERS: '2' })];
    const listening = (): number => [...(pair[1]?.stdout() ?? '').matchAll(/"msg":"listening"/g)].length;
    await until('both workers listen', () => listening() === 2);
    const asked = new Asked(pair);
    for (const client of ['203.0.113.77', '2001:db8:5a5a:c3c3::77']) await asked.assertExact(client, 100);
    // The key of the client lives for half a minute.
    for (let i = 0; i < 30; i++) assert.equal(await asked.status('203.0.113.77', '/search?q=nordlys'), 200);
    const keys = await server.keys();
    // Two limits of the first client and one of the second, and perhaps those of its networks, which are full again after seconds.
    const counted = keys.filter((key) => !key.includes('probe')).length;
    assert.ok(counted >= 3 && counted <= 5, `${counted} keys`);
    for (const running of pair) {
      assert.equal(await fetchMetric(running, FALLBACKS), 0);
      assert.equal(await fetchMetric(running, AWAY), 0);
      await stopService(running);
      assert.equal(running.stderr(), '');
      assert.doesNotMatch(running.stdout(), /hunter2|rate limit store/);
    }
    const connected = String(await server.ask('CLIENT', 'LIST'));
    assert.equal(connected.trim().split('\n').length, 1, 'no connection is left but this one');
    asked.close();
  });

  test('starts while the store is away, logs it, counts locally, and in the store after it returns', async (t) => {
    const server = await RedisServer.start();
    t.after(() => server.remove());
    await server.stop();
    const pair = [await serve(server.address), await serve(server.address)];
    for (const running of pair) {
      assert.match(
        running.stdout(),
        /"store":"127\.0\.0\.1:\d+","reason":"[^"]*ECONNREFUSED[^"]*","msg":"the rate limit store is away: counting here until it is back"/,
      );
      assert.equal(await fetchMetric(running, AWAY), 1);
    }
    const asked = new Asked(pair);
    const { passed, back } = await asked.passed('203.0.113.1', 140);
    assert.ok(passed >= 120 && passed <= 120 + 2 * back, 'each server counts by itself');
    await server.resume();
    for (const running of pair) await until('it has the store', async () => (await fetchMetric(running, AWAY)) === 0);
    await asked.assertExact('203.0.113.2', 100);
    for (const running of pair) {
      assert.equal(await fetchMetric(running, FALLBACKS), 70);
      assert.equal([...running.stdout().matchAll(/the rate limit store is/g)].length, 2);
      await stopService(running);
    }
    asked.close();
  });

  test('follows Sentinel to the server that it promotes, and logs the outage once', async (t) => {
    const master = await RedisServer.start();
    const replica = await RedisServer.start({ replicaof: `127.0.0.1 ${master.port}` });
    const port = await freePort();
    const stopSentinel = startSentinel(master, port);
    t.after(async () => {
      await stopSentinel();
      await Promise.all([master.remove(), replica.remove()]);
    });
    await until('the replica has the data, and Sentinel knows it', async () => {
      const known = readFileSync(join(master.folder, 'sentinel.conf'), 'utf8').includes(
        `known-replica limits 127.0.0.1 ${replica.port}`,
      );
      return known && /link_status:up/.test(String(await replica.ask('INFO', 'replication')));
    });
    // The first Sentinel is away.
    const store = `redis+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${port}/limits`;
    const running = [await serve(store), await serve(store)];
    const asked = new Asked(running);
    await asked.assertExact('203.0.113.1', 100);
    await master.stop();
    for (const one of running) await until('it is away', async () => (await fetchMetric(one, AWAY)) === 1);
    for (const one of running) await until('it is back', async () => (await fetchMetric(one, AWAY)) === 0);
    await asked.assertExact('203.0.113.2', 100);
    assert.ok((await replica.keys()).length > 0);
    for (const one of running) {
      const lines = Array.from(one.stdout().matchAll(/"store":"([^"]+)"[^\n]*store is (\w+)/g), ([, , state]) => state);
      assert.deepEqual(lines, ['away', 'back']);
      await stopService(one);
    }
    asked.close();
  });

  test('trusts an encrypted store with a trusted certificate, and no other', async (t) => {
    const chain = join(directory, 'chain.pem');
    writeFileSync(chain, ['toy-server', 'toy-intermediate'].map((name) => readFileSync(pem(name), 'utf8')).join('\n'));
    const server = await RedisServer.start({
      'tls-cert-file': chain,
      'tls-key-file': pem('toy-server-key'),
      'tls-ca-cert-file': pem('toy-root'),
      'tls-auth-clients': 'no',
      requirepass: 'hunter2',
    });
    t.after(() => server.remove());
    const stranger = await serve(server.address);
    assert.match(stranger.stdout(), /"reason":"[^"]*certificate[^"]*","msg":"the rate limit store is away/);
    await stopService(stranger);
    const trusting = await serve(server.address, { NODE_EXTRA_CA_CERTS: pem('toy-root'), WORKERS: '2' });
    const asked = new Asked([trusting]);
    await asked.assertExact('203.0.113.1', 100);
    assert.equal(await fetchMetric(trusting, FALLBACKS), 0);
    assert.doesNotMatch(trusting.stdout(), /rate limit store|hunter2/);
    await stopService(trusting);
    asked.close();
  });
});
