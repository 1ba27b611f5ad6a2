/** One rate limit in a real Redis cluster, of which a server is killed under load. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { parseStoreAddress } from '../../../extras/shared-limit/address.ts';
import type { StoreEvent } from '../../../extras/shared-limit/server-health.ts';
import { sharedTokenBuckets, type SharedTokenBuckets } from '../../../extras/shared-limit/shared-token-buckets.ts';
import { Metrics, TokenBuckets, systemClock } from '../../../src/server/index.ts';
import { LIMITER_METRICS } from '../../../extras/shared-limit/settings.ts';
import { startCluster, type RedisServer } from './redis-server.ts';
import { has } from '../../parts.ts';
import { Asked, metricOf } from './shared-limit-servers.ts';
import { startService, stopService, type Running } from '../../fixtures/serving.ts';
import { buildSample } from '../../serving/unread-clients.ts';
import { until } from '../../fixtures/until.ts';

if (has('redis', 'One rate limit over a cluster')) {
  suite('A rate limit in a cluster of three', () => {
    let directory = '';
    let servers: readonly RedisServer[] = [];
    let services: readonly Running[] = [];
    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'openfirma-cluster-'));
      await buildSample(join(directory, 'a.snapshot'));
      servers = await startCluster();
      const [first, second] = servers;
      services = await Promise.all(
        [1, 2].map(() =>
          startService(directory, ['--snapshot', 'a.snapshot'], {
            // Two addresses are enough to find the third server.
            RATE_LIMIT_STORE: `redis://127.0.0.1:${first?.port},127.0.0.1:${second?.port}`,
            RATE_LIMIT_STORE_DEADLINE_MS: '10000',
            CURSOR_SECRET: 'the same on all servers',
            TRUSTED_PROXIES: '127.0.0.1',
            METRICS_PORT: '0',
          }),
        ),
      );
    });
    after(async () => {
      for (const { child } of services) child.kill('SIGKILL');
      await Promise.all(servers.map((server) => server.remove()));
      rmSync(directory, { recursive: true });
    });

    const sum = async (name: string): Promise<number> => {
      const values = await Promise.all(services.map((service) => metricOf(service, name)));
      return values.reduce((a, b) => a + b, 0);
    };
    const FALLBACKS = 'openfirma_rate_limit_fallbacks_total';
    const AWAY = 'openfirma_rate_limit_store_away';

    test('is exact over two services for clients in all slots', async () => {
      const asked = new Asked(services);
      const clients = Array.from({ length: 6 }, (_, i) => [`192.0.2.${i}`, `2001:db8:${i}::1`]).flat();
      await Promise.all(clients.map((client) => asked.assertExact(client, 100)));
      assert.equal(await sum(FALLBACKS), 0);
      const counts = await Promise.all(servers.map(async (server) => (await server.keys()).length));
      assert.ok(counts.reduce((a, b) => a + b, 0) >= clients.length, counts.join(', '));
      asked.close();
    });

    test('one host of a cluster is reported, and the same host named twice is a cluster', async (t) => {
      const at = `127.0.0.1:${servers[0]?.port}`;
      const events: StoreEvent[] = [];
      const open = async (hosts: string): Promise<SharedTokenBuckets> => {
        const limiter = sharedTokenBuckets({
          address: parseStoreAddress(`redis://${hosts}`),
          deadlineMs: 10_000,
          secret: Buffer.from('a secret of the test'),
          local: new TokenBuckets(() => 0),
          metrics: new Metrics(systemClock.monotonicMs, { extras: LIMITER_METRICS }),
          nowMs: systemClock.monotonicMs,
          onEvent: (event) => events.push(event),
        });
        t.after(() => limiter.close());
        await limiter.start();
        return limiter;
      };
      const twice = await open(`${at},${at}`);
      for (let i = 0; i < 30; i++) assert.equal(await twice.take(`203.0.113.${i}`, 60), 59);
      assert.deepEqual(events, []);
      const once = await open(at);
      for (let i = 0; i < 30; i++) await once.take(`203.0.113.${i}`, 60);
      await until('it is reported', () => events.length > 0);
      assert.match(JSON.stringify(events), /it is of a cluster, so name several of its servers: MOVED/);
    });

    test('a killed server fails no request; others stay exact, and its slots return with it', async (t) => {
      const asked = new Asked(services);
      const [, killed] = servers;
      assert.ok(killed !== undefined);
      /** Stops the requests of many clients. */
      const loading = new AbortController();
      t.after(() => loading.abort());
      let failed = 0;
      let answered = 0;
      const load = Array.from({ length: 4 }, async (_, n) => {
        for (let i = 0; !loading.signal.aborted; i++) {
          await asked.status(`198.51.${n}.${i % 250}`).then(
            (status) => (status === 200 || status === 429 ? answered++ : failed++),
            () => failed++,
          );
        }
      });
      await until('all slots are asked', () => answered > 100);
      await killed.stop('SIGKILL');
      await until('both services say so', async () => (await sum(AWAY)) === 2);
      const earlier = answered;
      await until('requests go on', () => answered > earlier + 200);
      assert.ok((await sum(FALLBACKS)) > 0);
      // Clients whose server runs are counted exactly; clients of the killed server are counted by each service.
      const others = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5', '203.0.113.6'];
      const counts = await Promise.all(others.map(async (client) => await asked.passed(client, 140)));
      const shared = counts.filter(({ passed, back }) => passed <= 60 + back);
      assert.ok(shared.length > 0 && counts.every(({ passed, back }) => passed >= 60 && passed <= 120 + 2 * back));
      await killed.resume();
      await until('both services have it back', async () => (await sum(AWAY)) === 0);
      loading.abort();
      await Promise.all(load);
      assert.equal(failed, 0);
      const fallbacks = await sum(FALLBACKS);
      await Promise.all(Array.from({ length: 6 }, (_, i) => asked.assertExact(`192.0.2.${100 + i}`, 100)));
      assert.equal(await sum(FALLBACKS), fallbacks);
      for (const { stdout } of services) {
        const logged = [...stdout().matchAll(/"store":"([^"]+)"[^\n]*"msg":"([^"]+)"/g)];
        // While the server starts, it may be away for another reason than before.
        assert.deepEqual(
          [...new Set(logged.map(([, store, msg]) => `${store} ${msg}`))],
          [
            `127.0.0.1:${killed.port} the rate limit store is away: counting here until it is back`,
            `127.0.0.1:${killed.port} the rate limit store is back: counting there`,
          ],
        );
      }
      asked.close();
    });

    test('slots are followed to another server, during and after the move', async () => {
      const asked = new Asked(services);
      const [from, to] = servers;
      assert.ok(from !== undefined && to !== undefined);
      const [fromId, toId] = await Promise.all(
        [from, to].map(async (server) => String(await server.ask('CLUSTER', 'MYID'))),
      );
      const slots = Array.from({ length: 2000 }, (_, slot) => String(slot));
      const set = (state: string, id = ''): string[][] => slots.map((slot) => ['CLUSTER', 'SETSLOT', slot, state, id]);
      await from.ask('FLUSHALL');
      const earlier = await sum(FALLBACKS);
      // Moves slots without keys, as a rebalancing does.
      await to.askAll(set('IMPORTING', fromId));
      await from.askAll(set('MIGRATING', toId));
      for (let i = 0; i < 100; i++) assert.equal(await asked.status(`198.18.0.${i}`), 200);
      for (const server of [to, from]) await server.askAll(set('NODE', toId));
      for (let i = 0; i < 100; i++) assert.equal(await asked.status(`198.18.1.${i}`), 200);
      assert.equal(await sum(FALLBACKS), earlier);
      assert.equal(await sum(AWAY), 0);
      for (const { stdout } of services) assert.doesNotMatch(stdout(), /refused to count/);
      assert.match(String(await from.ask('INFO', 'errorstats')), /errorstat_ASK:[^]*errorstat_MOVED:/);
      asked.close();
      for (const service of services) await stopService(service);
    });
  });
}
