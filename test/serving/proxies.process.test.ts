/** The proxies of docs/operating/proxies.md as printed, in front of the service. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { parse } from 'yaml';
import { folder as folderOf } from '../fixtures/folder.ts';
import { freePort, stopProcess, untilAnswers } from '../fixtures/programs.ts';
import { RATE_LIMIT } from '../../src/contract/index.ts';
import { startSample } from '../fixtures/built-sample.ts';
import { has } from '../parts.ts';
import { findBlocks } from '../house/printed.ts';
import { stopService, type Running } from '../fixtures/serving.ts';

const PAGE = 'docs/operating/proxies.md';
const HOST = 'openfirma.example';
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** A program that runs with its printed configuration, with other ports. */
interface Proxy {
  readonly name: string;
  readonly isHere: () => boolean;
  readonly language: string;
  /** Returns the configuration for a test, and the arguments of the program. */
  readonly run: (printed: string, port: number, folder: string) => readonly [text: string, ...args: string[]];
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    isHere: () => has('nginx', 'the proxy nginx'),
    language: 'nginx',
    run: (printed, port, folder) => {
      const site = printed.replace('listen 80;', `listen 127.0.0.1:${port};`).replace('listen [::]:80;', '');
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (part) => `${part}_temp_path ${folder}/${part};`,
      );
      const text = `daemon off; pid ${folder}/pid; events {} http { access_log off; ${paths.join(' ')}\n${site}}`;
      return [text, '-e', 'stderr', '-c', join(folder, 'configuration')];
    },
  },
  {
    name: 'caddy',
    // CI runs without Caddy.
    isHere: () => spawnSync('caddy', ['version']).error === undefined,
    language: 'caddyfile',
    run: (printed, port, folder) => {
      const site = printed.replace(HOST, `http://${HOST}:${port}`);
      const text = `{\n  admin off\n  log {\n    level ERROR\n  }\n  default_bind 127.0.0.1\n}\n${site}`;
      return [text, 'run', '--adapter', 'caddyfile', '--config', join(folder, 'configuration')];
    },
  },
];

/** Sends a request from a client with an address of its own. */
async function ask(port: number, path: string, client = '127.0.0.4', headers: IncomingHttpHeaders = {}) {
  const sent = request({ host: '127.0.0.1', port, path, localAddress: client, headers: { host: HOST, ...headers } });
  sent.end();
  const [answer] = await once(sent, 'response');
  return {
    status: answer.statusCode as number,
    fields: answer.headers as IncomingHttpHeaders,
    body: (await buffer(answer)).toString(),
  };
}

/** Starts a proxy in front of a port, with a printed configuration. */
async function startProxy({ name, run }: Proxy, printed: string, direct: number, folder: string) {
  assert.ok(printed.includes('127.0.0.1:8080'));
  const port = await freePort();
  const [text, ...args] = run(printed.replace('127.0.0.1:8080', `127.0.0.1:${direct}`), port, folder);
  writeFileSync(join(folder, 'configuration'), text);
  const child = spawn(name, args, { env: { PATH, HOME: folder }, stdio: 'inherit' });
  await untilAnswers(child, () => ask(port, '/livez'));
  return { port, stop: () => stopProcess(child) };
}

/** Returns the settings that the page prints. */
function printedSettings(): Record<string, string> {
  const lines = findBlocks(PAGE, '')[0]?.trim().split('\n') ?? [];
  return Object.fromEntries(lines.map((line) => line.split('='))) as Record<string, string>;
}

