/**
 * What refused requests cost the service, with a body and without, and how long twenty polite clients wait meanwhile. The figures go to
 * bench/results/refused-bodies.txt.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startSample } from '../fixtures/built-sample.ts';
import { Connection, formatRequest } from '../fixtures/load.ts';
import { cpuMicroseconds, machine } from '../fixtures/machine.ts';
import { stopService, type Running } from '../fixtures/serving.ts';
import type { RefusedLoad } from './refused-load.ts';

const POLITE = 20;
const SECONDS = 20;
const PAID_MS = 3000;
const IDS = JSON.stringify({ companies: Array.from({ length: 10_000 }, () => '0'.repeat(28)) });
/** A request with an optional body. Each attack comes from its own client. */
const request = (client: number, target: string, body = '', fields = ''): string =>
  `${body === '' ? 'GET' : 'POST'} ${target} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.${client}\r\n` +
  `${body === '' ? '' : `Content-Length: ${body.length}\r\n`}${fields}\r\n${body}`;

const ATTACKS: readonly (readonly [claim: string, request: string])[] = [
  ['GET', request(1, '/v1/search?q=nordlys')],
  ['GET, a connection each', request(2, '/v1/search?q=nordlys', '', 'Connection: close\r\n')],
  ['310 KB', request(3, '/changes/query', IDS)],
  ['310 KB to no path', request(4, '/nowhere', IDS)],
  ['310 KB, a connection each', request(5, '/changes/query', IDS, 'Connection: close\r\n')],
  ['10 KB', request(6, '/changes/query', IDS.slice(0, 10_000))],
];

suite('refused requests beside polite clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-refused-'));
  let running: Running;
  before(async () => {
    running = await startSample(folder, { TRUSTED_PROXIES: '127.0.0.1', DOORS: 'changes,lookup' });
  });
  after(async () => {
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  /** Each client searches every 100 ms, from another address each time. Returns the waits in milliseconds, in order. */
  async function politeWaits(seconds: number): Promise<number[]> {
    const waits: number[] = [];
    const client = async (n: number): Promise<void> => {
      const connection = await Connection.open(running.port);
      await pause(n * 5);
      for (let i = 0; i < seconds * 10; i++) {
        const started = performance.now();
        const { status } = await connection.answerTo(formatRequest('/v1/search?q=nordlys', `10.0.${n}.${i}`));
        assert.equal(status, 200);
        waits.push(performance.now() - started);
        await pause(Math.max(0, 100 - (performance.now() - started)));
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: POLITE }, (_, n) => client(n)));
    return waits.toSorted((a, b) => a - b);
  }
  const share = (waits: readonly number[], part: number): string =>
    (waits[Math.floor(waits.length * part)] ?? 0).toFixed(1);

  test('cost little', async (t) => {
    const rows: string[] = [];
    const row = (...cells: readonly (string | number)[]): void =>
      void rows.push(cells.map((cell, i) => String(cell)[i === 0 ? 'padEnd' : 'padStart'](i === 0 ? 28 : 12)).join(''));
    row('beside', 'refused', 'connections', 'µs of CPU', 'p50, ms', 'p99, ms');
    const quiet = await politeWaits(SECONDS);
    const cpuBefore = cpuMicroseconds(running.child.pid);
    const again = await politeWaits(SECONDS);
    const politeCpu = cpuMicroseconds(running.child.pid) - cpuBefore;
    row('nothing', 0, 0, '', share(quiet, 0.5), share(quiet, 0.99));
    row('nothing, again', 0, 0, '', share(again, 0.5), share(again, 0.99));
    for (const [claim, sent] of ATTACKS) {
      const workerData: RefusedLoad = { port: running.port, request: sent };
      const attacker = new Worker(join(import.meta.dirname, 'refused-load.ts'), { workerData });
      // The first requests are paid, and worked on.
      await pause(PAID_MS);
      const started = cpuMicroseconds(running.child.pid);
      const waits = await politeWaits(SECONDS);
      attacker.postMessage('end');
      const [{ statuses, connections }] = (await once(attacker, 'message')) as [
        { statuses: Record<string, number>; connections: number },
      ];
      await attacker.terminate();
      const { 200: paid = 0, ...others } = statuses;
      const refused = Object.values(others).reduce((sum, count) => sum + count, 0);
      t.diagnostic(`${claim}: ${paid} paid, ${JSON.stringify(others)}`);
      const each = (cpuMicroseconds(running.child.pid) - started - politeCpu) / refused;
      row(claim, refused, connections, each.toFixed(0), share(waits, 0.5), share(waits, 0.99));
    }
    const report = [
      `refused requests of one client over ten connections, beside ${POLITE} clients that search ten times a second, ${new Date().toISOString().slice(0, 10)}`,
      machine(),
      `load average ${loadavg()[0]?.toFixed(1)}`,
      '',
      ...rows,
      '',
    ].join('\n');
    t.diagnostic(report);
    writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'refused-bodies.txt'), report);
  });
});
