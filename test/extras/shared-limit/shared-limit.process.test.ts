/** One rate limit in a real Redis: its counts, and the fallback while the store is away, slow or refuses connections. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedTokenBuckets, type SharedTokenBuckets } from '../../../extras/shared-limit/shared-token-buckets.ts';
import { parseStoreAddress } from '../../../extras/shared-limit/address.ts';
import { type StoreEvent } from '../../../extras/shared-limit/store-events.ts';
import { Metrics, TokenBuckets, systemClock, type Taken } from '../../../src/server/index.ts';
import { LIMITER_METRICS } from '../../../extras/shared-limit/settings.ts';
import { RedisServer } from './redis-server.ts';
import { has } from '../../parts.ts';
import { until } from '../../fixtures/until.ts';

/** The limiter of one of several servers, and its events. */
interface Opened {
  readonly limiter: SharedTokenBuckets;
  readonly events: StoreEvent[];
  readonly fallbacks: () => Record<string, number>;
  readonly away: () => number;
  /** Sends `times` requests of a client at once. Returns how many pass. */
  readonly ask: (client: string, times: number, tokens?: number) => Promise<number>;
}

/** Longer than a request takes on a busy machine. */
const PATIENT_MS = 10_000;
const SECRET = Buffer.from('a secret of the test');
const CLIENTS = ['203.0.113.77', '2001:db8:5a5a:c3c3', 'p 198.51.100.201'];

