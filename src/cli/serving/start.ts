import type { Logger } from 'pino';
import { BackendError, type Refreshable } from '../../backend/index.ts';
import type { Config } from '../../extra/index.ts';
import type { DataFacts } from '../../model/index.ts';
import { TokenBuckets, createApp, systemClock } from '../../server/index.ts';
import { createSite } from '../../site/index.ts';
import { doorWarnings, exampleResponses, extraPages, listOffDoors, openDoors, openSharedLimiter } from '../extras.ts';
import type { OpenLog } from '../log.ts';
import { isService } from '../open-backend.ts';
import { findPlace, hostOfAddress, listenFault, type ListenAddress } from './listening.ts';
import { addressWarning, readTerms, serviceConfig } from './service-config.ts';
import type { Follower } from './source.ts';
import type { Telemetry } from './telemetry.ts';
import { pollSnapshot } from './watch.ts';
import { END_MS, onOrder, type StartOrder } from './worker.ts';

interface ServingParts extends OpenLog {
  readonly rateLimits: SharedArrayBuffer;
  readonly telemetry: Telemetry;
  readonly workers: number;
  readonly snapshot: string;
  /** Undefined in a process with one worker. */
  readonly order: StartOrder | undefined;
  /** Whether a publication is followed, so that the data may arrive later. */
  readonly isAwaited: boolean;
  readonly follower: Follower | undefined;
}

/** Starts to listen and to act on orders and signals. Returns the port and the public address. */
export async function startServing(
  backend: Refreshable,
  config: Config,
  parts: ServingParts,
): Promise<{ readonly port: number; readonly baseUrl: string }> {
  const { log, logDestination, rateLimits, telemetry, workers, order, snapshot, isAwaited, follower } = parts;
  const { metrics, health } = telemetry;
  const address: ListenAddress = { host: config.HOST, port: config.PORT, prefix: '' };
  const place = await findPlace(address, order !== undefined, order?.found?.port);
  const baseUrl = config.BASE_URL ?? `http://${hostOfAddress(config.HOST)}:${place.port}`;
  const service = serviceConfig(config, baseUrl, workers);
  const local = new TokenBuckets(systemClock.monotonicMs, rateLimits);
  const shared = await openSharedLimiter(config, { local, metrics, log });
  const doors = await openDoors(backend, service, snapshot, config, log);
  const site = {
    ...service,
    responseTo: exampleResponses(doors, service.baseUrl),
    hasLimitStore: shared !== undefined,
    hasUpstream: isService(config.BACKEND),
    terms: readTerms(config.TERMS_FILE),
  };
  const app = createApp(backend, service, {
    clock: systemClock,
    log,
    ...(logDestination !== undefined && { logDestination }),
    doors,
    offDoors: listOffDoors(config),
    site: createSite(site, extraPages(config)),
    limiter: shared?.limiter ?? local,
    metrics,
    health,
  });
  await app.listen(place).catch((error: unknown) => {
    throw listenFault(error, address);
  });
  const endPolling = pollSnapshot(backend, config, isAwaited);
  const facts = await loadFacts(backend);
  // Only the first worker logs the warnings.
  if (order?.found === undefined)
    for (const warning of [addressWarning(config, baseUrl), ...doorWarnings(config, facts)])
      if (warning !== undefined) log.warn(warning);
  log.info({ address: baseUrl, generation: facts?.generation }, 'listening');
  const close = async (): Promise<void> => {
    endPolling();
    const late = setTimeout(() => app.server.closeAllConnections(), config.SHUTDOWN_SECONDS * 1000);
    await app.close();
    clearTimeout(late);
    shared?.close();
    await follower?.close();
    await backend.close();
  };
  obey(backend, follower, close, { seconds: config.SHUTDOWN_SECONDS, isAlone: order === undefined, log });
  return { port: place.port, baseUrl };
}

/** Acts on the orders of the supervisor; without a supervisor, on signals. */
function obey(
  backend: Refreshable,
  follower: Follower | undefined,
  close: () => Promise<void>,
  { seconds, isAlone, log }: { readonly seconds: number; readonly isAlone: boolean; readonly log: Logger },
): void {
  let isStopping = false;
  onOrder((wanted, signal) => {
    if (isStopping) return;
    if (wanted !== 'stop') {
      const asks = wanted === 'refresh';
      if (asks) follower?.poll();
      void backend.refresh(asks);
      return;
    }
    isStopping = true;
    const endLate = (): void => {
      log.fatal('could not stop in time');
      process.exit(1);
    };
    if (isAlone) setTimeout(endLate, seconds * 1000 + END_MS).unref();
    // The supervisor logs this once for all workers.
    const level = isAlone ? 'info' : 'debug';
    log[level]({ signal, seconds }, 'stopping: requests under way may finish');
    close()
      .then(
        () => log[level]('stopped'),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop in order');
          process.exitCode = 1;
        },
      )
      .finally(() => process.exit());
  });
}

/** Returns facts about the data; undefined if the data service is unavailable, which `refresh` logs. */
async function loadFacts(backend: Refreshable): Promise<DataFacts | undefined> {
  try {
    return await backend.facts();
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    await backend.refresh();
    return undefined;
  }
}
