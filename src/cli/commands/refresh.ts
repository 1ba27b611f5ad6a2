import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { Lock, makeFolder } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import {
  countryList,
  duration,
  durationMs,
  interruptible,
  JSON_OPTION,
  printJson,
  throwAll,
} from '../../extra/index.ts';
import { overdueText, readMetadata } from '../snapshot-file.ts';
import { buildUnlessMade, type BuildResult } from './build.ts';
import { REFRESH_PATHS, readRefreshConfig, type RefreshConfig } from '../../extra/refresh-config.ts';
import { describeFailure, refreshRegisters, type RefreshedRegisters } from './refreshing/registers.ts';
import { ownLines } from './refreshing/own-lines.ts';
import { describePlan, planRefresh } from './refreshing/plan.ts';

const HELP = `
CONFIG is a JSON file; its paths are relative to its own folder:

  { "registers": [{ "register": "fi-prh" }, { "register": "gleif" }] }

The files go to "downloads" (${REFRESH_PATHS.downloads}), "lines" (${REFRESH_PATHS.lines}) and
"snapshot" (${REFRESH_PATHS.snapshot}, which serve serves in the same folder). If several registers have a
company, the first one wins; an index such as GLEIF's ranks after a national register in any order. A register
with "files": ["FILE.zip"] is not downloaded: use it if the publisher requires an account. Each register may have
"max_rejects" (0), "sole_traders", "old_officers" and "world" (false). "also" lists your own files of register lines,
such as decisions; they win over all registers. A file that does not exist yet counts as empty. "match": true adds an
index to match messy names; by default the snapshot has one if the current one has. "walk_for": "6h" is the time of each
crawl; crawls run at the same time. A register is imported while the next one is downloaded, and up to four large ones
at the same time, one a core. The ids of the current snapshot are kept. If a register fails, the others continue, its
lines of earlier runs stay in the data, and the exit status is 1. If a register without lines fails, or the build, the
old snapshot stays.

Unchanged files are not downloaded, imported or built again; --force imports and builds them. Companies whose lines are
as before are taken over from the current snapshot; --full resolves and writes all of them again. --dry-run requests which
files are current, and prints the steps and their reasons. It changes nothing.

Example, every night at three:
  0 3 * * *  openfirma refresh /var/lib/openfirma/refresh.json
`;

interface RefreshFlags {
  readonly acceptLoss: string[];
  readonly dryRun?: true;
  readonly for?: number;
  readonly force?: true;
  readonly full?: true;
  readonly json?: true;
}

/** The command `openfirma refresh`: fetches, imports and builds in one run. */
export function refreshCommand(): Command {
  return new Command('refresh')
    .description('fetch and import several registers and build a snapshot of them')
    .argument('[config]', 'a JSON file with the registers', 'refresh.json')
    .option(
      '--accept-loss <country>',
      'a country that may lose more than 5 % of its companies; can be repeated',
      countryList,
      [],
    )
    .option('--dry-run', 'say what would be fetched, imported and built, and why; change nothing')
    .option('--for <time>', 'the time of each crawl, instead of "walk_for" of the configuration', duration)
    .option('--full', 'build from all lines again, not only from those that have changed')
    .option('--force', 'import and build again even if nothing has changed')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (path: string, flags: RefreshFlags) => {
      const config = await readRefreshConfig(path);
      const folder = dirname(path);
      const isForced = flags.force === true;
      if (flags.dryRun === true) {
        const plan = await interruptible('refresh', (signal) => planRefresh(config, { folder, isForced, signal }));
        if (flags.json === true) printJson(plan);
        else process.stdout.write(describePlan(plan));
        return;
      }
      const work = (signal: AbortSignal): Promise<Refreshed> => refresh(config, folder, flags, signal);
      const result = await interruptible('refresh', work, 'the snapshot is as it was');
      if (flags.json === true) printJson(result);
      throwAll(result.failed.map(describeFailure));
    });
}

interface Refreshed extends Omit<RefreshedRegisters, 'lines'> {
  readonly dry_run: false;
  readonly built: BuildResult;
  readonly overdue: readonly { readonly register: string; readonly what: string }[];
}

async function refresh(
  config: RefreshConfig,
  folder: string,
  { acceptLoss, force, full, for: given }: RefreshFlags,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { lines, snapshot, match, walk_for: crawlFor = '' } = config;
  const forMs = given ?? durationMs(crawlFor);
  const at = (path: string): string => resolve(folder, path);
  makeFolder(at(lines));
  await using _ = await Lock.take(
    join(at(lines), '.refresh.lock'),
    (reason) => new InputError(`Cannot refresh: another refresh is running: ${reason}`),
  );
  const own = await ownLines(config, folder);
  const options = { folder, forMs, isForced: force === true, signal };
  const { lines: inputs, ...refreshed } = await refreshRegisters(config, options);
  const out = at(snapshot);
  const wanted = { inputs: [...own, ...inputs], out, acceptLoss, signal, match, full };
  const built = await buildUnlessMade({ ...wanted, ...(existsSync(out) && { previous: out }) }, force ?? full);
  return { dry_run: false, ...refreshed, built, overdue: await reportOverdue(out) };
}

async function reportOverdue(snapshot: string): Promise<Refreshed['overdue']> {
  const { registers } = await readMetadata(snapshot);
  const overdue = Object.entries(registers).flatMap(([register, facts]) =>
    overdueText(facts).map((what) => ({ register, what })),
  );
  for (const { register, what } of overdue) process.stderr.write(`OVERDUE  ${register}: ${what}\n`);
  return overdue;
}
