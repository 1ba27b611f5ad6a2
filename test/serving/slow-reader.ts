/** Starts a service over the snapshot of a directory, reads its largest document slowly, and prints the result. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findValue, parseMetrics } from './prometheus-text.ts';
import { get, started } from './unread-clients.ts';

export interface SlowRead {
  readonly received: number;
  readonly whole: number;
  readonly seconds: number;
  /** Time for which bytes waited in the service, not in the system. */
  readonly unsentSeconds: number;
}

const BYTES_PER_MS = 15;

const [directory = '', plainHttp = 'on'] = process.argv.slice(2);
const { child, exit, port, largest, stdout } = await started(directory, {
  PLAIN_HTTP: plainHttp,
  METRICS_HOST: '127.0.0.1',
  METRICS_PORT: '0',
  LOG_LEVEL: 'info',
});
const [, metrics = ''] = /"address":"(http:[^"]+\/metrics)"/.exec(stdout()) ?? [];
let unsentSeconds = 0;
const look = setInterval(() => void countUnsent(), 1000);
async function countUnsent(): Promise<void> {
  const families = parseMetrics(await (await fetch(metrics)).text());
  if (findValue(families, 'openfirma_unsent_bytes') > 0) unsentSeconds++;
}

const socket = connect(port, '127.0.0.1').pause();
socket.write(get(largest, 'Connection: close\r\n'));
const startedMs = Date.now();
let received = 0;
let head: Buffer | undefined = Buffer.alloc(0);
let whole = NaN;
for await (const bytes of socket as AsyncIterable<Buffer>) {
  received += bytes.length;
  if (head !== undefined) {
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf('\r\n\r\n');
    if (end >= 0) {
      whole = Number(/content-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1]);
      received -= end + 4;
      head = undefined;
    }
  }
  await pause(bytes.length / BYTES_PER_MS);
}
clearInterval(look);
const seconds = Math.round((Date.now() - startedMs) / 1000);
child.kill('SIGTERM');
await exit;
process.stdout.write(JSON.stringify({ received, whole, seconds, unsentSeconds } satisfies SlowRead));
