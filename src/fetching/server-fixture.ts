import { statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { localServer } from '../../test/fixtures/local-server.ts';
import { WAIT_MS_MAX, until } from '../../test/fixtures/until.ts';
import { HttpClient, type HttpClientOptions } from './index.ts';
import type { Limits } from './limits.ts';

/** A client for tests that gives up early and collects the lines for the operator. */
export function clientFor(t: TestContext, trusted: string, options: Partial<HttpClientOptions> = {}) {
  const said: string[] = [];
  const limits: Partial<Limits> = { firstWaitMs: 1, ...options.limits };
  const signal = AbortSignal.timeout(WAIT_MS_MAX);
  const client = new HttpClient({ signal, say: (line) => said.push(line), ...options, limits });
  client.trust(trusted);
  t.after(() => client[Symbol.asyncDispose]());
  return { client, said };
}

/** A local stand-in for a register's server, and a folder for downloads. */
export async function serverFor(t: TestContext, listener: RequestListener) {
  return { ...(await localServer(t, listener)), into: folder(t) };
}

/** Answers a request; `into` is the folder of downloads. */
export type FileListener = (request: IncomingMessage, response: ServerResponse, into: string) => void;

/** Breaks a response, but only after this many bytes of `all.csv` are in the folder: bytes in transit would be lost. */
export function breakWhenKept(response: ServerResponse, into: string, bytes: number): void {
  const path = join(into, '.all.csv.partial');
  const isKept = (): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  void until('bytes are kept', () => isKept() || response.closed).then(() => response.destroy());
}
