import { Command, InvalidArgumentError, Option } from 'commander';
import { attributionText } from '../../../src/contract/index.ts';
import {
  createProgress,
  interruptible,
  JSON_OPTION,
  oneOf,
  withWords,
  printJson,
  type Config,
} from '../../../src/extra/index.ts';
import { yieldUntilAborted } from '../../../src/files/index.ts';
import { InputError, counted } from '../../../src/model/index.ts';
import { staticSearchFiles } from '../../../src/site/index.ts';
import { FORMAT_NAMES, exportSnapshot, type ExportOutcome } from '../export.ts';
import { GROUPINGS, type Grouping } from '../write-files.ts';
import { exportStatic, type StaticOutcome } from '../static/export-static.ts';
import { leftOutText } from '../officer-filter.ts';

const HELP = `
DIR/latest is a link to the newest export, a folder that is renamed when it is complete; then the export before is
removed. docs/exports.md lists the files and their columns.

Settings come from the environment:
  DATA_PROVIDER  the publisher of the files

Examples:
  openfirma export --format parquet --into exports data/openfirma.snapshot
  openfirma export --format parquet --by all --into exports data/openfirma.snapshot
  openfirma export --format csv,ndjson --officers --into exports data/openfirma.snapshot
  openfirma export --format static --into published data/openfirma.snapshot
`;

/** The format for a search without a server, which needs a folder of its own. */
const STATIC = 'static';
const CHOICES = [...FORMAT_NAMES, STATIC] as const;
type Chosen = (typeof CHOICES)[number];

interface ExportFlags {
  readonly format: readonly Chosen[];
  readonly into: string;
  readonly by: Grouping;
  readonly officers?: boolean;
  readonly json?: true;
}

export function exportCommand(readConfig: () => Config): Command {
  return new Command('export')
    .description('write a snapshot as files: tables, JSON lines, FollowTheMoney')
    .argument('<file>', 'the snapshot')
    .addOption(
      new Option(
        '--format <formats>',
        `${FORMAT_NAMES.join(', ')}, several with commas; or only ${STATIC}, a search without a server`,
      )
        .choices(CHOICES)
        // Set after `choices`, which sets a parser for a single choice.
        .argParser(formatList)
        .makeOptionMandatory(),
    )
    .requiredOption('--into <dir>', 'the folder of exports; created if it does not exist')
    .addOption(
      withWords(new Option('--by <grouping>', 'one file a country, or one of all'), GROUPINGS).default('country'),
    )
    .option('--officers', 'with the officers of registers whose licence allows it')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (snapshot: string, { format: formats, into, by, officers = false, json }: ExportFlags) => {
      const isStatic = formats.includes(STATIC);
      if (officers && isStatic)
        throw new InputError(`Cannot export "${snapshot}": --format ${STATIC} has no officers; remove --officers`);
      if (by === 'all' && isStatic)
        throw new InputError(`Cannot export "${snapshot}": --format ${STATIC} is always by country; remove --by`);
      const { DATA_PROVIDER: publisher } = readConfig();
      const progress = createProgress('export');
      const write = async (signal: AbortSignal): Promise<ExportOutcome | StaticOutcome> => {
        const onProgress = progress.update.bind(progress);
        const job = { snapshot, into, signal, yieldIfDue: yieldUntilAborted(signal), onProgress };
        if (isStatic)
          return await exportStatic({ ...job, attribution: attributionText(publisher), besides: staticSearchFiles() });
        const others = formats.filter((name) => name !== STATIC);
        return await exportSnapshot({ ...job, publisher, withOfficers: officers, formats: others, by });
      };
      const outcome = await interruptible(`export "${snapshot}"`, write, `"${into}" is unchanged`);
      progress.finish();
      if ('officersLeftOut' in outcome)
        for (const one of outcome.officersLeftOut) process.stderr.write(`${leftOutText(one)}\n`);
      if (json === true) printJson(toReport(outcome));
      else process.stdout.write(describe(outcome));
    });
}

/** Parses formats, separated by commas. A repeated option adds formats. */
function formatList(text: string, before: readonly Chosen[] = []): Chosen[] {
  const chosen = new Set<string>(before);
  for (const word of text.split(',')) {
    chosen.add(oneOf(word, CHOICES));
  }
  if (chosen.has(STATIC) && chosen.size > 1)
    throw new InvalidArgumentError(`"${STATIC}" takes a folder of its own: export it separately.`);
  // In a fixed order, so that the order of options does not change an export.
  return CHOICES.filter((name) => chosen.has(name));
}

function toReport({ path, generation, isUnchanged, companies, files, ...more }: ExportOutcome | StaticOutcome): object {
  return {
    path,
    generation,
    unchanged: isUnchanged,
    companies,
    files: files.map((file) => ({
      path: file.path,
      ...('rows' in file && { rows: file.rows }),
      bytes: file.bytes,
      sha256: file.sha256,
    })),
    ...('officersLeftOut' in more && { officers_left_out: more.officersLeftOut }),
  };
}

function describe({ path, isUnchanged, companies, files }: ExportOutcome | StaticOutcome): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${isUnchanged ? `"${path}" is unchanged` : `wrote "${path}"`}: ${counted(companies, 'company')}, ${counted(files.length, 'file')}, ${counted(bytes, 'byte')}\n`;
}
