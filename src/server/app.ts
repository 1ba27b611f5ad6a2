import type { RequestListener } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Backend } from '../backend/index.ts';
import type { DataFacts } from '../model/index.ts';
import { Operations } from '../operations/index.ts';
import type { ServiceConfig, ServiceParts } from './config.ts';
import { Compression } from './handlers/compression.ts';
import { HttpServer } from './http1/http-server.ts';
import { listenOn, type Place } from './http1/listen.ts';
import { nodeListener } from './http1/node-exchange.ts';
import type { RequestListener as ServiceListener } from './http.ts';
import { Pipeline } from './pipeline.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { answerUnreadable } from './http1/unreadable-request.ts';
import { ResponseWriter } from './response-writer.ts';
import { Routes } from './routes.ts';
import { Health } from './telemetry/health.ts';
import { Metrics } from './telemetry/metrics.ts';

export interface App {
  readonly handle: RequestListener;
  readonly server: HttpServer;
  /** All routed paths, in the notation of OpenAPI. Other paths are answered 404. */
  readonly paths: readonly string[];
  /** Resolves once connections are accepted; rejects with the system's error if they cannot be. */
  listen(place: Place): Promise<void>;
  /** Stops accepting connections and resolves when the last response has gone out. */
  close(): Promise<void>;
}

/**
 * Builds the service: the three operations over `backend`, the doors, the site, and two health probes. Does not read the environment or
 * open a port.
 */
export function createApp(backend: Backend, config: ServiceConfig, parts: ServiceParts): App {
  const { clock, doors = [] } = parts;
  const counted = { doors: doors.map(({ declaration }) => declaration) };
  const { metrics = new Metrics(clock.monotonicMs, counted) } = parts;
  const { health = new Health(metrics, clock) } = parts;
  const writer = new ResponseWriter(config, metrics, parts, servedBy(backend));
  const pipeline = new Pipeline(writer, metrics, config, parts);
  const operations = new Operations(backend, clock, config);
  const compression = new Compression();
  const routes = new Routes(
    pipeline,
    { backend, config, clock, writer, operations, compression, metrics, health },
    parts,
  );

  health.serve(backend);
  let isClosing = false;
  let besides: readonly NetServer[] = [];
  const handle: ServiceListener = (request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
    routes.handle(request, response);
  };
  const server = new HttpServer(handle, config.plainHttp, config.connectionsMax);
  // The delay of the event loop is relevant only while the server accepts requests.
  server.on('listening', () => pipeline.shedder.start());
  server.on('close', () => pipeline.shedder.stop());
  server.on('drop', () => metrics.add('refusedConnections'));
  metrics.addMeasurement(() => {
    const { open, bytesUnsent } = server.connectionCounts;
    metrics.setGauge('openConnections', open);
    metrics.setGauge('unsentBytes', bytesUnsent);
  });
  server.on('clientError', (error, socket) => answerUnreadable(writer, error, socket, pipeline.nextId()));
  server.on('connect', (_, socket) => answerUnreadable(writer, methodNotAllowed('CONNECT'), socket, pipeline.nextId()));
  return {
    server,
    handle: nodeListener(handle),
    paths: routes.paths,
    listen: async (place) => {
      besides = await listenOn(server, place);
    },
    close: async () => {
      isClosing = true;
      health.stop();
      // The only possible error is that the server never listened: then it is already closed.
      const closed = [server, ...besides].map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
      server.closeIdleConnections();
      await Promise.all(closed);
    },
  };
}

/**
 * Returns a function that gives the facts of the backend without waiting, because problem documents cannot wait. If the backend answers
 * asynchronously, it gives the last known facts.
 */
function servedBy(backend: Backend): () => DataFacts | undefined {
  let last: DataFacts | undefined;
  const remember = (facts: DataFacts): void => {
    last = facts;
  };
  return () => {
    try {
      const facts = backend.facts();
      if (facts instanceof Promise) void facts.then(remember, () => undefined);
      else remember(facts);
    } catch {
      // A problem document is already being written, for this fault or another one.
    }
    return last;
  };
}
