/** A store on this machine whose responses a test can change. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { localServer } from '../../test/fixtures/local-server.ts';

/** Sends a response instead of the store and returns true, or returns false to let the store respond. */
export type Disturbance = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => boolean;

/** A server of a folder, with entity tags and ranges, and its current disturbance. */
export interface FolderServer {
  readonly address: string;
  readonly requests: readonly IncomingMessage[];
  disturb: Disturbance | undefined;
}

export async function folderServer(t: Pick<TestContext, 'after'>, folder: string): Promise<FolderServer> {
  const state: { disturb: Disturbance | undefined } = { disturb: undefined };
  const { base, requests } = await localServer(t, (request, response) => {
    const path = join(folder, request.url ?? '');
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const bytes = readFileSync(path);
    if (state.disturb?.(request, response, bytes) !== true) send(request, response, bytes);
  });
  return Object.assign(state, { address: `${base}/current.json`, requests });
}

/** Sends a file as a correct server does, with entity tags and ranges. */
export function send(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const tag = `"${hash('sha256', bytes).slice(0, 16)}"`;
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, { etag: tag }).end();
    return;
  }
  const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  if (start === undefined || request.headers['if-range'] !== tag) {
    response.writeHead(200, { etag: tag, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const from = Number(start);
  assert.ok(from < bytes.length, 'a range that there is');
  response.writeHead(206, {
    etag: tag,
    'content-length': bytes.length - from,
    'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
  });
  response.end(bytes.subarray(from));
}
