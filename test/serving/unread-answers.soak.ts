/**
 * Memory and time that clients can cost the service with little work of their own: many connections that send requests and never read, and
 * heads of 16 KB. The figures go to bench/results/unread-answers.txt.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { machine } from '../fixtures/machine.ts';
import type { Running } from '../fixtures/serving.ts';
import { buildSample, get, memoryPeakMb, openUnread, started } from './unread-clients.ts';

const SECONDS = 10;
/** Returns a header field that makes each connection a different client, by the address that a trusted proxy sends. */
const from = (i: number): string => `X-Forwarded-For: 10.1.${i >>> 8}.${i & 255}\r\n`;

type Attack = readonly [
  claim: string,
  connections: number,
  textOf: (i: number, largest: string) => string,
  megabytesMax: number,
];
const ATTACKS: readonly Attack[] = [
  ['2 that ask 797 times for the largest document', 2, (_, largest) => get(largest).repeat(797), 200],
  ['20 that ask 1,200 times for /coverage', 20, (i) => get('/coverage', from(i)).repeat(1200), 250],
  ['500 that ask once for the largest document', 500, (i, largest) => get(largest, from(i)), 300],
  ['500 that ask once for a page of results', 500, (i) => get('/search?q=nor', `Accept-Encoding: br\r\n${from(i)}`), 300],
  ['1,000 that ask on for the largest document', 1000, (i, largest) => get(largest, from(i)).repeat(797), 400],
  ['1,000 that ask on for it, Node first', 1000, (i, largest) => get(largest, `TE: a\r\n${from(i)}`).repeat(797), 400],
  ['1,000 that ask on in 27 bytes', 1000, () => 'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(4000), 400],
  ['1,000 that ask on for searches', 1000, (i) => get('/v1/search?q=nor', from(i)).repeat(1000), 400],
  ['1,000 that ask on for pages of results', 1000, (i) => get('/search?q=nor', `Accept-Encoding: br\r\n${from(i)}`).repeat(600), 400],
  ['1,000 that send unrequested 500 KB', 1000, (i) => `POST / HTTP/1.1\r\nHost: a\r\n${from(i)}Content-Length: 9000000\r\n\r\n${'x'.repeat(500_000)}`, 400],
]; // prettier-ignore

const fill = (unit: string): string => unit.repeat(Math.floor(15_500 / unit.length));
const HEADS: readonly (readonly [claim: string, text: string])[] = [
  ['a list of codings', get('/coverage', `Accept-Encoding: ${fill('a,')}\r\n`)],
  ['a list of types', get('/nothing', `Accept: ${fill('a/b,')}\r\n`)],
  ['a list of tags', get('/coverage', `If-None-Match: ${fill('"a",')}\r\n`)],
  ['quotes for tags', get('/coverage', `If-None-Match: ${fill('"')}\r\n`)],
  ['quotes in the query', get(`/nothing?${fill('"')}`)],
  ['quotes in the path', get(`/coverage${fill('"')}`)],
  ['per cent signs in the path', get(`/coverage${fill('%')}`)],
  ['many parameters', get(`/developers/matching?${fill('text=a&')}`)],
  ['many fields', get('/coverage', fill('X-Abcdefgh: bcdefgh\r\n'))],
  ['many proxies', get('/coverage', `X-Forwarded-For: ${fill('::1,')}\r\n`)],
];
const HEAD_MS_MAX = 5;
const HEADS_SENT = 300;

suite('what clients can cost with little work of their own', () => {
  let directory = '';
  const report: string[] = [`unread answers, ${new Date().toISOString().slice(0, 10)}`, machine(), ''];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-unread-'));
    await buildSample(join(directory, 'sample.snapshot'));
  });
  after(() => {
    rmSync(directory, { recursive: true });
    writeFileSync(
      join(import.meta.dirname, '..', '..', 'bench', 'results', 'unread-answers.txt'),
      `${report.join('\n')}\n`,
    );
  });

  /** Runs a test with a service of two workers behind a proxy on this machine. */
  async function withService(
    plainHttp: string,
    act: (service: Running & { readonly largest: string }) => Promise<void>,
  ): Promise<void> {
    const service = await started(directory, { PLAIN_HTTP: plainHttp, TRUSTED_PROXIES: '127.0.0.1', WORKERS: '2' });
    try {
      await act(service);
    } finally {
      service.child.kill('SIGKILL');
      await service.exit;
    }
  }

  for (const plainHttp of ['on', 'off']) {
    for (const [claim, connections, textOf, megabytesMax] of ATTACKS)
      test(`${claim}: at most ${megabytesMax} MB, PLAIN_HTTP=${plainHttp}`, async () => {
        await withService(plainHttp, async ({ child, port, address, largest }) => {
          const sockets = await openUnread(port, connections, (i) => textOf(i, largest));
          await pause(SECONDS * 1000);
          assert.equal((await fetch(`${address}/livez`)).status, 200);
          const peak = Math.round(memoryPeakMb(child.pid) ?? NaN);
          report.push(`${String(peak).padStart(5)} MB, PLAIN_HTTP=${plainHttp}: ${claim}`);
          for (const socket of sockets) socket.destroy();
          assert.ok(peak <= megabytesMax, `${peak} MB`);
        });
      });

    test(`heads of 16 KB cost at most ${HEAD_MS_MAX} ms of CPU, PLAIN_HTTP=${plainHttp}`, async () => {
      await withService(plainHttp, async ({ child, port }) => {
        for (const [claim, text] of HEADS) {
          await ask(port, text, HEADS_SENT);
          const startMs = cpuMs(child.pid);
          await ask(port, text, HEADS_SENT);
          const milliseconds = (cpuMs(child.pid) - startMs) / HEADS_SENT;
          report.push(
            `${milliseconds.toFixed(2).padStart(5)} ms of CPU, PLAIN_HTTP=${plainHttp}: a head of 16 KB with ${claim}`,
          );
          assert.ok(milliseconds <= HEAD_MS_MAX, `${milliseconds} ms for ${claim}`);
        }
      });
    });
  }
});

/** Sends a request repeatedly over one connection, each for another client and after the response to the previous one. */
async function ask(port: number, text: string, times: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const answers = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let i = 0; i < times; i++) {
    socket.write(text.replace('\r\n\r\n', `\r\n${from(i)}\r\n`), 'latin1');
    for (let bytes = Buffer.alloc(0); !isWhole(bytes);) {
      const { done = false, value } = await answers.next();
      assert.ok(!done, `closed after ${i} answers`);
      bytes = Buffer.concat([bytes, value]);
    }
  }
  socket.destroy();
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  return (
    end >= 0 && bytes.length >= end + 4 + Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1])
  );
}

/** Returns the CPU time of a process, which the system counts in hundredths of a second. */
function cpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
