import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import {
  buildSnapshot,
  rejectsPath,
  requirePrevious,
  wantsMatchIndex,
  type BuildOptions,
  type BuildOutcome,
  type ChangeCounts,
  type InputDigest,
} from '../../build/index.ts';
import type { SnapshotMetadata } from '../../snapshot/index.ts';
import {
  countryList,
  createProgress,
  interruptible,
  JSON_OPTION,
  printJson,
  showLine,
  wholeNumber,
} from '../../extra/index.ts';
import { setHeapGrowth } from '../heap-growth.ts';
import { describeIndexMatches } from '../index-matches.ts';
import { findUpdateFrequency } from '../../registers/index.ts';
import { nameIndex } from '../open-backend.ts';
import { changeRecorder, readMetadata } from '../snapshot-file.ts';
import {
  computeRecipe,
  programName,
  reasonToContinue,
  reasonToMake,
  recordMade,
  type ComputedRecipe,
  type Recipe,
} from '../reuse/made.ts';
import { compareText, counted } from '../../model/index.ts';

const HELP = `
Inputs are files of register lines (.ndjson, plain, .gz or .zst), or - for standard input. Where several lines describe
one company, the input named first wins, field by field; an index such as GLEIF's ranks last beside a national register,
wherever it is named. The snapshot is written to a temporary file, verified and then renamed: a build that fails or is
interrupted leaves FILE as it was. Two builds of one FILE cannot run at the same time. FILE.made.json lists the inputs
of FILE: with the same inputs, options and program it is not built again. With --previous, what changed goes into the
folder changes beside FILE.

Example:
  openfirma build --out data/openfirma.snapshot fi-prh.ndjson.gz gleif.ndjson.gz
`;

/** The command `openfirma build`: register lines in, a snapshot out. */
export function buildCommand(): Command {
  return new Command('build')
    .description('build a snapshot from register lines')
    .argument('<input...>', 'files of register lines, the most trusted first')
    .requiredOption('--out <file>', 'where the snapshot goes')
    .option(
      '--previous <file>',
      'the previous snapshot: its ids are kept, and no country may lose more than 5 % of its companies',
    )
    .option('--accept-loss <country>', 'a country that may lose more, two letters; can be repeated', countryList, [])
    .option(
      '--restriction-key <file>',
      'secret key that hides restricted companies; default: restriction.key beside FILE',
    )
    .option('--max-rejects <count>', 'maximum unusable lines, which are skipped', wholeNumber, 0)
    .option('--match', 'with an index of words, by which messy names are matched; up to 40 % more bytes')
    .option('--no-match', 'without; by default as --previous has one, or else the FILE that is replaced')
    .option('--full', 'resolve all companies again; by default only those whose lines differ from those of --previous')
    .option('--force', 'build again even if nothing has changed')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (inputs: string[], { force, json, ...flags }: BuildFlags) => {
      if (flags.previous === undefined) await requirePrevious(flags.out);
      const result = await interruptible(`build "${flags.out}"`, (signal) =>
        buildUnlessMade({ inputs, ...flags, signal }, force ?? flags.full),
      );
      if (json === true) printJson(result);
    });
}

type BuildFlags = Omit<BuildOptions, 'inputs'> & { readonly force?: true; readonly json?: true };

/** The result of a build. Fields about the new snapshot are absent if nothing was built. */
export interface BuildResult extends Pick<SnapshotMetadata, 'generation' | 'digest' | 'records'> {
  readonly output: string;
  readonly unchanged: boolean;
  readonly reason?: string | undefined;
  readonly changed?: number | undefined;
  readonly changed_by_register?: Readonly<Record<string, ChangeCounts>> | undefined;
  readonly resolution?: BuildOutcome['report'];
  readonly rejects?: number;
}

/** Builds a snapshot, unless its inputs, options and program are unchanged. */
export async function buildUnlessMade(
  wanted: BuildOptions,
  isForced: boolean | undefined = false,
): Promise<BuildResult> {
  const { out } = wanted;
  const options = { ...wanted, match: await wantsMatchIndex(wanted) };
  const recipe = await buildRecipe(options);
  const reason = isForced ? 'it was forced' : recipe && (await reasonFor(recipe, options));
  if (recipe !== undefined && reason === undefined) {
    showLine(`build  unchanged: "${out}" was made of the same`);
    const { generation, digest, records } = await readMetadata(out);
    return { output: out, unchanged: true, generation, digest, records };
  }
  setHeapGrowth('build');
  const changes = await changeRecorder();
  const outcome = await buildSnapshot({
    ...options,
    program: recipe?.program ?? programName(),
    inputDigests: recipe && digestsOf(options.inputs, recipe),
    changes,
    nameIndex,
    findUpdateFrequency,
    startProgress: createProgress,
  });
  if (recipe !== undefined) await recordMade(out, recipe);
  process.stderr.write(describeBuild(outcome, out));
  const { report: resolution, rejects } = outcome;
  const { generation, digest, records } = outcome.metadata;
  const { events: changed, byRegister } = outcome.changes ?? {};
  const counts = { records, changed, changed_by_register: byRegister, resolution, rejects };
  return { output: out, unchanged: false, reason, generation, digest, ...counts };
}

