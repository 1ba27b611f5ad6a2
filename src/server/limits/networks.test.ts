import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RATE_LIMIT } from '../../contract/index.ts';
import { TokenBuckets, rateLimitMemory } from './rate-limiter.ts';

const TOKENS = RATE_LIMIT.requests;

/** Makes a limiter whose clock the test moves. */
function limiterAt(startMs: number, clientsMax?: number) {
  const clock = { ms: startMs };
  const limiter = new TokenBuckets(() => clock.ms, rateLimitMemory(clientsMax));
  /** Sends requests of one token each. Returns how many pass. */
  const passed = (clients: readonly string[]): number =>
    clients.filter((client) => Number(limiter.take(client, TOKENS)) >= 0).length;
  return { clock, limiter, passed };
}
const repeat = (client: string, times: number): string[] => Array.from({ length: times }, () => client);
const networks = (count: number, of: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => of(i));
const lastGroup = (i: number): string => `2001:db8:1:${i.toString(16)}`;

test('the 256 networks of a home line have ten times the limit of one, not 256 times', () => {
  const { limiter, passed } = limiterAt(0);
  const home = networks(256, (i) => lastGroup(0x1200 + i));
  assert.equal(passed(home.flatMap((client) => repeat(client, 60))), 600);
  assert.deepEqual(limiter.take('2001:db8:1:12ff', TOKENS), { bits: 56, clients: 10, missing: 1 });
  assert.equal(limiter.take('2001:db8:1:1300', TOKENS), 59, 'the neighbour has its own');
});

test('the 65,536 networks of a site have a hundred times the limit of one', () => {
  const { limiter, passed } = limiterAt(0);
  const site = networks(2 ** 16, (i) => lastGroup(i));
  assert.equal(passed(site), 6000);
  assert.deepEqual(limiter.take('2001:db8:1:ffff', TOKENS), { bits: 48, clients: 100, missing: 1 });
  assert.equal(limiter.take('2001:db8:2:ffff', TOKENS), 59, 'the neighbour has its own');
});

test('a phone of a /64 has its limit beside nine others of its /56, and what is left is that of the network if less', () => {
  const { limiter, passed } = limiterAt(0);
  const phones = networks(9, (i) => lastGroup(i));
  assert.equal(passed(phones.flatMap((client) => repeat(client, 60))), 540);
  assert.equal(passed(repeat(lastGroup(9), 30)), 30);
  assert.equal(limiter.take(lastGroup(10), TOKENS), 29);
});

test('policies have separate budgets', () => {
  const { limiter, passed } = limiterAt(0);
  passed(networks(10, (i) => lastGroup(i)).flatMap((client) => repeat(client, 60)));
  assert.equal(limiter.take('p 2001:db8:1:b', TOKENS), 59);
});

test('an address of IPv4 has no network', () => {
  const { passed } = limiterAt(0);
  assert.equal(passed(networks(256, (i) => `192.0.2.${i}`).flatMap((client) => repeat(client, 60))), 256 * 60);
});

test('a budget that is used up stays used up while other sites fill the memory, which is bounded', () => {
  const { limiter, passed } = limiterAt(0, 1000);
  assert.equal(passed(networks(100, (i) => lastGroup(i * 256)).flatMap((client) => repeat(client, 60))), 6000);
  passed(networks(20_000, (i) => `2001:db8:${(i + 2).toString(16)}:0`));
  assert.ok(limiter.size <= 1000, `${limiter.size} buckets`);
  assert.deepEqual(limiter.take(lastGroup(0xabcd), TOKENS), { bits: 48, clients: 100, missing: 1 });
});

test('it counts like an unbounded table of buckets, and a refused request costs nothing anywhere', () => {
  const client = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(20));
  const step = fc.record({ client, times: fc.integer({ min: 1, max: 70 }), cost: fc.integer({ min: 1, max: TOKENS }) });
  fc.assert(
    fc.property(fc.array(fc.record({ step, thenMs: fc.nat(2000) }), { maxLength: 200 }), (steps) => {
      const { clock, limiter } = limiterAt(0);
      const fullAtMs = new Map<string, number>();
      for (const {
        step: {
          client: [site, home, network],
          times,
          cost,
        },
        thenMs,
      } of steps) {
        const buckets = [
          { key: `${site} ${home} ${network}`, bits: 64, clients: 1 },
          { key: `${site} ${home}`, bits: 56, clients: 10 },
          { key: `${site}`, bits: 48, clients: 100 },
        ];
        for (let i = 0; i < times; i++) {
          const after = buckets.map(({ key, bits, clients }) => {
            const fullAt = Math.max(clock.ms, fullAtMs.get(key) ?? 0) + (cost * 1000) / clients;
            return { key, bits, clients, fullAt, left: Math.floor(((60_000 - (fullAt - clock.ms)) * clients) / 1000) };
          });
          const short = after.find(({ left }) => left < 0);
          if (short === undefined) for (const { key, fullAt } of after) fullAtMs.set(key, fullAt);
          const least = Math.min(...after.map(({ left }) => left));
          const refusal = short && { bits: short.bits, clients: short.clients, missing: -short.left };
          const want = refusal === undefined ? least : refusal.bits === 64 ? -refusal.missing : refusal;
          const group = (home * 256 + network).toString(16);
          assert.deepEqual(limiter.take(`2001:db8:${site}:${group}`, TOKENS, cost), want);
        }
        clock.ms += thenMs;
      }
    }),
  );
});
