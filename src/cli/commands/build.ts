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
import { describeMeetings } from '../meetings.ts';
import { changeRecorder, nameIndex } from '../build-extras.ts';
import { metadataOf } from '../snapshot-file.ts';
import { reasonToMake, recipeOf, recordMade, type Recipe } from '../reuse/made.ts';

const HELP = `
Inputs are files of register lines (.ndjson, plain, .gz or .zst), or - for standard input. Where several lines describe
one company, the input named first wins, field by field; an index such as GLEIF's ranks last beside a national register,
wherever it is named. The snapshot is written to a temporary file, verified and then renamed: a build that fails or is
interrupted leaves FILE as it was. Two builds of one FILE cannot run at the same time. FILE.made.json says what FILE was
made of: of the same inputs, with the same options and by the same program it is not built again. With --previous, what
changed goes into the folder changes beside FILE, signed where PUBLISH_KEY names the folder of a key.

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
    .option('--max-rejects <count>', 'how many unusable lines may be left out', wholeNumber, 0)
    .option('--match', 'with an index of words, by which messy names are matched; up to 40 % more bytes')
    .option('--no-match', 'without; by default as --previous has one, or else the FILE that is replaced')
    .option('--force', 'build again even if nothing has changed')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (inputs: string[], { force, json, ...flags }: BuildFlags) => {
      if (flags.previous === undefined) await requirePrevious(flags.out);
      const told = await interruptible(`build "${flags.out}"`, (signal) =>
        buildUnlessMade({ inputs, ...flags, signal }, force),
      );
      if (json === true) printJson(told);
    });
}

type BuildFlags = Omit<BuildOptions, 'inputs'> & { readonly force?: true; readonly json?: true };

/** What a build did, for programs. */
export interface BuildTold {
  readonly output: string;
  readonly unchanged: boolean;
  /** Why it was built; absent where it was not. */
  readonly reason?: string;
  readonly generation: string;
  readonly digest: string;
  readonly records: SnapshotMetadata['records'];
  /** How many companies changed; absent where nothing was built, or nothing went before. */
  readonly changed?: number;
  /** What became of the lines; absent where nothing was built. */
  readonly resolution?: BuildOutcome['report'];
  readonly rejects?: number;
}

/** Builds a snapshot, unless it was made of the same. */
export async function buildUnlessMade(wanted: BuildOptions, isForced = false): Promise<BuildTold> {
  const { out } = wanted;
  const options = { ...wanted, match: await wantsMatchIndex(wanted) };
  const recipe = await buildRecipe(options);
  const reason = isForced ? 'it was forced' : recipe && (await reasonFor(recipe, options));
  if (recipe !== undefined && reason === undefined) {
    showLine(`build  unchanged: "${out}" was made of the same`);
    return { output: out, unchanged: true, ...namesOf(await metadataOf(out)) };
  }
  const changes = await changeRecorder();
  const outcome = await buildSnapshot({ ...options, changes, nameIndex, startProgress: createProgress });
  if (recipe !== undefined) await recordMade(out, recipe);
  process.stderr.write(describeBuild(outcome, out));
  const { metadata, report, rejects } = outcome;
  const changed = outcome.changes === undefined ? {} : { changed: outcome.changes.events };
  const why = reason === undefined ? {} : { reason };
  return {
    output: out,
    unchanged: false,
    ...why,
    ...namesOf(metadata),
    ...changed,
    resolution: report,
    rejects,
  };
}

function namesOf({
  generation,
  digest,
  records,
}: SnapshotMetadata): Pick<BuildTold, 'generation' | 'digest' | 'records'> {
  return { generation, digest, records };
}

const continuesItself = ({ out, previous }: BuildOptions): boolean =>
  previous !== undefined && resolve(previous) === resolve(out);

/** What a snapshot is made of; undefined where it cannot be told, for standard input. One that continues another is made of that, too. */
async function buildRecipe(options: BuildOptions): Promise<Recipe | undefined> {
  const { inputs, previous, maxRejects = 0, match, signal } = options;
  if (inputs.includes('-')) return undefined;
  const reports = inputs.map((input) => `${input}.report.json`).filter((path) => existsSync(path));
  const files = [...inputs, ...reports, ...(previous === undefined || continuesItself(options) ? [] : [previous])];
  const its = { maxRejects, afresh: previous === undefined, ...(match === true && { match }) };
  return await recipeOf(files, its, signal);
}

/** Why a snapshot must be built; undefined where it was made of the same. */
export async function reasonToBuild(options: BuildOptions): Promise<string | undefined> {
  const recipe = await buildRecipe({ ...options, match: await wantsMatchIndex(options) });
  return recipe === undefined ? 'standard input cannot be compared' : await reasonFor(recipe, options);
}

/** To continue itself with the same lines leads to the same records, however the snapshot began. */
async function reasonFor(recipe: Recipe, options: BuildOptions): Promise<string | undefined> {
  const { out, signal } = options;
  const reason = await reasonToMake(out, recipe, signal);
  if (reason === undefined || !continuesItself(options)) return reason;
  return await reasonToMake(out, { ...recipe, options: { ...recipe.options, afresh: true } }, signal);
}

/** What a build did, one line a fact. */
function describeBuild({ metadata, before, report, rejects, changes }: BuildOutcome, out: string): string {
  const shared = report.numbersShared + report.leisShared;
  const lines = [
    `${report.lines} lines, ${report.companies} companies, ${metadata.records.active} of them active`,
    ...(report.vanished + report.returned + report.merged === 0
      ? []
      : [`vanished ${report.vanished}, returned ${report.returned}, merged into another ${report.merged}`]),
    ...(report.divided === 0 ? [] : [`companies that became several, one of which keeps the id: ${report.divided}`]),
    ...(shared === 0 ? [] : [`numbers that several companies share, ignored for matching: ${shared}`]),
    ...(report.numbersCeded === 0 ? [] : [`numbers that funds or branches carry, too: ${report.numbersCeded}`]),
    ...(report.unattached === 0
      ? []
      : [`lines that add to a register without their company, left out: ${report.unattached}`]),
    ...(report.idsWithSeveralKeys === 0 ? [] : [`ids with several keys: ${report.idsWithSeveralKeys}`]),
    ...describeMeetings(metadata, before),
    ...(changes === undefined ? [] : [`companies that changed: ${changes.events}`]),
    ...(changes === undefined || changes.purged === 0
      ? []
      : [`earlier events of restricted companies purged: ${changes.purged}`]),
    ...(rejects === 0 ? [] : [`lines left out, listed in "${rejectsPath(out)}": ${rejects}`]),
    `wrote "${out}", generation ${metadata.generation}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
