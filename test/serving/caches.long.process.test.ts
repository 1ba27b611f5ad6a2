/** A company that is restricted while a shared cache has a copy of it: the copy ends with its lifetime, even if the database is away. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { loadSnapshot } from '../../extras/postgres/load/load-snapshot.ts';
import { PostgresServer } from '../extras/postgres/postgres-server.ts';
import { giveToServer } from '../extras/postgres/postgres-programs.ts';
import { isInstalled, untilAnswers } from '../fixtures/programs.ts';
import { startService, stopService, type Running } from '../fixtures/serving.ts';
import { until } from '../fixtures/until.ts';
import { has } from '../parts.ts';
import { MILLS, buildLines, mill, millName, mills } from '../searching/generations.ts';
import { CACHES, startCache, type RunningCache } from './caching-proxies.ts';

const WHAT = 'Shared caches';
const SECRET = 7;
/** A page may be kept for less than half of the lifetime of its cursor, so the test need not wait for a minute. */
const LIFETIME_SECONDS = 3;
const SETTINGS = { CURSOR_TTL_SECONDS: '6', SNAPSHOT_CHECK_SECONDS: '1', DEADLINE_SECONDS: '2', RATE_LIMIT: '10000' };
const PAGE = `/v1/search?q=${MILLS}&limit=25`;
/** Caches count whole seconds, some of them from the last second that they know. */
const ROUNDING_SECONDS = 2;

interface Kept {
  readonly status: number;
  readonly id: string | null;
  readonly body: string;
}

async function ask(port: number): Promise<Kept> {
  const answer = await fetch(`http://127.0.0.1:${port}${PAGE}`);
  return { status: answer.status, id: answer.headers.get('x-request-id'), body: await answer.text() };
}

/** Returns the `Content-Encoding` of the first page of the site. */
async function fetchEncoding(port: number, accepted?: string): Promise<string | undefined> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const [answer] = (await once(get({ host: '127.0.0.1', port, headers }), 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  answer.resume();
  return answer.headers['content-encoding'];
}

if (has('postgresql', WHAT) && process.env['POSTGRES_TEST_URL'] === undefined) {
  suite(WHAT, () => {
    const programs = Object.entries(CACHES).filter(([, { part, program }]) =>
      part === undefined ? isInstalled(program, '/usr/sbin') : has(part, `The cache of ${program}`),
    );
    const running = new Map<string, RunningCache>();
    let server: PostgresServer;
    let folder = '';
    let service: Running;
    let database = '';
    before(async () => {
      server = await PostgresServer.start();
      folder = mkdtempSync(join(tmpdir(), 'openfirma-caches-'));
      giveToServer(folder);
      database = await server.database();
      await loadSnapshot(await buildLines(folder, 'first', mills(0, 60)), database, { keepSeconds: 0 });
      service = await startService(folder, [], { BACKEND: database, ...SETTINGS });
      for (const [name, cache] of programs) running.set(name, await startCache(cache, service.port));
    });
    after(async () => {
      for (const { remove } of running.values()) await remove();
      await stopService(service);
      await server.remove();
      rmSync(folder, { recursive: true });
    });

    test('send no compressed page to a client that takes none', async () => {
      for (const [name, { port, child }] of running) {
        await untilAnswers(child, () => fetchEncoding(port, 'gzip'));
        const seen = [await fetchEncoding(port, 'gzip'), await fetchEncoding(port), await fetchEncoding(port, 'gzip')];
        assert.deepEqual(seen, ['gzip', undefined, 'gzip'], name);
      }
    });

    test('keep a page until its lifetime ends, and pass on the outage afterwards: not the restricted name', async () => {
      const lifetimes = [...running].map(async ([name, { port, child }]) => {
        await untilAnswers(child, async () => assert.equal((await ask(port)).status, 200, name));
        // Two requests with one request id: the second one was answered by the cache.
        const ids: (string | null)[] = [];
        await until(`${name} keeps a copy`, async () => {
          const { id, body } = await ask(port);
          assert.ok(body.includes(millName(SECRET)), name);
          return ids.push(id) > 1 && ids.at(-1) === ids.at(-2);
        });
      });
      await Promise.all(lifetimes);
      const copiedMs = performance.now();
      const restricted = mill(SECRET, { lifecycle: { status: 'restricted' } });
      const lines = [...mills(0, SECRET), ...mills(SECRET + 1, 60), restricted];
      const second = await buildLines(folder, 'second', lines, { previous: join(folder, 'first') });
      await loadSnapshot(second, database, { keepSeconds: 0 });
      await until(
        'the service shows the restriction',
        async () => !(await ask(service.port)).body.includes(millName(SECRET)),
      );
      await server.stop();
      await until('the service is away', async () => (await ask(service.port)).status === 503);
      await until(
        'all copies are stale',
        () => performance.now() - copiedMs > (LIFETIME_SECONDS + ROUNDING_SECONDS) * 1000,
      );
      const shown = [...running].map(async ([name, { port }]) => {
        const { status, body } = await ask(port);
        return `${name}: ${status}${body.includes(millName(SECRET)) ? ' with the name' : ''}`;
      });
      assert.deepEqual(
        await Promise.all(shown),
        Array.from(running.keys(), (name) => `${name}: 503`),
      );
    });
  });
}
