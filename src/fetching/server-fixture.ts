import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { HttpClient, type HttpClientOptions } from './index.ts';
import type { Limits } from './limits.ts';

/** A client for tests: it gives up early, and keeps the lines that an operator would see. */
export function clientFor(t: TestContext, trusted: string, options: Partial<HttpClientOptions> = {}) {
  const said: string[] = [];
  const limits: Partial<Limits> = { firstWaitMs: 1, ...options.limits };
  const signal = AbortSignal.timeout(20_000);
  const client = new HttpClient({ signal, say: (line) => said.push(line), ...options, limits });
  client.trust(trusted);
  t.after(() => client[Symbol.asyncDispose]());
  return { client, said };
}

/** A register's server on this machine, and a folder to fetch into. */
export async function serverFor(t: TestContext, listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const into = mkdtempSync(join(tmpdir(), 'openfirma-fetch-'));
  t.after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(into, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  return { port, base: `http://127.0.0.1:${port}`, into, requests };
}
