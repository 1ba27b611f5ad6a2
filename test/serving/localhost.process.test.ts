/** `HOST=localhost` means both loopback addresses, if the system has them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, request as post } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test, type TestContext } from 'node:test';
import { COMMAND, environment, failToStart, startService, stopService, type Running } from '../fixtures/serving.ts';
import { buildSample } from './unread-clients.ts';
import { until } from '../fixtures/until.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));
const ADDRESSES = HAS_IPV6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
const BOTH = { skip: !HAS_IPV6 && 'this machine has no ::1' };

/** Options for a process in a separate network whose loopback interface is down: it has 127.0.0.1, but not ::1. */
const NAMESPACE = [['--net'], ['--net', '--user', '--map-root-user']].find(
  (flags) => spawnSync('unshare', [...flags, 'true']).status === 0,
);

interface Answer {
  readonly status: number | undefined;
  readonly limit: string;
  readonly body: string;
}

/** Sends a request to one address; a `body` is posted. */
async function ask(
  host: string,
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const send = body === undefined ? get : post;
    const method = body === undefined ? 'GET' : 'POST';
    const sent = send({ host, port, path, method, headers, agent: false }, (response) => {
      const limit = response.headers['ratelimit'];
      text(response).then((all) => resolve({ status: response.statusCode, limit: String(limit), body: all }), reject);
    });
    sent.once('error', reject).end(body);
  });
}

/** Opens a connection to each address, over which one request has been answered. */
async function idleConnections({ port }: Running): Promise<Socket[]> {
  const open = ADDRESSES.map(async (host) => {
    const socket = connect(port, host);
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    return socket;
  });
  return await Promise.all(open);
}

suite('HOST=localhost', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-localhost-'));
  before(() => buildSample(join(directory, 'a.snapshot')));
  after(() => rmSync(directory, { recursive: true }));
  /** Starts a service; it ends with the test, even if the test fails. */
  async function serve(t: TestContext, settings: Readonly<Record<string, string>>): Promise<Running> {
    const running = await startService(directory, ['--snapshot', 'a.snapshot'], { HOST: 'localhost', ...settings });
    t.after(() => running.child.kill('SIGKILL'));
    return running;
  }

  for (const WORKERS of ['1', '2'])
    test(`serves at both addresses, with metrics, one limit and one name, and SIGTERM ends idle connections: WORKERS=${WORKERS}`, async (t) => {
      const settings = { WORKERS, METRICS_PORT: '0', TRUSTED_PROXIES: '127.0.0.1,::1', DOORS: 'mcp' };
      const running = await serve(t, settings);
      const { port, stdout } = running;
      const metricsPort = Number(/"address":"http:\/\/localhost:(\d+)\/metrics"/.exec(stdout())?.[1]);
      assert.equal(running.address, `http://localhost:${port}`);
      const left: string[] = [];
      for (const host of ADDRESSES) {
        const found = await ask(host, port, '/v1/search?q=nordlys', { 'X-Forwarded-For': '192.0.2.1' });
        assert.equal(found.status, 200, host);
        left.push(/r=(\d+)/.exec(found.limit)?.[1] ?? found.limit);
        assert.match((await ask(host, port, '/nothing')).body, new RegExp(`"instance":"${running.address}/nothing"`));
        assert.equal((await ask(host, metricsPort, '/readyz')).status, 200, host);
      }
      assert.deepEqual(left, ['59', '58'].slice(0, ADDRESSES.length));
      if (WORKERS === '1') await t.test(MCP_CLAIM, () => askMcp(port));
      await idleConnections(running);
      await stopService(running);
    });

  const MCP_CLAIM = 'the door mcp takes messages at both addresses, and none that a page from elsewhere sends';
  async function askMcp(port: number): Promise<void> {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const types = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    for (const host of ADDRESSES) {
      assert.equal((await ask(host, port, '/mcp', types, message)).status, 200, host);
      const rebound = { ...types, Host: `attacker.example:${port}` };
      assert.equal((await ask(host, port, '/mcp', rebound, message)).status, 403, host);
    }
  }

  test('MAX_CONNECTIONS bounds the connections of both addresses together', BOTH, async (t) => {
    const running = await serve(t, { MAX_CONNECTIONS: '2' });
    const [first, second] = await idleConnections(running);
    for (const host of ADDRESSES) await assert.rejects(ask(host, running.port, '/livez'), { code: 'ECONNRESET' });
    second?.destroy();
    await until('there is room at the other address', async () =>
      ask('127.0.0.1', running.port, '/livez').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    first?.destroy();
    await stopService(running);
  });

  for (const [i, host] of ADDRESSES.entries()) {
    const WORKERS = String(i + 1);
    test(`a port that another program has at ${host} is an error of one line: WORKERS=${WORKERS}`, async (t) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, host, resolve));
      t.after(() => other.close());
      const { port } = other.address() as AddressInfo;
      const settings = { HOST: 'localhost', PORT: String(port), WORKERS };
      const { status, stderr } = failToStart(directory, ['--snapshot', 'a.snapshot'], settings);
      assert.equal(status, 1);
      assert.equal(
        stderr,
        `openfirma: Cannot listen on localhost (${host}), port ${port}: another program listens there; set PORT to a free one\n`,
      );
    });
  }

  const skip = NAMESPACE === undefined && 'this machine lets us have no network of our own';
  test('starts where the system has no ::1', { skip }, () => {
    const script = `"$0" serve --snapshot a.snapshot & serving=$!
      while kill -0 $serving && ! grep -q listening log; do sleep 0.1; done
      kill $serving; wait $serving`;
    const settings = environment({ HOST: 'localhost', METRICS_PORT: '0' });
    const command = [
      ...(NAMESPACE ?? []),
      'sh',
      '-c',
      `( ${script} ) > log; status=$?; cat log; exit $status`,
      COMMAND,
    ];
    const { status, stdout, stderr } = spawnSync('unshare', command, {
      cwd: directory,
      env: settings,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, ''], stdout);
    assert.match(stdout, /"address":"http:\/\/localhost:\d+","generation":"[^"]+","msg":"listening"/);
  });
});
