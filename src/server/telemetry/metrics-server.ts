import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Server } from '../node-http.ts';
import { EXPOSITION_TYPE, exposition } from './exposition.ts';
import { LIVE, type Health, type ProbeAnswer } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Maximum number of connections: only a few programs should connect, every few seconds. */
const CONNECTIONS_MAX = 64;
const REQUEST_TIMEOUT_MS = 10_000;
/** Milliseconds after which a client that neither sends nor reads is disconnected. */
const IDLE_TIMEOUT_MS = 30_000;

type Answer = readonly [status: number, contentType: string, body: string];

/**
 * Makes the server of the port for operators: `/metrics`, `/livez` and `/readyz`, without rate limits and log lines. It is separate from
 * the public server, so that it answers when the public server is full.
 */
export function metricsServer(metrics: Metrics, health: Health, log: Logger): Server {
  const answers: ReadonlyMap<string, () => Promise<Answer>> = new Map([
    ['/metrics', async () => [200, EXPOSITION_TYPE, await exposition(metrics, health)] as const],
    ['/livez', async () => probe(LIVE)],
    ['/readyz', async () => probe(await health.readiness())],
  ]);
  const answerTo = async ({ method = '', url = '' }: IncomingMessage): Promise<Answer> => {
    const make = answers.get(url.replace(/\?.*/s, ''));
    if (make === undefined)
      return plain(404, `Nothing is served at this path; there are ${[...answers.keys()].join(', ')}`);
    return ['GET', 'HEAD'].includes(method) ? await make() : plain(405, 'The method must be GET or HEAD');
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [status, contentType, body] = await answerTo(request);
    if (status === 405) response.setHeader('Allow', 'GET, HEAD');
    const fields = { 'Content-Type': contentType, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
    response.writeHead(status, { ...fields, 'Content-Length': Buffer.byteLength(body) }).end(body);
  };
  const server = new Server({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'could not answer on the port for metrics');
      response.destroy();
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server.setTimeout(IDLE_TIMEOUT_MS);
}

function probe({ status, body }: ProbeAnswer): Answer {
  return [status, 'application/json', JSON.stringify(body)];
}

function plain(status: number, text: string): Answer {
  return [status, 'text/plain; charset=utf-8', `${text}\n`];
}
