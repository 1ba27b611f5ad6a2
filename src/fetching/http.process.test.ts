import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { InputError } from '../model/index.ts';
import { isPublicAddress } from './addresses.ts';
import { fetchFile, fetchPage } from './index.ts';
import type { Limits } from './limits.ts';
import { clientFor, serverFor } from './server-fixture.ts';

test('fetchPage reads a page', async (t) => {
  const { base } = await serverFor(t, (_, response) => response.end('page'));
  assert.equal(await fetchPage({ url: base }, clientFor(t, base).client), 'page');
});

/** Servers whose first response is faulty. The request is sent to each a second time. */
const PASSING: [claim: string, answer: (response: ServerResponse) => void, want: RegExp, limits?: Partial<Limits>][] = [
  [
    'breaks the connection in mid-body',
    (s) => {
      s.writeHead(200, { 'content-length': 100 });
      s.write('x', () => setTimeout(() => s.destroy(), 20));
    },
    /: other side closed$/,
  ],
  ['closes without a response', (s) => s.destroy(), /: other side closed$/],
  [
    'falls silent in mid-body',
    (s) => void s.writeHead(200, { 'content-length': 100 }).write('xy'),
    /: the server sent only 2 bytes for 2 seconds$/,
    { idleTimeoutMs: 2000 },
  ],
  ['does not answer', () => {}, /: the server sent nothing for 2 seconds$/, { idleTimeoutMs: 2000 }],
  ['is busy', (s) => s.writeHead(503).end(), /: the server answered 503 Service Unavailable$/],
];
for (const [claim, answer, want, limits = {}] of PASSING) {
  test(`fetchPage tries again if a server ${claim}, and reports it`, async (t) => {
    const { base, requests } = await serverFor(t, (_, response) => {
      if (requests.length === 1) answer(response);
      else response.end('page');
    });
    const { client, said } = clientFor(t, base, { limits });
    assert.equal(await fetchPage({ url: base }, client), 'page');
    assert.equal(requests.length, 2);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', want);
  });
}

test('fetchPage waits as long as a busy server asks, up to a bound', async (t) => {
  const { base, requests } = await serverFor(t, (_, response) => {
    if (requests.length === 1) response.writeHead(429, { 'retry-after': '86400' }).end();
    else response.end('page');
  });
  const { client, said } = clientFor(t, base, { limits: { retryAfterMs: 50 } });
  const started = performance.now();
  assert.equal(await fetchPage({ url: base }, client), 'page');
  assert.ok(performance.now() - started >= 50);
  assert.match(said[0] ?? '', /in 1 s, attempt 2 of 6: the server answered 429 Too Many Requests$/);
});

const FAILING: [claim: string, answer: (response: ServerResponse) => void, want: RegExp, limits?: Partial<Limits>][] = [
  [
    'breaks every body off',
    (s) => {
      s.writeHead(200, { 'content-length': 100 });
      s.write('x', () => setTimeout(() => s.destroy(), 5));
    },
    /: other side closed; tried 6 times$/,
  ],
  [
    'trickles for ever',
    (s) => {
      const trickle = setInterval(() => s.write('x'), 20);
      s.on('close', () => clearInterval(trickle));
    },
    /it was not complete after 0.5 seconds$/,
    { pageMs: 500 },
  ],
  [
    'has a page without an end',
    (s) => void s.end(Buffer.alloc(2000)),
    /it is longer than the allowed 1000 bytes$/,
    { pageBytes: 1000 },
  ],
  ['has no such page', (s) => s.writeHead(404).end(), /the server answered 404 Not Found$/],
  ['sends from place to place', (s) => s.writeHead(302, { location: '/' }).end(), /more than 10 redirects$/],
];
for (const [claim, answer, want, limits = {}] of FAILING) {
  test(`fetchPage gives up with one line if a server ${claim}`, async (t) => {
    const { base } = await serverFor(t, (_, response) => answer(response));
    const { client } = clientFor(t, base, { limits });
    await assert.rejects(
      fetchPage({ url: base }, client),
      (error) => error instanceof InputError && want.test(error.message) && !error.message.includes('\n'),
    );
  });
}

const REDIRECTS: [claim: string, to: (port: number) => string, want: RegExp][] = [
  // The checked address is used for the connection, so a later answer of DNS does not matter.
  ['a name of this machine', (port) => `http://localhost:${port}/secret`, /it redirects to "http:\/\/localhost:\d+\/secret", and the host "localhost" \((127.0.0.1|::1)\) is not on the public internet$/], // prettier-ignore
  [
    'another loopback address',
    (port) => `http://127.0.0.2:${port}/secret`,
    /"127.0.0.2" is not on the public internet$/,
  ],
  ['a disguised loopback address', (port) => `http://0x7f000002:${port}/secret`, /"127.0.0.2" is not on/],
  ['a mapped loopback address', (port) => `http://[::ffff:127.0.0.1]:${port}/secret`, /"::ffff:7f00:1" is not on/],
  [
    'the metadata of a cloud',
    () => 'http://169.254.169.254/latest/',
    /"169.254.169.254" is not on the public internet$/,
  ],
  ['a private network', () => 'https://10.0.0.1/', /"10.0.0.1" is not on the public internet$/],
  ['a file of this machine', () => 'file:///etc/passwd', /it redirects to "file:\/\/\/etc\/passwd"; the new address must be https/], // prettier-ignore
  ['a user', (port) => `http://user:word@127.0.0.1:${port}/`, /the new address must be https, without a user$/],
];
for (const [claim, to, want] of REDIRECTS) {
  test(`a redirect to ${claim} is refused, and nothing is stored`, async (t) => {
    const { base, port, into, requests } = await serverFor(t, (request, response) => {
      if (request.url === '/secret') response.end('secret');
      else response.writeHead(302, { location: to(port) }).end();
    });
    const { client } = clientFor(t, base);
    await assert.rejects(
      fetchFile({ name: 'all.csv', url: `${base}/all.csv` }, { into, client }),
      (error) => error instanceof InputError && want.test(error.message),
    );
    assert.deepEqual(readdirSync(into), []);
    assert.equal(requests.length, 1, 'the refusal is not tried again');
  });
}

test("a redirect within the register's own host is followed", async (t) => {
  const { base } = await serverFor(t, (request, response) => {
    if (request.url === '/new') response.end('page');
    else response.writeHead(301, { location: '/new' }).end();
  });
  assert.equal(await fetchPage({ url: `${base}/old` }, clientFor(t, base).client), 'page');
});

test('a private address that a catalogue names is refused, and so is a name that resolves to one', async (t) => {
  const { base, port, requests } = await serverFor(t, (_, response) => response.end('secret'));
  const { client } = clientFor(t, 'https://register.example/');
  for (const url of [base, `http://localhost:${port}`]) {
    await assert.rejects(
      fetchPage({ url }, client),
      /the host "(127.0.0.1|localhost)".* is not on the public internet$/,
    );
  }
  assert.equal(requests.length, 0);
});

test('isPublicAddress accepts only the public internet', () => {
  const publicOnes = ['193.40.5.1', '2001:bc8::1', '::ffff:193.40.5.1', '64:ff9b::193.40.5.1'];
  const others = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1', '2002:7f00:1::']; // prettier-ignore
  for (const address of publicOnes) assert.equal(isPublicAddress(address), true, address);
  for (const address of others) assert.equal(isPublicAddress(address), false, address);
});