if (has('redis', 'One rate limit over servers')) {
  suite('A rate limit in Redis', () => {
    let server: RedisServer;
    const opened: SharedTokenBuckets[] = [];
    before(async () => {
      server = await RedisServer.start({ requirepass: 'hunter2' });
    });
    after(async () => {
      for (const limiter of opened) limiter.close();
      await server.remove();
    });

    async function open({
      address = server.address,
      secret = SECRET,
      deadlineMs = PATIENT_MS,
      nowMs = systemClock.monotonicMs,
    }: { address?: string; secret?: Buffer; deadlineMs?: number; nowMs?: () => number } = {}): Promise<Opened> {
      const metrics = new Metrics(systemClock.monotonicMs, { extras: LIMITER_METRICS });
      const events: StoreEvent[] = [];
      const limiter = sharedTokenBuckets({
        address: parseStoreAddress(address),
        deadlineMs,
        secret,
        local: new TokenBuckets(systemClock.monotonicMs),
        metrics,
        nowMs,
        onEvent: (event) => events.push(event),
      });
      opened.push(limiter);
      await limiter.start();
      return {
        limiter,
        events,
        fallbacks: () =>
          Object.fromEntries(metrics.totalsByLabel('rateLimitFallbacks').filter(([, total]) => total > 0)),
        away: () => metrics.gauge('storeAway', 1),
        ask: async (client, times, tokens = 60) => {
          const answers = await Promise.all(
            Array.from({ length: times }, () => Promise.resolve(limiter.take(client, tokens))),
          );
          return answers.filter((left) => Number(left) >= 0).length;
        },
      };
    }
    const newClient = (): string => `c ${randomBytes(6).toString('hex')}`;
    const kinds = ({ events }: Opened): string[] => events.map(({ kind }) => kind);
    const isBack = async ({ away, ask, fallbacks }: Opened): Promise<void> => {
      await until('it is back', async () => {
        const counted = JSON.stringify(fallbacks());
        await ask(newClient(), 1);
        return away() === 0 && JSON.stringify(fallbacks()) === counted;
      });
    };

    test('two servers let 60 of 200 requests of a client pass, and each policy has its own', async () => {
      const [a, b] = [await open(), await open()];
      const client = newClient();
      const started = performance.now();
      const asked = Array.from({ length: 20 }, async () => [await a.ask(client, 5), await b.ask(client, 5)] as const);
      const passed = await Promise.all(asked);
      const [first, second] = [0, 1].map((i) => passed.reduce((sum, counts) => sum + (counts[i] ?? 0), 0));
      const back = Math.floor((performance.now() - started) / 1000);
      const all = (first ?? 0) + (second ?? 0);
      assert.ok(all >= 60 && all <= 60 + back, `${first} and ${second} passed, ${back} came back`);
      assert.equal(await b.ask(`p ${client}`, 60), 60);
      assert.equal(await a.ask(`s ${client}`, 600, 600), 600);
      assert.deepEqual([a.fallbacks(), b.fallbacks()], [{}, {}]);
      assert.deepEqual([a.events, b.events], [[], []]);
    });

    test('returns the same tokens left as the local limit; a key expires when its bucket is full again', async () => {
      const { limiter } = await open();
      const client = newClient();
      await server.ask('FLUSHALL');
      assert.equal(await limiter.take(client, 60), 59);
      const [key = ''] = await server.keys();
      const expires = Number(await server.ask('PTTL', key));
      assert.ok(expires <= 1000, `${expires} ms`);
      await until('nothing is left', async () => (await server.keys()).length === 0);
      assert.equal(await limiter.take(client, 60), 59);
    });

    for (const [claim, put, tokens, want] of [
      ['an empty bucket refuses', 60_000, 60, -1],
      ['one token has come back', 58_500, 60, 0],
      ['a bucket of 600 has a token back sooner', 59_850, 600, 0],
      ['a clock that was put back by an hour empties a bucket, and no more', 3_600_000, 60, -1],
    ] as const) {
      test(`${claim}, and a refused request is not counted`, async () => {
        const { limiter } = await open();
        const client = newClient();
        await server.ask('FLUSHALL');
        await limiter.take(client, tokens);
        const [key = ''] = await server.keys();
        const [seconds = 0] = ((await server.ask('TIME')) as string[]).map(Number);
        const value = String(seconds * 1000 + put);
        await server.ask('SET', key, value);
        const left = Number(await limiter.take(client, tokens));
        // Some time has passed since.
        assert.ok(left >= want && left <= want + 10, `${left}`);
        if (left < 0) assert.equal(await server.ask('GET', key), value);
      });
    }

    test('charges like the local limit, and returns how many tokens are missing', async () => {
      const { limiter, fallbacks } = await open();
      const local = new TokenBuckets(() => 0);
      const client = newClient();
      // A token is refilled every second.
      for (const cost of [1, 28, 28, 2, 2, 1, 1, 24])
        assert.equal(await limiter.take(client, 60, cost), local.take(client, 60, cost));
      assert.deepEqual(fallbacks(), {});
    });

    test('networks of IPv6 share the budget of ten and of a hundred clients over two servers, as locally', async () => {
      const [a, b] = [await open(), await open()];
      const site = `2001:db8:${randomBytes(2).toString('hex').replace(/^0+/, '')}`;
      // Each takes the whole limit of its client.
      const ask = async (one: Opened, i: number): Promise<Taken> =>
        await one.limiter.take(`${site}:${i.toString(16)}`, 60, 60);
      const passed = (all: readonly Taken[]): number => all.filter((taken) => taken === 0).length;
      const started = performance.now();
      const back = (): number => Math.floor((performance.now() - started) / 6000);
      const home = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i % 2 === 0 ? a : b, 0x1200 + i)));
      assert.ok(passed(home) >= 10 && passed(home) <= 10 + back(), JSON.stringify(home));
      const refused = home.find((taken) => typeof taken === 'object');
      assert.ok(refused !== undefined && refused.bits === 56 && refused.missing > 0, JSON.stringify(home));
      const others = await Promise.all(
        Array.from({ length: 200 }, (_, i) => ask(i % 2 === 0 ? a : b, 0x2000 + i * 128)),
      );
      const all = passed(home) + passed(others);
      assert.ok(all >= 100 && all <= 100 + 10 * back() + 10, `${all} passed`);
      assert.ok(
        others.some((taken) => typeof taken === 'object' && taken.bits === 48),
        JSON.stringify(others),
      );
      assert.deepEqual([a.fallbacks(), b.fallbacks()], [{}, {}]);
    });

    test('stores no address in keys or values, and shares no keys with another secret', async () => {
      await server.ask('FLUSHALL');
      const [ours, same, others] = [await open(), await open(), await open({ secret: Buffer.from('another') })];
      for (const client of CLIENTS) await ours.limiter.take(client, 60);
      const keys = await server.keys();
      const values = await Promise.all(keys.map((key) => server.ask('GET', key)));
      const found = [...keys, ...values.map(String)].join(' ');
      for (const client of CLIENTS) assert.equal(found.includes(client.replace('p ', '')), false, found);
      assert.ok(
        keys.every((key) => /^openfirma:limit:(?:[\w-]{22}(?:[\w-]{22})?|probe)$/.test(key)),
        found,
      );
      // The keys of the networks of a client begin like its own, and expire earlier.
      const clients = async (): Promise<number> =>
        new Set((await server.keys()).flatMap((key) => /^openfirma:limit:[\w-]{22}/.exec(key) ?? [])).size;
      for (const client of CLIENTS) await same.limiter.take(client, 60);
      assert.equal(await clients(), CLIENTS.length);
      for (const client of CLIENTS) await others.limiter.take(client, 60);
      assert.equal(await clients(), 2 * CLIENTS.length);
    });

    test('works after the scripts are flushed', async () => {
      const one = await open();
      const client = newClient();
      assert.equal(await one.ask(client, 30), 30);
      await server.ask('SCRIPT', 'FLUSH');
      assert.equal(await one.ask(client, 30), 30);
      assert.equal(await one.limiter.take(client, 60), -1);
      assert.deepEqual([one.fallbacks(), one.events], [{}, []]);
    });

    test('counts locally while the store is away, without a failed request, and in the store after it returns', async () => {
      const one = await open();
      const client = newClient();
      assert.equal(await one.ask(client, 20), 20);
      await server.stop();
      await until('it is reported', () => one.away() === 1);
      // Requests that the store allowed count in the fallback, too.
      assert.equal(await one.ask(client, 100), 40);
      assert.equal(typeof one.limiter.take(newClient(), 60), 'number', 'no request waits');
      assert.deepEqual(
        Object.keys(one.fallbacks()).filter((reason) => reason !== 'away'),
        [],
      );
      await server.resume();
      await isBack(one);
      assert.equal(await one.ask(newClient(), 100), 60);
      assert.deepEqual(kinds(one), ['away', 'back']);
      const [event] = one.events;
      assert.match(JSON.stringify(event), /127\.0\.0\.1:\d+/);
    });

    test('a stopped store delays requests only briefly, and is used again when it continues', async () => {
      const one = await open({ deadlineMs: 20 });
      const client = newClient();
      const started = performance.now();
      assert.equal(await one.ask(client, 10), 10);
      server.signal('SIGSTOP');
      const passed = await one.ask(client, 100);
      const back = Math.floor((performance.now() - started) / 1000);
      assert.ok(passed >= 50 && passed <= 50 + back, `${passed} passed, ${back} came back`);
      assert.ok((one.fallbacks()['late'] ?? 0) > 0);
      await until('it is reported', () => one.away() === 1);
      assert.equal(typeof one.limiter.take(client, 60), 'number', 'no request waits');
      server.signal('SIGCONT');
      await isBack(one);
      assert.deepEqual(kinds(one).slice(-2), ['away', 'back']);
      assert.match(JSON.stringify(one.events), /does not answer in time/);
    });

    test('requests above the maximum in flight are counted locally', async () => {
      const one = await open();
      const answers = await Promise.all(Array.from({ length: 1500 }, () => one.ask(newClient(), 1)));
      assert.equal(
        answers.reduce((a, b) => a + b),
        1500,
      );
      assert.ok((one.fallbacks()['busy'] ?? 0) >= 1, JSON.stringify(one.fallbacks()));
      assert.deepEqual(one.events, []);
    });

    test('one key of another type is counted locally and reported once; the others are counted in the store', async () => {
      const one = await open();
      const client = newClient();
      await server.ask('FLUSHALL');
      await one.limiter.take(client, 60);
      const key = (await server.keys()).find((name) => !name.includes('probe')) ?? '';
      await server.ask('DEL', key);
      await server.ask('LPUSH', key, 'x');
      for (let i = 0; i < 5; i++) assert.equal(await one.ask(client, 1), 1);
      await until('it is reported', () => one.events.length === 1);
      assert.deepEqual(one.fallbacks(), { refused: 5 });
      assert.match(JSON.stringify(one.events), /"refused".*WRONGTYPE/);
      assert.equal(await one.ask(newClient(), 100), 60);
      assert.equal(one.away(), 0);
    });

    for (const [claim, reason, begin, end] of [
      ['is full', /OOM/, ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
      ['is a replica', /READONLY/, ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
      [
        'waits for replicas',
        /NOREPLICAS/,
        ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
        ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
      ],
    ] as const) {
      test(`a store that ${claim} is away with its own error, and back without a restart`, async () => {
        const one = await open();
        await server.ask(...begin);
        try {
          await one.ask(newClient(), 3);
          await until('it is reported', () => one.away() === 1);
          assert.match(JSON.stringify(one.events), reason);
          assert.equal(await one.ask(newClient(), 100), 60);
        } finally {
          await server.ask(...end);
        }
        await isBack(one);
        assert.deepEqual(kinds(one), ['away', 'back']);
      });
    }

    test('a failover, after which the old master is a replica, is one outage: away once and back once', async (t) => {
      const [master, replica] = [await RedisServer.start(), await RedisServer.start()];
      t.after(() => Promise.all([master.remove(), replica.remove()]));
      // A minute, after which another cause would be reported, is over in half a second.
      const one = await open({ address: master.address, nowMs: () => 120 * systemClock.monotonicMs() });
      // As Sentinel does: it makes the master a replica, and closes the connections of its clients.
      await master.ask('REPLICAOF', '127.0.0.1', String(replica.port));
      await master.ask('CLIENT', 'KILL', 'TYPE', 'normal');
      await until('it is reported', () => one.away() === 1);
      const started = performance.now();
      const client = newClient();
      let passed = 0;
      // Some attempts to heal: pauses are one second at most.
      while (performance.now() - started < 4000) {
        passed += await one.ask(client, 5);
        await pause(50);
      }
      const back = Math.floor((performance.now() - started) / 1000);
      assert.ok(passed >= 60 && passed <= 60 + back, `${passed} passed, ${back} came back`);
      assert.deepEqual([kinds(one), one.away()], [['away'], 1]);
      await master.ask('REPLICAOF', 'NO', 'ONE');
      await isBack(one);
      assert.deepEqual(kinds(one), ['away', 'back']);
    });

    test('a second cause of an outage is reported after a minute', async (t) => {
      const own = await RedisServer.start();
      t.after(() => own.remove());
      let ahead = 0;
      const one = await open({ address: own.address, nowMs: () => systemClock.monotonicMs() + ahead });
      await own.stop();
      await until('it is reported', () => one.away() === 1);
      await own.resume({ requirepass: 'new' }, false);
      ahead = 60_000;
      await until('it is reported', () => /NOAUTH/.test(JSON.stringify(one.events)));
      assert.deepEqual(kinds(one), ['away', 'away']);
    });

    test('a store that loads its data is away with its own error, and back after loading', async (t) => {
      const slow = { 'key-load-delay': '1000', 'loading-process-events-interval-bytes': '1024' };
      const loading = await RedisServer.start(slow);
      t.after(() => loading.remove());
      await loading.ask('EVAL', `for i = 1, 60000 do redis.call('SET', 'filler' .. i, 'x') end`, '0');
      await loading.ask('SAVE');
      await loading.stop();
      // Loading takes a minute unless its delay is removed.
      await loading.resume({}, false);
      await until('it loads', async () => /LOADING/.test(String(await loading.ask('PING').catch(String))));
      const one = await open({ address: loading.address });
      await until('it is reported', () => /LOADING/.test(JSON.stringify(one.events)));
      assert.equal(await one.ask(newClient(), 100), 60);
      await loading.ask('CONFIG', 'SET', 'key-load-delay', '0');
      await isBack(one);
      assert.equal(kinds(one).at(-1), 'back');
    });

    test('a wrong or missing password, or a user without rights, is reported without the password', async () => {
      await server.ask('ACL', 'SETUSER', 'reader', 'on', '>secret of reader', '+get', '~*');
      const at = `127.0.0.1:${server.port}`;
      for (const [login, reason] of [
        ['default:wrong-hunter2@', /WRONGPASS/],
        ['', /NOAUTH/],
        [`reader:${encodeURIComponent('secret of reader')}@`, /NOPERM/],
      ] as const) {
        const one = await open({ address: `redis://${login}${at}` });
        assert.deepEqual(kinds(one), ['away'], login);
        assert.match(JSON.stringify(one.events), reason);
        assert.doesNotMatch(JSON.stringify(one.events), /hunter2|secret of reader/);
        assert.equal(await one.ask(newClient(), 100), 60);
        one.limiter.close();
      }
    });

    test('a user needs only the rights of the script and of its keys, and a database may be another one', async () => {
      await server.ask('FLUSHALL');
      await server.ask('ACL', 'SETUSER', 'limits', 'on', '>pw', '~openfirma:limit:*', '+evalsha', '+eval', '+get', '+set', '+time', '+select'); // prettier-ignore
      const one = await open({ address: `redis://limits:pw@127.0.0.1:${server.port}/3` });
      const client = newClient();
      assert.equal(await one.ask(client, 100), 60);
      assert.deepEqual([one.fallbacks(), one.events], [{}, []]);
      assert.equal((await server.keys()).length, 0);
    });

    test('a host that does not exist is reported', async () => {
      const one = await open({ address: 'redis://store.invalid' });
      assert.match(JSON.stringify(one.events), /"away".*store\.invalid:6379/);
      assert.equal(await one.ask(newClient(), 100), 60);
      one.limiter.close();
    });
  });
}
