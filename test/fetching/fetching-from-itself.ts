/** A program that serves a file of 200 kB and downloads it into the current folder, as `openfirma fetch` does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportFault } from '../../src/extra/fault.ts';
import { HttpClient, fetchFile } from '../../src/fetching/index.ts';

const server = createServer((_, response) => response.end(Buffer.alloc(200_000, 'x')));
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = new HttpClient({
  signal: AbortSignal.timeout(20_000),
  say: (line) => process.stderr.write(`${line}\n`),
});
client.trust(base);
try {
  await fetchFile({ name: 'all.csv', url: `${base}/all.csv` }, { into: '.', client });
} catch (error) {
  process.exitCode = reportFault(error);
}
await client[Symbol.asyncDispose]();
server.closeAllConnections();
server.close();
