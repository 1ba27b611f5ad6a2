import { Command, InvalidArgumentError, Option } from 'commander';
import { createProgress, interruptible, JSON_OPTION, printJson, type Config } from '../../../src/extra/index.ts';
import { yieldUntilAborted } from '../../../src/files/index.ts';
import {
  FORMAT_NAMES,
  exportSnapshot,
  exportStatic,
  leftOutText,
  type ExportOutcome,
  type ExportedRegister,
  type FormatName,
  type StaticOutcome,
} from '../files.ts';
import { attributionText } from '../../../src/contract/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { REGISTERS } from '../../../src/registers/index.ts';
import { staticSearchFiles } from '../../../src/site/index.ts';

const HELP = `
DIR/latest is a link to the export, which gets its name when all of it is written; the one before is removed then.
docs/exports.md has the files and their columns.

Settings come from the environment:
  DATA_PROVIDER  who publishes the files

Examples:
  openfirma export --format parquet --into exports data/openfirma.snapshot
  openfirma export --format csv,ndjson --officers --into exports data/openfirma.snapshot
  openfirma export --format static --into published data/openfirma.snapshot
`;

/** A search without a server: files of another kind than the other formats, in a folder of their own. */
const STATIC = 'static';
const CHOICES = [...FORMAT_NAMES, STATIC] as const;
type Chosen = (typeof CHOICES)[number];

interface ExportFlags {
  readonly format: readonly Chosen[];
  readonly into: string;
  readonly officers?: boolean;
  readonly json?: true;
}

/** The command `openfirma export`: what a snapshot holds as files. */
export function exportCommand(readConfig: () => Config): Command {
  return new Command('export')
    .description('write everything that a snapshot holds as files: tables, JSON lines, FollowTheMoney')
    .argument('<file>', 'the snapshot')
    .addOption(
      new Option(
        '--format <formats>',
        `${FORMAT_NAMES.join(', ')}, several with commas; or ${STATIC}, a search without a server, alone`,
      )
        .choices(CHOICES)
        // After the choices, whose own parser takes one of them only.
        .argParser(formatList)
        .makeOptionMandatory(),
    )
    .requiredOption('--into <dir>', 'the folder of exports; created if it does not exist')
    .option('--officers', 'with the officers of the registers whose licence lets them be passed on')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (snapshot: string, { format: formats, into, officers = false, json }: ExportFlags) => {
      if (officers && formats.includes(STATIC))
        throw new InputError(`Cannot export "${snapshot}": --format ${STATIC} has no officers; leave --officers out`);
      const { DATA_PROVIDER: publisher } = readConfig();
      const others = formats.filter((name) => name !== STATIC);
      const work = formats.includes(STATIC)
        ? (signal: AbortSignal) => exportedStatic(snapshot, into, publisher, signal)
        : (signal: AbortSignal) => exportedFiles({ snapshot, into, publisher }, others, officers, signal);
      const outcome = await interruptible(`export "${snapshot}"`, work, `"${into}" is as it was`);
      if (json === true) printJson(told(outcome));
      else process.stdout.write(describe(outcome));
    });
}

/** The data to export, the folder, and the publisher. */
interface Exporting {
  readonly snapshot: string;
  readonly into: string;
  readonly publisher: string;
}

async function exportedFiles(
  { snapshot, into, publisher }: Exporting,
  formats: readonly FormatName[],
  withOfficers: boolean,
  signal: AbortSignal,
): Promise<ExportOutcome> {
  const progress = createProgress('export');
  const outcome = await exportSnapshot({
    snapshot,
    into,
    formats,
    withOfficers,
    registers: exportedRegisters(),
    publisher,
    signal,
    yieldIfDue: yieldUntilAborted(signal),
    onProgress: (done, total, note) => progress.update(done, total, note),
  });
  progress.finish();
  for (const one of outcome.officersLeftOut) process.stderr.write(`${leftOutText(one)}\n`);
  return outcome;
}

async function exportedStatic(
  snapshot: string,
  into: string,
  publisher: string,
  signal: AbortSignal,
): Promise<StaticOutcome> {
  const attribution = attributionText(publisher);
  const progress = createProgress('export');
  const outcome = await exportStatic({
    snapshot,
    into,
    attribution,
    besides: staticSearchFiles(),
    signal,
    yieldIfDue: yieldUntilAborted(signal),
    onProgress: (done, total, note) => progress.update(done, total, note),
  });
  progress.finish();
  return outcome;
}

/** Parses formats: names with commas between them; given again, they add up. */
function formatList(text: string, before: readonly Chosen[] = []): Chosen[] {
  const chosen = new Set<string>(before);
  for (const word of text.split(',')) {
    if (!CHOICES.some((name) => name === word))
      throw new InvalidArgumentError(`"${word}" is not one of ${CHOICES.join(', ')}.`);
    chosen.add(word);
  }
  if (chosen.has(STATIC) && chosen.size > 1)
    throw new InvalidArgumentError(`"${STATIC}" has a folder of its own: export it alone.`);
  // In the order of the list, so that the order of options does not change an export.
  return CHOICES.filter((name) => chosen.has(name));
}

/** The registers as exports name them. */
export function exportedRegisters(): ExportedRegister[] {
  return [...REGISTERS.values()].map(
    ({ id, name, publisher, licence, attribution, files, officersReuse: officers }) => ({
      id,
      name,
      publisher,
      licence,
      attribution,
      page: files.page,
      officers,
    }),
  );
}

function told({ path, generation, isUnchanged, companies, files, ...more }: ExportOutcome | StaticOutcome): object {
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
  return `"${path}" ${isUnchanged ? 'held the same already' : 'is written'}: ${companies} companies, ${files.length} files, ${bytes} bytes\n`;
}
