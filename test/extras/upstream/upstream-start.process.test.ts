/** A service that starts before its upstream service, recovers by itself, and never shows its token. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, suite, test, type TestContext } from 'node:test';
import { folder } from '../../fixtures/folder.ts';
import { ID, answer, company, createEnvelope, createPage, problem } from './hostile-upstream.ts';
import { localServer } from '../../fixtures/local-server.ts';
import { findValue, parseMetrics } from '../../serving/prometheus-text.ts';
import { ResidentCommand } from '../../fixtures/resident-command.ts';
import { environment, startService, stopService, type Environment, type Running } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';
import { UPSTREAM_TOKEN } from './upstream-service.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'src', 'fetching', 'fixtures');

/** Runs commands that end by themselves. */
const resident = new ResidentCommand(environment({}));
after(() => resident.close());

/** Starts a service over another service; it ends with the test at the latest. */
async function serve(t: TestContext, address: string, settings: Environment = {}): Promise<Running> {
  const service = await startService(folder(t), [], {
    BACKEND: address,
    UPSTREAM_TOKEN,
    SNAPSHOT_CHECK_SECONDS: '1',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: '0',
    LOG_LEVEL: 'trace',
    ...settings,
  });
  t.after(() => service.child.kill('SIGKILL'));
  return service;
}

/** Returns the code of a problem, or the status of any other response. */
async function fetchCode({ address }: Running, path: string): Promise<string> {
  const response = await fetch(address + path);
  return ((await response.json()) as { code?: string }).code ?? String(response.status);
}

async function fetchMetrics({ stdout }: Running): Promise<string> {
  const [, address = ''] = /"address":"(http:[^"]+\/metrics)"/.exec(stdout()) ?? [];
  return await (await fetch(address)).text();
}

suite('A service over another one', () => {
  test('starts while that one is away, logs it, and answers after it returns', async (t) => {
    let isThere = false;
    const upstream = await localServer(t, (request, response) => {
      if (!isThere) response.destroy();
      else if (request.url?.startsWith('/v1/search') === true) answer(createPage())(request, response);
      else problem(404, 'not_found')(request, response);
    });
    const service = await serve(t, upstream.base);
    assert.equal(await fetchCode(service, '/v1/search?q=nordlys'), 'upstream_unavailable');
    const refused = await fetch(`${service.address}/v1/search?q=nordlys`);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    const ready = await fetch(`${service.address}/readyz`);
    assert.deepEqual([ready.status, ((await ready.json()) as { status: string }).status], [503, 'without_data']);
    assert.equal(findValue(parseMetrics(await fetchMetrics(service)), 'openfirma_data_service_away'), 1);
    isThere = true;
    await until('it is ready', async () => (await fetch(`${service.address}/readyz`)).status === 200);
    assert.equal(await fetchCode(service, '/v1/search?q=nordlys'), '200');
    const metrics = parseMetrics(await fetchMetrics(service));
    assert.equal(findValue(metrics, 'openfirma_data_service_away'), 0);
    assert.equal(findValue(metrics, 'openfirma_upstream_requests'), 0);
    await stopService(service);
    assert.match(service.stdout(), /the data service is away: answering 502 or 503 until it is back/);
    assert.match(service.stdout(), /serving the data again/);
    assert.match(service.stdout(), /set DATA_PROVIDER to its name/);
    assert.equal(service.stderr(), '');
  });

  test('never shows the token in a response, log, metric, argument or help, even if that one repeats it', async (t) => {
    const echo = `Bearer ${UPSTREAM_TOKEN}`;
    const upstream = await localServer(t, (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://upstream');
      const kind = searchParams.get('q');
      if (kind === 'problem') problem(400, 'invalid_request')(request, response);
      else if (kind === 'body') answer(createPage({ query: kind, data: [company({ name: echo })] }))(request, response);
      else if (kind === 'redirect')
        answer('', 302, { location: `https://example.test/?token=${UPSTREAM_TOKEN}` })(request, response);
      else if (kind === 'garbage') response.socket?.end(`${echo}\r\n\r\n`);
      else if (kind === 'cut') response.destroy();
      else if (kind === 'attribution')
        answer(createPage({ query: kind, attribution: `Powered by ${echo}` }))(request, response);
      else problem(401, 'not_found')(request, response);
    });
    const service = await serve(t, upstream.base);
    const seen: string[] = [];
    for (const path of ['problem', 'body', 'redirect', 'garbage', 'cut', 'attribution', 'refused'].map(
      (q) => `/v1/search?q=${q}`,
    )) {
      const response = await fetch(service.address + path);
      assert.ok(response.status >= 500, path);
      seen.push(JSON.stringify([...response.headers]), await response.text());
    }
    for (const path of ['/', '/status.json', '/readyz', `/companies/${ID}`, '/search?q=body'])
      seen.push(await (await fetch(service.address + path)).text());
    seen.push(await fetchMetrics(service));
    const { pid } = service.child;
    if (process.platform === 'linux') seen.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    await stopService(service);
    seen.push(service.stdout(), service.stderr());
    for (const args of [['serve', '--help'], ['--help']])
      seen.push((await resident.run(args, process.cwd(), { settings: { UPSTREAM_TOKEN } })).stdout);
    assert.ok(seen.length > 20 && upstream.requests.every(({ headers }) => headers.authorization === echo));
    // A part of the token does not appear either.
    for (const text of seen) assert.ok(!text.includes(UPSTREAM_TOKEN.slice(1)), text);
    assert.match(service.stdout(), /data service failed/);
  });

  test('does not start with an invalid token or address, and shows neither', async (t) => {
    const hidden = 'hidden hidden';
    for (const [settings, message] of [
      [{ BACKEND: 'https://api.example', UPSTREAM_TOKEN: hidden }, /UPSTREAM_TOKEN must be a token.*got 13 characters/],
      [{ BACKEND: 'https://user:hidden@api.example' }, /the address must have no user/],
      [{ BACKEND: 'http://api.example' }, /http is only for this machine/],
      [{ BACKEND: 'https://api.example/v1' }, /must not end with "\/v1"/],
      [{ BACKEND: 'ftp://hidden' }, /BACKEND must be .*https.*got 12 characters/],
    ] as const) {
      const { status, stderr, stdout } = await resident.run(['serve'], folder(t), { settings });
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1);
      assert.ok(!(stdout + stderr).includes('hidden'), stderr);
    }
  });

  test('trusts only the certificates that the system trusts', async (t) => {
    const pem = (name: string): string => readFileSync(join(FIXTURES, `${name}.pem`), 'utf8');
    const upstream = createServer({ cert: pem('toy-server'), key: pem('toy-server-key') }, answer(createEnvelope()));
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      upstream.closeAllConnections();
      upstream.close();
    });
    const address = `https://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const authorities = join(folder(t), 'authorities.pem');
    writeFileSync(authorities, pem('toy-root') + pem('toy-intermediate'));
    const trusting = await serve(t, address, { NODE_EXTRA_CA_CERTS: authorities });
    const doubting = await serve(t, address);
    assert.equal(await fetchCode(trusting, `/v1/companies/${ID}`), '200');
    assert.equal(await fetchCode(doubting, `/v1/companies/${ID}`), 'upstream_unavailable');
    assert.match(doubting.stdout(), /is away: UNABLE_TO_/);
    for (const service of [trusting, doubting]) await stopService(service);
  });
});
