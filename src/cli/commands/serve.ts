import { Command } from 'commander';
import type { Logger } from 'pino';
import { existsSync } from 'node:fs';
import { BackendError, openSnapshotsMemory, type Refreshable } from '../../backend/index.ts';
import { InputError, type DataFacts } from '../../model/index.ts';
import { cursorSecretOf } from '../cursor-secret.ts';
import { createApp, rateLimitMemory, systemClock, type ServiceConfig } from '../../server/index.ts';
import { siteOf, type SiteConfig } from '../../site/index.ts';
import { removeAbandonedFolders, shareOpeningLock } from '../../snapshot/index.ts';
import { snapshotFlag, workerCount } from '../arguments.ts';
import { SETTINGS, readConfig, type Config } from '../config.ts';
import { openLog, type OpenLog } from '../log.ts';
import { isFollowed } from '../../../extras/publishing/commands/settings.ts';
import { firstRequests, sampleConfig, samplePath } from '../sample/sample.ts';
import { requireSnapshot } from '../snapshot-file.ts';
import { doorWarnings, hasExport, openedDoors } from '../serving/doors.ts';
import { openLimiter } from '../serving/limiter.ts';
import { isUpstream } from '../serving/backend-settings.ts';
import { hostOfAddress, listenFault, placeOf, type ListenAddress } from '../serving/listening.ts';
import { addressWarning } from '../serving/public-address.ts';
import { startTelemetry, type Telemetry } from '../serving/telemetry.ts';
import { termsIn } from '../serving/terms.ts';
import { type FollowingParts, followIn, followedPath, type Following } from '../serving/follow.ts';
import { openServed, pollSnapshot } from '../serving/watch.ts';
import { END_MS, onOrder, report, servedByOthers, type StartOrder } from '../serving/worker.ts';
import { workersWanted } from '../serving/workers-wanted.ts';

const HELP = `
Settings come from the environment, bare or with OPENFIRMA_ in front:
${Object.entries(SETTINGS)
  .map(([name, { default: byDefault, help }]) => {
    const shown = byDefault === undefined || byDefault === '' ? '' : ` (${byDefault})`;
    return `  ${name.padEnd(23)} ${help.replaceAll('`', '')}${shown}`;
  })
  .join('\n')}

A snapshot that takes the place of FILE is served as soon as it is noticed, on SIGHUP at once; docs/operating.md says how.

Example:
  PORT=9000 openfirma serve --snapshot data/openfirma.snapshot
`;

/**
 * The command `openfirma serve`: the API over a snapshot, until a signal stops it. With `order` it is one of several workers;
 * without, this process serves alone.
 */
export function serveCommand(order?: StartOrder): Command {
  return new Command('serve')
    .description('serve a snapshot over HTTP')
    .option('--snapshot <file>', 'the snapshot, instead of the setting SNAPSHOT', snapshotFlag)
    .option('--sample', 'where there is no snapshot yet, serve invented companies with all doors on')
    .option('--workers <number>', 'threads that serve, instead of the setting WORKERS', workerCount)
    .addHelpText('after', HELP)
    .action(async (flags: ServeFlags) => {
      const { config, named, isSample } = configOf(flags, order);
      const bindings = order && { worker: order.worker };
      const { LOG_LEVEL: logLevel, LOG_FORMAT: logFormat, SHUTDOWN_SECONDS: shutdownSeconds } = config;
      const opened = openLog({ level: logLevel, format: logFormat, shared: order !== undefined, bindings });
      const { log } = opened;
      const wanted = workersWanted(process.argv.slice(2), process.env);
      if (order === undefined && wanted > 1)
        log.warn('serving with one worker: on this system several cannot listen on one port');
      const openingLock = shareOpeningLock(order?.found?.openingLock);
      const { rateLimits = rateLimitMemory(), openSnapshots = openSnapshotsMemory() } = order?.found ?? {};
      const workers = order === undefined ? 1 : wanted;
      const telemetry = await startTelemetry(config, workers, log, order);
      opened.output.countDroppedBy((lines) => telemetry.metrics.add('droppedLogLines', lines));
      try {
        if (isSample && order?.found === undefined) await sampleMade(config, log);
        const { followed, snapshot } = await sourceOf(named, config, order);
        const { metrics: counted, port: metricsPort, memory: metrics } = telemetry;
        const isAwaited = followed !== undefined;
        let served: Refreshable | undefined;
        const look = (): void => void served?.refresh();
        const following = await followingOf(followed, order, config, { log, metrics: counted, openingLock, look });
        const parts = { log, metrics: counted, isAwaited, openSnapshots };
        const backend = openServed(snapshot, await servedByOthers(order), config, parts);
        served = backend;
        const { port, baseUrl } = await start(backend, config, {
          ...opened,
          rateLimits,
          telemetry,
          workers,
          order,
          snapshot,
          isAwaited,
          following,
        }).catch(async (error: unknown) => {
          await following?.close();
          await backend.close();
          throw error;
        });
        if (isSample && order?.found === undefined)
          opened.output.write(await firstRequests(baseUrl, backend, config.DOORS));
        const found = {
          port,
          metricsPort,
          snapshot,
          isSample,
          logLevel,
          logFormat,
          shutdownSeconds,
          rateLimits,
          metrics,
          openingLock,
          openSnapshots,
        };
        report({ found });
      } catch (error) {
        telemetry.close();
        throw error;
      }
    });
}

