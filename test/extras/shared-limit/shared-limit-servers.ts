/** Clients of several services that count one rate limit together. */
import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import type { Running } from '../../fixtures/serving.ts';
import { parseMetrics } from '../../serving/prometheus-text.ts';

/** Returns a metric of a service: the sum of its lines. */
export async function fetchMetric({ stdout }: Running, name: string): Promise<number> {
  const at = /"address":"([^"]+\/metrics)"/.exec(stdout())?.[1] ?? '';
  const family = parseMetrics(await (await fetch(at)).text()).get(name);
  return (family?.samples ?? []).reduce((sum, { value }) => sum + value, 0);
}

/** Requests to services in turn, each service over its own connections. */
export class Asked {
  readonly #services: readonly Running[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 20 });
  #next = 0;

  constructor(services: readonly Running[]) {
    this.#services = services;
  }

  /** Returns the status of a search by a client. */
  async status(client: string, path = '/v1/search?q=nordlys&limit=1'): Promise<number> {
    return (await this.#ask(client, path)).status;
  }

  /** Sends requests of a client at once. Returns how many passed, and how many tokens may have been refilled meanwhile. */
  async passed(client: string, times: number): Promise<{ readonly passed: number; readonly back: number }> {
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.#ask(client, '/v1/search?q=nordlys&limit=1')),
    );
    for (const { status, left, retryAfter } of answers) {
      assert.ok(status === 200 || status === 429, String(status));
      assert.equal(retryAfter, status === 429 ? '1' : undefined);
      if (status === 429) assert.equal(left, 0);
    }
    const back = Math.floor((performance.now() - started) / 1000);
    return { passed: answers.filter(({ status }) => status === 200).length, back };
  }

  /** Sends more requests than the limit, and asserts that 60 pass, plus at most the tokens refilled meanwhile. */
  async assertExact(client: string, times: number): Promise<void> {
    const { passed, back } = await this.passed(client, times);
    assert.ok(passed >= 60 && passed <= 60 + back, `${client}: ${passed} passed, ${back} may have come back`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(
    client: string,
    path: string,
  ): Promise<{ readonly status: number; readonly left: number; readonly retryAfter: string | undefined }> {
    const service = this.#services[this.#next++ % this.#services.length];
    return new Promise((resolve, reject) => {
      get(`${service?.address}${path}`, { agent: this.#agent, headers: { 'X-Forwarded-For': client } }, (response) => {
        const left = Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);
        const retryAfter = response.headers['retry-after'];
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, left, retryAfter }));
      }).on('error', reject);
    });
  }
}
