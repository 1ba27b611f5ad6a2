/** One rate limit over several servers for minutes: a store hangs under load. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RedisServer } from './redis-server.ts';
import { Asked, fetchMetric } from './shared-limit-servers.ts';
import { startService, stopService, type Environment, type Running } from '../../fixtures/serving.ts';
import { buildSample } from '../../serving/unread-clients.ts';
import { until } from '../../fixtures/until.ts';

const AWAY = 'openfirma_rate_limit_store_away';
const STALLS = 10;

/** Requests of many clients until `end` is called. */
class Load {
  readonly #asked: Asked;
  readonly #ending = new AbortController();
  readonly #clients: readonly Promise<void>[];
  answered = 0;
  readonly failed: string[] = [];
  /** The longest duration of a request, in milliseconds. */
  slowestMs = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#clients = Array.from({ length: 8 }, (_, n) => this.#run(n));
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#clients);
  }

  async #run(n: number): Promise<void> {
    for (let i = 0; !this.#ending.signal.aborted; i++) {
      const started = performance.now();
      try {
        const status = await this.#asked.status(`198.18.${n}.${i % 250}`);
        if (status === 200 || status === 429) this.answered++;
        else this.failed.push(String(status));
      } catch (error) {
        this.failed.push(String(error));
      }
      this.slowestMs = Math.max(this.slowestMs, performance.now() - started);
    }
  }
}

suite('One rate limit for minutes', () => {
  let directory = '';
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-limit-soak-'));
    await buildSample(join(directory, 'a.snapshot'));
  });
  after(() => rmSync(directory, { recursive: true }));

  async function two(t: TestContext, store: string, settings: Environment): Promise<Running[]> {
    const services = await Promise.all(
      [1, 2].map(async () =>
        startService(directory, ['--snapshot', 'a.snapshot'], {
          RATE_LIMIT_STORE: store,
          CURSOR_SECRET: 'the same on all servers',
          TRUSTED_PROXIES: '127.0.0.1',
          METRICS_PORT: '0',
          ...settings,
        }),
      ),
    );
    t.after(() => {
      for (const { child } of services) child.kill('SIGKILL');
    });
    return services;
  }
  const sum = async (services: readonly Running[], name: string): Promise<number> => {
    const values = await Promise.all(services.map((service) => fetchMetric(service, name)));
    return values.reduce((a, b) => a + b, 0);
  };
  const readLog = ({ stdout }: Running): string[] => stdout().split('\n').filter((line) => line.includes('rate limit store')); // prettier-ignore

  test('a store that hangs repeatedly delays no request', async (t) => {
    const server = await RedisServer.start();
    t.after(() => server.remove());
    const services = await two(t, server.address, {});
    const asked = new Asked(services);
    const load = new Load(asked);
    t.after(() => load.end());
    let [still, moving] = [0, 0];
    for (let stall = 0; stall < STALLS; stall++) {
      let earlier = load.answered;
      await pause(2000);
      moving += load.answered - earlier;
      server.signal('SIGSTOP');
      await until('both say so', async () => (await sum(services, AWAY)) === 2);
      earlier = load.answered;
      // The longer pause exceeds the time after which a silent connection is closed.
      await pause(stall % 2 === 0 ? 2000 : 6000);
      still += (load.answered - earlier) / (stall % 2 === 0 ? 1 : 3);
      server.signal('SIGCONT');
      await until('both have it back', async () => (await sum(services, AWAY)) === 0);
    }
    await load.end();
    assert.deepEqual(load.failed, []);
    // Without the store a response takes less time: nothing waits for the store.
    assert.ok(still > moving / 2, `${still} answers while it stood still, ${moving} while it did not`);
    for (const service of services) {
      await stopService(service);
      const lines = readLog(service);
      assert.ok(lines.length >= 2 * STALLS && lines.length <= 8 * STALLS, `${lines.length} lines`);
    }
    t.diagnostic(`${load.answered} requests, ${still} answers in 20 s of standing still, ${moving} in 20 s of not, slowest ${Math.round(load.slowestMs)} ms`); // prettier-ignore
    asked.close();
  });
});