for (const proxy of PROXIES) {
  const { name, isHere, language } = proxy;
  suite(`The proxy ${name}`, { skip: !isHere() && `there is no ${name} here` }, () => {
    let folder = '';
    let running: Running | undefined;
    let stop: (() => Promise<void>) | undefined;
    let port = 0;
    let direct = 0;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openfirma-proxy-'));
      direct = await freePort();
      running = await startSample(folder, { ...printedSettings(), PORT: String(direct), DOORS: 'lookup' });
      ({ port, stop } = await startProxy(proxy, findBlocks(PAGE, language)[0] ?? '', direct, folder));
    });
    after(async () => {
      await stop?.();
      if (running !== undefined) await stopService(running);
      rmSync(folder, { recursive: true });
    });

    test('passes on pages and answers, compressed where the client takes it', async () => {
      const page = await ask(port, '/');
      assert.equal(page.status, 200);
      assert.match(page.body, /<company-search/);
      assert.equal((await ask(port, '/', undefined, { 'accept-encoding': 'gzip' })).fields['content-encoding'], 'gzip');
      const answer = await ask(port, '/v1/search?q=nordlys');
      assert.equal(answer.body, (await ask(direct, '/v1/search?q=nordlys', '127.0.0.5')).body);
    });

    test('passes on entity tags, 304 and problems', async () => {
      const { fields } = await ask(port, '/v1/search?q=lodz');
      const again = await ask(port, '/v1/search?q=lodz', undefined, { 'if-none-match': fields.etag });
      assert.deepEqual([again.status, again.body, again.fields.etag], [304, '', fields.etag]);
      const wrong = await ask(port, '/v1/search?q=a');
      assert.deepEqual([wrong.status, wrong.fields['content-type']], [400, 'application/problem+json']);
      assert.match(wrong.body, /"type":"https:\/\/openfirma\.example\/problems\//);
    });

    test('leaves paths as they are', async () => {
      for (const path of ['/lookup/v1/identifiers/HRB%2F12', '//v1/search?q=nordlys', '/v1/%73earch?q=nordlys']) {
        const [through, past] = [await ask(port, path), await ask(direct, path, '127.0.0.5')];
        const cut = (body: string): string => body.replaceAll(/req_\w+/g, '');
        assert.deepEqual([through.status, cut(through.body)], [past.status, cut(past.body)], path);
      }
    });

    test('gives every client a rate limit of its own, which no forged address widens', async () => {
      for (let i = 0; i < RATE_LIMIT.requests; i++) await ask(port, '/v1/search?q=nordlys', '127.0.0.2');
      const refused = async (client: string, headers = {}): Promise<boolean> =>
        (await ask(port, '/v1/search?q=nordlys', client, headers)).status === 429;
      assert.ok(await refused('127.0.0.2'));
      assert.ok(await refused('127.0.0.2', { 'x-forwarded-for': '203.0.113.7' }));
      assert.ok(!(await refused('127.0.0.3')));
    });
  });
}

const [, CADDY] = PROXIES;
const skip = CADDY?.isHere() !== true && 'there is no caddy here';
test('Caddy that compresses as printed leaves files and the rest of a download as they are', { skip }, async (t) => {
  assert.ok(CADDY !== undefined);
  const home = folderOf(t);
  const file = '4x3bd0apz0dy70gp1h1my7feja-7ac663f8/datapackage.json';
  const text = JSON.stringify({ resources: 'x'.repeat(200_000) });
  mkdirSync(join(home, 'exports', dirname(file)), { recursive: true });
  writeFileSync(join(home, 'exports', file), text);
  const direct = await freePort();
  const running = await startSample(home, {
    ...printedSettings(),
    PORT: String(direct),
    DOORS: 'data',
    EXPORTS_DIR: join(home, 'exports'),
  });
  t.after(() => stopService(running));
  const { port, stop } = await startProxy(CADDY, findBlocks(PAGE, 'caddyfile')[1] ?? '', direct, home);
  t.after(stop);
  const gzip = { 'accept-encoding': 'gzip' };
  assert.equal((await ask(port, '/v1/search?q=nordlys&limit=25', undefined, gzip)).fields['content-encoding'], 'gzip');
  const whole = await ask(port, `/data/${file}`, undefined, gzip);
  assert.equal(whole.body, text);
  const range = { range: 'bytes=100000-', 'if-range': whole.fields.etag };
  const rest = await ask(port, `/data/${file}`, undefined, { ...gzip, ...range });
  assert.deepEqual([rest.status, rest.fields['content-encoding']], [206, undefined]);
  assert.equal(text.slice(0, 100_000) + rest.body, text);
});

test('the example for Traefik leads from the address of the service to its port', () => {
  const [entry, dynamic] = findBlocks(PAGE, 'yaml').map((text) => parse(text) as unknown);
  const { entryPoints, certificatesResolvers } = entry as Record<'entryPoints' | 'certificatesResolvers', object>;
  const { http } = dynamic as {
    http: {
      routers: { openfirma: { rule: string; entryPoints: string[]; service: string; tls: { certResolver: string } } };
      services: Record<string, { loadBalancer: { servers: object[] } }>;
    };
  };
  const { rule, entryPoints: used, service, tls } = http.routers.openfirma;
  assert.equal(rule, `Host(\`${HOST}\`)`);
  assert.ok(used.every((point) => point in entryPoints) && tls.certResolver in certificatesResolvers);
  assert.deepEqual(http.services[service]?.loadBalancer.servers, [{ url: 'http://127.0.0.1:8080' }]);
});