interface ServeFlags {
  readonly snapshot?: string;
  readonly sample?: boolean;
}

/** The settings, and the snapshot that they or the flags name. The sample is served where there is no snapshot yet. */
function configOf(flags: ServeFlags, order: StartOrder | undefined) {
  const config = readConfig(process.env);
  if (config.BACKEND !== undefined && (flags.snapshot ?? flags.sample) !== undefined)
    throw new InputError('Cannot start: the setting BACKEND names what to serve; leave --snapshot and --sample out');
  const named = flags.snapshot ?? config.SNAPSHOT;
  const isSample = order?.found?.isSample ?? (flags.sample === true && !isFollowed(named) && !existsSync(named));
  return isSample ? { config: sampleConfig(config), named: samplePath(config), isSample } : { config, named, isSample };
}

/** What is served, unless it is a database: a file, or that of a publication that is followed. */
async function sourceOf(named: string, config: Config, order: StartOrder | undefined) {
  const isOfFile = config.BACKEND === undefined;
  const isFirst = order?.found === undefined;
  const followed = isOfFile && isFollowed(named) ? named : undefined;
  if (isOfFile && isFirst && followed === undefined) requireSnapshot(named);
  const snapshot = order?.found?.snapshot ?? (followed === undefined ? named : followedPath(config));
  // The first worker is alone in its process, and no folder there can be another one's.
  if (isFirst && isOfFile) await removeAbandonedFolders(snapshot);
  return { followed, snapshot };
}

/** Makes the sample where there is none of this version yet, which takes some seconds: a port in use is reported before. */
async function sampleMade(config: Config, log: Logger): Promise<void> {
  await placeOf({ host: config.HOST, port: config.PORT, prefix: '' }, true);
  const { makeSample } = await import('../sample/make-sample.ts');
  await makeSample(config, () => log.info({ snapshot: samplePath(config) }, 'making the sample'));
}

/** The first worker follows for all of them; they look at once for what it fetches. */
async function followingOf(
  followed: string | undefined,
  order: StartOrder | undefined,
  config: Config,
  { look, ...parts }: Omit<FollowingParts, 'onFetched'> & { readonly look: () => void },
): Promise<Following | undefined> {
  if (followed === undefined || (order?.worker ?? 1) > 1) return undefined;
  const onFetched = order === undefined ? look : () => report({ hasFetched: true });
  return await followIn(followed, config, { ...parts, onFetched });
}

interface ServingParts extends OpenLog {
  readonly rateLimits: SharedArrayBuffer;
  readonly telemetry: Telemetry;
  readonly workers: number;
  readonly snapshot: string;
  /** Undefined where this process serves alone. */
  readonly order: StartOrder | undefined;
  /** Whether data may come later. */
  readonly isAwaited: boolean;
  /** Undefined where nothing is followed, or another worker does. */
  readonly following: Following | undefined;
}

