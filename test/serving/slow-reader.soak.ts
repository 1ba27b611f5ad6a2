/**
 * A client that reads slowly but steadily, as in an observed case of a client that was cut off: 1.7 MB at 15 KB a second, where the system
 * accepts only few bytes of a response at a time. Runs with both parsers of HTTP. The figures go to bench/results/slow-reader.txt. A
 * separate network (`unshare` and `ip` of Linux) has the small buffers, so nothing else on the machine is changed.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { machine } from '../fixtures/machine.ts';
import type { SlowRead } from './slow-reader.ts';
import { buildSample } from './unread-clients.ts';

/** Minimum, initial and maximum bytes of the buffer of a connection, for sending and for receiving. */
const BUFFERS = '4096 8192 16384';
const SMALL_BUFFERS = `ip link set lo up &&
  for kind in w r; do echo ${BUFFERS} > /proc/sys/net/ipv4/tcp_"$kind"mem || exit 1; done && exec "$@"`;
const READER = join(import.meta.dirname, 'slow-reader.ts');

test('1.7 MB at 15 KB a second arrive whole, PLAIN_HTTP on and off', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-slow-'));
  t.after(() => rmSync(directory, { recursive: true }));
  await buildSample(join(directory, 'sample.snapshot'));
  const lines = await Promise.all(
    ['on', 'off'].map(async (plainHttp) => {
      const args = ['-rn', 'sh', '-c', SMALL_BUFFERS, 'sh', process.execPath, READER, directory, plainHttp];
      const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      t.after(() => child.kill('SIGKILL'));
      const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
      assert.equal(status, 0, 'it runs in a network of its own');
      const { received, whole, seconds, unsentSeconds } = JSON.parse(said) as SlowRead;
      assert.equal(received, whole);
      assert.ok(
        seconds > 100 && unsentSeconds > 100,
        `${seconds} s, bytes waited in the service for ${unsentSeconds} s`,
      );
      return `PLAIN_HTTP=${plainHttp}: ${received} of ${whole} bytes in ${seconds} s; in ${unsentSeconds} of them bytes waited in the service`;
    }),
  );
  const report = [
    `slow reader, ${new Date().toISOString().slice(0, 10)}`,
    machine(),
    `buffers ${BUFFERS}`,
    '',
    ...lines,
  ];
  t.diagnostic(lines.join('; '));
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'slow-reader.txt'), `${report.join('\n')}\n`);
});
