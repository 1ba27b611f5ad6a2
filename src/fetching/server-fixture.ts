import { statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { localServer } from '../../test/fixtures/local-server.ts';
import { WAIT_MS_MAX, until } from '../../test/fixtures/until.ts';
import { HttpClient, type HttpClientOptions } from './index.ts';
import type { Limits } from './limits.ts';

/** A client for tests: it gives up early, and keeps the lines that an operator would see. */
export function clientFor(t: TestContext, trusted: string, options: Partial<HttpClientOptions> = {}) {
  const said: string[] = [];
  const limits: Partial<Limits> = { firstWaitMs: 1, ...options.limits };
  const signal = AbortSignal.timeout(WAIT_MS_MAX);
  const client = new HttpClient({ signal, say: (line) => said.push(line), ...options, limits });
  client.trust(trusted);
  t.after(() => client[Symbol.asyncDispose]());
  return { client, said };
}

/** A register's server on this machine, and a folder to fetch into. */
export async function serverFor(t: TestContext, listener: RequestListener) {
  return { ...(await localServer(t, listener)), into: folder(t) };
}

/** Answers a request; `into` is the folder that is fetched into. */
export type FileListener = (request: IncomingMessage, response: ServerResponse, into: string) => void;

/** Breaks an answer off when so many bytes of `all.csv` have been kept in a folder: what has just arrived would be lost with the connection. */
export function breakWhenKept(response: ServerResponse, into: string, bytes: number): void {
  const path = join(into, '.all.csv.partial');
  const isKept = (): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  void until('bytes are kept', () => isKept() || response.closed).then(() => response.destroy());
}