/** Listens, and obeys orders and signals. Returns the port and the public address. */
async function start(
  backend: Refreshable,
  config: Config,
  { log, logDestination, rateLimits, telemetry, workers, order, snapshot, isAwaited, following }: ServingParts,
): Promise<{ readonly port: number; readonly baseUrl: string }> {
  const host = hostOfAddress(config.HOST);
  const address: ListenAddress = { host: config.HOST, port: config.PORT, prefix: '' };
  const place = await placeOf(address, order !== undefined, order?.found?.port);
  const { port } = place;
  const baseUrl = config.BASE_URL ?? `http://${host}:${port}`;
  const service = serviceConfig(config, baseUrl, workers);
  const { limiter, closeStore } = await openLimiter(config, { rateLimits, metrics: telemetry.metrics, log });
  const app = createApp(backend, service, {
    clock: systemClock,
    log,
    ...(logDestination !== undefined && { logDestination }),
    doors: await openedDoors(backend, service, snapshot, config.EXPORTS_DIR, log),
    site: siteOf({ ...service, ...siteConfig(config) }),
    limiter,
    metrics: telemetry.metrics,
    health: telemetry.health,
  });
  await app.listen(place).catch((error: unknown) => {
    throw listenFault(error, address);
  });
  const endPolling = pollSnapshot(backend, config, isAwaited);
  const facts = await factsOf(backend);
  if (order?.found === undefined) warn(config, baseUrl, facts, log);
  log.info({ address: baseUrl, generation: facts?.generation }, 'listening');
  const close = async (): Promise<void> => {
    const late = setTimeout(() => app.server.closeAllConnections(), config.SHUTDOWN_SECONDS * 1000);
    await app.close();
    clearTimeout(late);
    closeStore();
    await following?.close();
    await backend.close();
  };
  let isStopping = false;
  onOrder((wanted, signal) => {
    if (isStopping) return;
    if (wanted === 'look') {
      void backend.refresh();
      return;
    }
    if (wanted === 'refresh') {
      following?.poll();
      void backend.refresh(true);
      return;
    }
    isStopping = true;
    endPolling();
    const endLate = (): void => {
      log.fatal('could not stop in time');
      process.exit(1);
    };
    if (order === undefined) setTimeout(endLate, config.SHUTDOWN_SECONDS * 1000 + END_MS).unref();
    // The supervisor logs this once for all workers.
    const level = order === undefined ? 'info' : 'debug';
    log[level]({ signal, seconds: config.SHUTDOWN_SECONDS }, 'stopping: requests under way may finish');
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
  return { port, baseUrl };
}

/** Warns of settings that do not do what they seem to; the first worker does so for all. */
function warn(config: Config, baseUrl: string, facts: DataFacts | undefined, log: Logger): void {
  for (const warning of [addressWarning(config, baseUrl), ...doorWarnings(config, facts)])
    if (warning !== undefined) log.warn(warning);
}

/** Facts about the data; undefined where the data service is away, which is logged. */
async function factsOf(backend: Refreshable): Promise<DataFacts | undefined> {
  try {
    return await backend.facts();
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    await backend.refresh();
    return undefined;
  }
}

/** The settings as the site takes them, besides those of the service. */
function siteConfig(config: Config): Partial<SiteConfig> {
  const { RATE_LIMIT_STORE, BACKEND, TERMS_FILE } = config;
  return {
    hasExport: () => hasExport(config),
    hasLimitStore: RATE_LIMIT_STORE !== undefined,
    hasUpstream: isUpstream(BACKEND),
    terms: termsIn(TERMS_FILE),
  };
}

/** The settings as the service takes them. */
function serviceConfig(config: Config, baseUrl: string, workers: number): ServiceConfig {
  return Object.freeze({
    baseUrl,
    siteUrl: config.SITE_URL ?? baseUrl,
    dataProvider: config.DATA_PROVIDER,
    maintainer: config.MAINTAINER,
    contact: config.CONTACT,
    trustedProxies: config.TRUSTED_PROXIES,
    cursorSecret:
      config.CURSOR_SECRET === undefined ? cursorSecretOf(config.DATA_DIR) : Buffer.from(config.CURSOR_SECRET),
    cursorTtlSeconds: config.CURSOR_TTL_SECONDS,
    officersMax: config.OFFICERS_MAX,
    doors: config.DOORS,
    plainHttp: config.PLAIN_HTTP,
    connectionsMax: Math.max(1, Math.floor(config.MAX_CONNECTIONS / workers)),
    logClientAddress: config.LOG_CLIENT_ADDRESS,
    loadBounds: {
      eventLoopDelayMsMax: config.EVENT_LOOP_DELAY_MS_MAX,
      inFlightMax: config.IN_FLIGHT_MAX,
      deadlineSeconds: config.DEADLINE_SECONDS,
    },
  });
}
