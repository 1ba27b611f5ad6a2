import { Command } from 'commander';
import { openSnapshotsMemory, type Refreshable } from '../../backend/index.ts';
import { snapshotFlag, workerCount, workersWanted } from '../../extra/index.ts';
import { rateLimitMemory } from '../../server/index.ts';
import { listDoors } from '../extras.ts';
import { openLog } from '../log.ts';
import { firstRequests } from '../sample/sample.ts';
import { chosenBy, findSource, makeSampleFirst, startFollower, type Chosen } from '../serving/source.ts';
import { startServing } from '../serving/start.ts';
import { startTelemetry } from '../serving/telemetry.ts';
import { openServed } from '../serving/watch.ts';
import { report, servedByOthers, type StartOrder } from '../serving/worker.ts';
import { SETTINGS } from '../settings.ts';

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
 * The command `openfirma serve`: serves the API over a snapshot until a signal stops it. `order` starts one of several workers; it is
 * undefined in a process with one worker.
 */
export function serveCommand(order?: StartOrder): Command {
  return new Command('serve')
    .description('serve a snapshot over HTTP')
    .option('--snapshot <file>', 'the snapshot, instead of the setting SNAPSHOT', snapshotFlag)
    .option('--sample', 'where there is no snapshot yet, serve invented companies with all doors on')
    .option('--workers <count>', 'threads that serve, instead of the setting WORKERS', workerCount)
    .addHelpText('after', HELP)
    .action(async (flags: { readonly snapshot?: string; readonly sample?: boolean }) => {
      await serve(chosenBy(flags, order), order);
    });
}

async function serve(chosen: Chosen, order: StartOrder | undefined): Promise<void> {
  const { config, isSample } = chosen;
  const { LOG_LEVEL: logLevel, LOG_FORMAT: logFormat, SHUTDOWN_SECONDS: shutdownSeconds } = config;
  const opened = openLog(logLevel, logFormat, order !== undefined, order && { worker: order.worker });
  const { log } = opened;
  const wanted = workersWanted(process.argv.slice(2), process.env) ?? 1;
  if (order === undefined && wanted > 1)
    log.warn('serving with one worker: on this system several cannot listen on one port');
  const workers = order === undefined ? 1 : wanted;
  const isFirst = order?.found === undefined;
  const { rateLimits = rateLimitMemory(), openSnapshots = openSnapshotsMemory() } = order?.found ?? {};
  const telemetry = await startTelemetry(config, workers, log, order);
  const { metrics } = telemetry;
  opened.output.countDroppedBy((lines) => metrics.add('droppedLogLines', lines));
  try {
    if (isSample && isFirst) await makeSampleFirst(config, log);
    const { followed, snapshot } = await findSource(chosen, order);
    const isAwaited = followed !== undefined;
    let served: Refreshable | undefined;
    const look = (): void => void served?.refresh();
    const follower = await startFollower(followed, order, config, { log, metrics, look });
    const watched = { log, metrics, isAwaited, openSnapshots };
    const backend = await openServed(snapshot, () => servedByOthers(order), config, watched);
    served = backend;
    const parts = { ...opened, rateLimits, telemetry, workers, order, snapshot, isAwaited, follower };
    const { port, baseUrl } = await startServing(backend, config, parts).catch(async (error: unknown) => {
      await follower?.close();
      await backend.close();
      throw error;
    });
    if (isSample && isFirst) opened.output.write(await firstRequests(baseUrl, backend, listDoors(config)));
    report({
      found: {
        port,
        metricsPort: telemetry.port,
        snapshot,
        isSample,
        logLevel,
        logFormat,
        shutdownSeconds,
        rateLimits,
        metrics: telemetry.memory,
        openSnapshots,
      },
    });
  } catch (error) {
    telemetry.close();
    throw error;
  }
}