/** Returns the digests of inputs; undefined if a recipe lacks one of them. */
function digestsOf(inputs: readonly string[], { inputs: named, files }: ComputedRecipe): InputDigest[] | undefined {
  const digests = inputs.flatMap((input, i) => {
    const [its, file] = [named[i], files[i]];
    return its !== undefined && file?.path === input ? [{ sha256: its.sha256, signature: file.signature }] : [];
  });
  return digests.length === inputs.length ? digests : undefined;
}

const continuesItself = ({ out, previous }: BuildOptions): boolean =>
  previous !== undefined && resolve(previous) === resolve(out);

/** Returns inputs, options and program of a build; undefined for standard input. A previous snapshot other than `out` is an input. */
async function buildRecipe(options: BuildOptions): Promise<ComputedRecipe | undefined> {
  const { inputs, previous, maxRejects = 0, match, signal } = options;
  if (inputs.includes('-')) return undefined;
  const reports = inputs.map((input) => `${input}.report.json`).filter((path) => existsSync(path));
  const files = [...inputs, ...reports, ...(previous === undefined || continuesItself(options) ? [] : [previous])];
  const its = { maxRejects, afresh: previous === undefined, ...(match === true && { match }) };
  return await computeRecipe(files, its, signal);
}

/** Returns why a snapshot must be built; undefined if it is unchanged. */
export async function reasonToBuild(options: BuildOptions): Promise<string | undefined> {
  const recipe = await buildRecipe({ ...options, match: await wantsMatchIndex(options) });
  return recipe === undefined ? 'standard input cannot be compared' : await reasonFor(recipe, options);
}

async function reasonFor(recipe: Recipe, options: BuildOptions): Promise<string | undefined> {
  const reasonTo = continuesItself(options) ? reasonToContinue : reasonToMake;
  return await reasonTo(options.out, recipe, options.signal);
}

const noted = (count: number, text: string): string[] => (count === 0 ? [] : [`${text}: ${count}`]);

/** Returns a line for each register with companies that changed. */
function describeChanges({ byRegister }: NonNullable<BuildOutcome['changes']>): string[] {
  return Object.entries(byRegister)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([register, { added, changed, gone, moved }]) => {
      const counts = Object.entries({ new: added, changed, gone, 'moved to another id': moved });
      const shown = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
      return `  ${register}: ${shown.join(', ')}`;
    });
}

function describeBuild(outcome: BuildOutcome, out: string): string {
  const { metadata, before, report, rejects, changes, kept, whyFull } = outcome;
  const { vanished, returned, merged } = report;
  const moved = `vanished ${vanished}, returned ${returned}, merged into another ${merged}`;
  const lines = [
    `${counted(report.lines, 'line')}, ${counted(report.companies, 'company')}, ${metadata.records.active} with a current record`,
    ...(kept === undefined
      ? []
      : [`${counted(kept, 'company')} as before, ${metadata.records.active - kept} resolved again`]),
    ...(whyFull === undefined ? [] : [`all companies resolved again: ${whyFull}`]),
    ...(vanished + returned + merged === 0 ? [] : [moved]),
    ...noted(report.divided, 'companies that became several, one of which keeps the id'),
    ...noted(report.numbersShared + report.leisShared, 'numbers that several companies share, ignored for matching'),
    ...noted(report.numbersCeded, 'numbers that funds or branches carry, too'),
    ...noted(report.unattached, 'lines that add to a register without their company, skipped'),
    ...noted(report.idsWithSeveralKeys, 'ids with several keys'),
    ...describeIndexMatches(metadata, before),
    ...(changes === undefined ? [] : [`companies that changed: ${changes.events}`, ...describeChanges(changes)]),
    ...noted(changes?.purged ?? 0, 'earlier events of restricted companies purged'),
    ...noted(rejects, `lines skipped, listed in "${rejectsPath(out)}"`),
    `wrote "${out}", generation ${metadata.generation}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
