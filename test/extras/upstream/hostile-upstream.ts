/** A service that a test controls, a backend over it, and valid responses to modify. */
import { openUpstreamBackend } from '../../../extras/upstream/upstream-backend.ts';
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { BackendError, PositionGone, type SwapEvent } from '../../../src/backend/index.ts';
import { localServer } from '../../fixtures/local-server.ts';
import { UPSTREAM_TOKEN } from './upstream-service.ts';

export const ID = 'co_2v5k8m0q3s6t9w1x4y7za0bcde';
export const OTHER = 'co_3v5k8m0q3s6t9w1x4y7za0bcde';
export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';

export type Fields = Readonly<Record<string, unknown>>;
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export const company = (fields: Fields = {}): Fields => ({
  id: ID,
  object: 'company',
  lifecycle: { status: 'active' },
  name: 'Nordlys Mylly',
  ...fields,
});
export const createPage = (fields: Fields = {}): string =>
  JSON.stringify({
    object: 'list',
    query: 'nordlys',
    countries: [],
    data: [company()],
    next_cursor: null,
    attribution: 'Powered by Upstream',
    ...fields,
  });
export const createEnvelope = (data: Fields = company()): string =>
  JSON.stringify({ data, attribution: 'Powered by Upstream' });
export const createOfficers = (fields: Fields = {}): string =>
  JSON.stringify({
    object: 'company_officer_list',
    requested_company_id: ID,
    company_id: ID,
    data: [],
    has_more: false,
    attribution: 'Powered by Upstream',
    ...fields,
  });

/** Sends a response with a body. */
export const answer =
  (body: string | Buffer, status = 200, headers: Readonly<Record<string, string>> = {}): Listener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': JSON_TYPE, ...headers }).end(body);
export const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Listener =>
  answer(JSON.stringify({ code, detail: UPSTREAM_TOKEN.slice(1) }), status, {
    'content-type': PROBLEM_TYPE,
    ...headers,
  });

/** Starts a service with the responses of a test, and opens a backend over it. */
export async function over(
  t: TestContext,
  first: Listener,
  options: { readonly deadlineMs?: number; readonly nowMs?: () => number } = {},
) {
  let listener = first;
  const server = await localServer(t, (request, response) => listener(request, response));
  const events: SwapEvent[] = [];
  const backend = openUpstreamBackend(server.base, {
    token: UPSTREAM_TOKEN,
    deadlineMs: 30_000,
    ...options,
    onSwap: (event) => events.push(event),
  });
  t.after(() => backend.close());
  return { backend, server, events, become: (next: Listener) => (listener = next) };
}

/** Returns the result of a call: its value, or the fault and the seconds until a retry. */
export async function awaitEnd(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    assert.doesNotMatch(String(error), new RegExp(UPSTREAM_TOKEN.slice(1)));
    if (error instanceof PositionGone) return 'gone';
    assert.ok(error instanceof BackendError, String(error));
    assert.equal(error.cause, undefined);
    return `${error.fault} ${error.retryAfterSeconds}`;
  }
}
