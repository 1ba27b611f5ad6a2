/**
 * Another service for a test, over which the backend `https:` works: openfirma over a backend, on a local port, for clients with its token.
 * Through this service, any backend is accessed as if over the network.
 */
import { openUpstreamBackend } from '../../../extras/upstream/upstream-backend.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type Backend, type Refreshable } from '../../../src/backend/index.ts';
import { DETAILS_DOOR, openDetails } from '../../../src/details/index.ts';
import { Operations } from '../../../src/operations/index.ts';
import { createApp, systemClock } from '../../../src/server/index.ts';

/** The bearer token of the service. */
export const UPSTREAM_TOKEN = 'token-of-a-test.0123456789';

/** A running service. */
export interface UpstreamService {
  readonly address: string;
  /** Returns the number of received requests. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** Serves a backend to clients with the token, without a rate limit. @param wallMs the current date of the service */
export async function serveUpstream(backend: Backend, wallMs: () => number = Date.now): Promise<UpstreamService> {
  const clock = { ...systemClock, wallMs };
  const parts = {
    clock,
    log: pino({ level: 'silent' }),
    limiter: { take: (_: string, tokens: number) => tokens },
  };
  const config = {
    baseUrl: 'https://upstream.example.test',
    siteUrl: 'https://upstream.example.test',
    dataProvider: 'Upstream Registers',
    trustedProxies: [],
    cursorSecret: Buffer.from('the secret of the upstream service'),
    cursorTtlSeconds: 900,
    officersMax: 10_000,
    plainHttp: true,
    doors: [DETAILS_DOOR.declaration],
  };
  const operations = new Operations(backend, clock, config);
  const details = await openDetails({ backend, facts: config, operations });
  const app = createApp(backend, config, { ...parts, doors: [details] });
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    if (request.headers.authorization === `Bearer ${UPSTREAM_TOKEN}`) app.handle(request, response);
    else response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Opens a backend behind another service: calls go over HTTP to an openfirma over `backend`. Closing it closes the service and `backend`,
 * too.
 */
export async function openThroughUpstream(backend: Backend, wallMs?: () => number): Promise<Refreshable> {
  const service = await serveUpstream(backend, wallMs);
  const through = openUpstreamBackend(service.address, { token: UPSTREAM_TOKEN, deadlineMs: 60_000 });
  const closeThrough = through.close.bind(through);
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await closeThrough();
    await service.close();
    await backend.close();
  };
  return Object.assign(through, { close: () => (closing ??= closeAll()) });
}
