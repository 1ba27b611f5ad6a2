/** Services that follow a publication. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { createKey, type SigningKey } from '../../../extras/publication/keys.ts';
import { publish } from '../../../extras/publication/write-folder.ts';
import { send } from '../../../extras/publication/store-fixture.ts';
import { MILLS, buildLines, mill, mills } from '../../searching/generations.ts';
import { followedLoad } from '../../serving/followed-load.ts';
import { failToStart, startService, stopService, type Environment, type Running } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';

const pem = (name: string): string =>
  join(import.meta.dirname, '..', '..', '..', 'src', 'fetching', 'fixtures', `${name}.pem`);

suite('a service that follows', () => {
  let directory = '';
  let files: string[] = [];
  let key: SigningKey;
  let store = '';
  let address = '';
  /** Whether the store will send the next snapshot byte by byte, or does so now; it stops when the follower disconnects. */
  let drips: 'no' | 'next' | 'now' = 'no';
  const children: ChildProcess[] = [];
  const server = createServer(
    {
      cert: readFileSync(pem('toy-server'), 'utf8') + readFileSync(pem('toy-intermediate'), 'utf8'),
      key: readFileSync(pem('toy-server-key')),
    },
    (request, response) => {
      const path = join(store, request.url ?? '');
      if (drips !== 'no' && path.includes('snapshots')) {
        drips = 'now';
        response.writeHead(200, { 'content-length': 1_000_000 });
        const timer = setInterval(() => response.write('x'), 50);
        response.on('close', () => {
          clearInterval(timer);
          drips = 'no';
        });
        return;
      }
      if (existsSync(path)) send(request, response, readFileSync(path));
      else response.writeHead(404).end();
    },
  );
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-followers-'));
    files = await Promise.all([0, 1, 2, 3].map((n) => buildLines(directory, `${n}.snapshot`, mills(n, 100 + n))));
    key = await createKey(join(directory, 'key'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/current.json`;
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    rmSync(directory, { recursive: true });
  });

  const put = async (n: number, signing = key): Promise<void> => {
    const snapshot = files[n] ?? assert.fail();
    await publish({ snapshot, to: store, key: signing, signal: new AbortController().signal });
  };

  const createSettings = (name: string): Environment => ({
    DATA_DIR: join(directory, name),
    SNAPSHOT: address,
    SNAPSHOT_KEYS: join(directory, 'key', 'public.txt'),
    // Every worker serves a fetched snapshot at once.
    SNAPSHOT_CHECK_SECONDS: '86400',
    FOLLOW_SECONDS: '1',
    NODE_EXTRA_CA_CERTS: pem('toy-root'),
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: '0',
  });

  async function follow(name: string, settings: Environment = {}): Promise<Running> {
    const running = await startService(directory, [], { ...createSettings(name), ...settings });
    children.push(running.child);
    return running;
  }
  interface Ready {
    readonly status: string;
    readonly generation?: string;
    readonly follower?: { readonly counter?: number; readonly fault?: string; readonly checked_seconds?: number };
  }
  const ready = async ({ address: at }: Running): Promise<{ code: number; body: Ready }> => {
    const answer = await fetch(`${at}/readyz`);
    return { code: answer.status, body: (await answer.json()) as Ready };
  };
  const metric = async ({ stdout }: Running, name: string): Promise<number> => {
    const at = /"address":"([^"]+\/metrics)"/.exec(stdout())?.[1] ?? '';
    const text = await (await fetch(at)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const count = ({ stdout }: Running, text: string): number => stdout().split(text).length - 1;

  test('responds with 503 before its first data, and serves it during faults and after a restart', async () => {
    store = join(directory, 'first-store');
    mkdirSync(store);
    let running = await follow('first');
    await until('it says why', () => running.stdout().includes('"cannot follow: the current data stays'));
    const without = await ready(running);
    assert.deepEqual(
      [without.code, without.body.status, without.body.follower?.fault],
      [503, 'without_data', 'unreachable'],
    );
    const refused = await fetch(`${running.address}/v1/search?q=${MILLS}`);
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /"upstream_unavailable"/);
    assert.equal((await fetch(`${running.address}/livez`)).status, 200);
    await put(0);
    await until('data is served', async () => (await ready(running)).code === 200);
    await until('it follows again', () => count(running, '"following again"') === 1);
    const { generation, follower } = (await ready(running)).body;
    assert.deepEqual([follower?.counter, follower?.fault], [1, undefined]);

    const stranger = await createKey(join(directory, 'stranger'));
    await put(1, stranger);
    await until('it is refused', async () => (await ready(running)).body.follower?.fault === 'untrusted');
    await until(
      'it is counted',
      async () =>
        (await metric(
          running,
          'openfirma_follower_refusals_total{reason="untrusted"}'.replaceAll(/[{}]/g, String.raw`\$&`),
        )) >= 2,
    );
    assert.equal(count(running, '"fault":"untrusted"'), 1);
    assert.equal(await metric(running, 'openfirma_follower_fault'), 2);
    assert.deepEqual([(await ready(running)).code, (await ready(running)).body.generation], [200, generation]);
    await stopService(running);
    assert.equal(running.stderr(), '');
    const held = ['changes', 'followed.json', 'openfirma.snapshot'];
    assert.deepEqual(
      readdirSync(join(directory, 'first', 'followed'))
        .filter((name) => !name.endsWith('.previous'))
        .toSorted(),
      held,
    );

    // The store is away: the service serves what it has at once.
    rmSync(store, { recursive: true });
    running = await follow('first');
    assert.deepEqual([(await ready(running)).code, (await ready(running)).body.generation], [200, generation]);
    await stopService(running);
  });

  test('three publications under load: no request fails, every response is of one of them', async () => {
    store = join(directory, 'load-store');
    await put(0);
    const running = await follow('load', { WORKERS: '2' });
    await until('both workers have data', async () => (await metric(running, 'openfirma_data_generation{.+}')) === 2);
    const load = followedLoad(running.port);
    for (const n of [1, 2, 3]) {
      await put(n);
      await until('every worker has swapped', () => count(running, '"serving new data"') === 2 * n);
      await until('its pages are requested', () => load.seen() === n + 1);
    }
    const { failures, answers } = await load.end();
    assert.deepEqual(failures, []);
    assert.ok(answers > 0);
    assert.equal(count(running, '"fetched new data"'), 4);
    assert.equal(await metric(running, 'openfirma_follower_publication'), 4);
    await stopService(running);
  });

  test('SIGHUP ends a slow download, and polls at once', async () => {
    store = join(directory, 'dripping-store');
    await put(0);
    const running = await follow('dripping', { FOLLOW_SECONDS: '86400' });
    await until('data is served', async () => (await ready(running)).code === 200);
    drips = 'next';
    await put(1);
    running.child.kill('SIGHUP');
    await until('it downloads', () => drips === 'now');
    await put(2);
    running.child.kill('SIGHUP');
    await until('new data is served', () => running.stdout().includes('"serving new data"'));
    assert.equal(drips, 'no');
    assert.equal(await metric(running, 'openfirma_follower_publication'), 3);
    await stopService(running);
  });

  test('does not start without keys, with one line', () => {
    const { SNAPSHOT_KEYS: _, ...without } = createSettings('none');
    const cases: [settings: Environment, line: RegExp][] = [
      [without, /^openfirma: Cannot follow "https:.+current.json": SNAPSHOT_KEYS is not set; it names [^\n]+\n$/],
      [
        { ...without, SNAPSHOT_KEYS: 'ed25519:abc' },
        /^openfirma: Cannot read the public keys in SNAPSHOT_KEYS: [^\n]+\n$/,
      ],
    ];
    for (const [settings, line] of cases) {
      const { status, stderr } = failToStart(directory, [], settings);
      assert.deepEqual([status, line.test(stderr)], [1, true], stderr);
    }
  });

  test('serves the changes of its publication', async () => {
    store = join(directory, 'changing-store');
    const at = join(directory, 'changing');
    mkdirSync(at);
    const signal = new AbortController().signal;
    const snapshot = await buildLines(at, 's', mills(0, 5));
    await buildLines(at, 's', mills(0, 6), { previous: snapshot });
    await publish({ snapshot, to: store, key, signal });
    const running = await follow('changing-follower', { DOORS: 'changes' });
    await until('data are served', async () => (await ready(running)).code === 200);
    const events = async (): Promise<readonly string[]> => {
      const answer = (await (await fetch(`${running.address}/changes`)).json()) as { data?: { event: string }[] };
      return (answer.data ?? []).map(({ event }) => event);
    };
    assert.deepEqual(await events(), ['added']);
    const restricted = mill(5, { lifecycle: { status: 'restricted' } });
    await buildLines(at, 's', [...mills(0, 5), restricted], { previous: snapshot });
    await publish({ snapshot, to: store, key, signal });
    await until('the restriction is served', async () => (await events()).join() === 'restricted');
    await stopService(running);
  });
});
