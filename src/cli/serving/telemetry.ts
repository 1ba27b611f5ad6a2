import type { Logger } from 'pino';
import { InputError } from '../../model/index.ts';
import {
  Health,
  Metrics,
  listenOn,
  measureThread,
  metricsMemory,
  metricsServer,
  systemClock,
} from '../../server/index.ts';
import type { Config } from '../../extra/index.ts';
import { extraMetrics, followerState, listDoors } from '../extras.ts';
import { findPlace, hostOfAddress, listenFault, type ListenAddress } from './listening.ts';
import type { StartOrder } from './worker.ts';

export interface Telemetry {
  readonly metrics: Metrics;
  readonly health: Health;
  readonly memory: SharedArrayBuffer;
  /** The port for metrics; undefined if no port is set. */
  readonly port: number | undefined;
  close(): void;
}

/**
 * Starts to measure, and listens on the port for metrics if one is set. The data is not open yet, so `/readyz` on that port reports that
 * the service is starting. Workers share this port as they share the public port; each reports the metrics of all.
 */
export async function startTelemetry(
  config: Config,
  workers: number,
  log: Logger,
  order: StartOrder | undefined,
): Promise<Telemetry> {
  const { PORT, METRICS_HOST: host, METRICS_PORT } = config;
  if (METRICS_PORT === PORT && PORT !== 0) {
    throw new InputError(`Cannot start: PORT and METRICS_PORT are both ${PORT}; they must differ`);
  }
  const counted = { doors: listDoors(config), extras: extraMetrics() };
  const memory = order?.found?.metrics ?? metricsMemory(workers, counted);
  const metrics = new Metrics(systemClock.monotonicMs, { worker: order?.worker ?? 1, memory, ...counted });
  const health = new Health(metrics, systemClock, followerState);
  const endMeasuring = measureThread(metrics, health);
  if (METRICS_PORT === undefined) return { metrics, health, memory, port: undefined, close: endMeasuring };
  const address: ListenAddress = { host, port: METRICS_PORT, prefix: 'METRICS_' };
  const place = await findPlace(address, order !== undefined, order?.found?.metricsPort);
  const { port } = place;
  const server = metricsServer(metrics, health, log);
  const besides = await listenOn(server, place).catch((error: unknown) => {
    throw listenFault(error, address);
  });
  if (order?.found === undefined) log.info({ address: `http://${hostOfAddress(host)}:${port}/metrics` }, 'metrics');
  const close = (): void => {
    endMeasuring();
    for (const each of [server, ...besides]) each.close();
    server.closeAllConnections();
  };
  return { metrics, health, memory, port, close };
}
