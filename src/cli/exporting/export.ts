import { Command, InvalidArgumentError } from 'commander';
import { yieldUntilAborted } from '../../build/index.ts';
import {
  FORMAT_NAMES,
  exportSnapshot,
  type ExportOutcome,
  type ExportedRegister,
  type FormatName,
} from '../../exports/index.ts';
import { REGISTERS } from '../../registers/index.ts';
import { readConfig } from '../config.ts';
import { interruptible } from '../interrupt.ts';
import { JSON_OPTION, printJson } from '../output/json.ts';
import { createProgress } from '../progress.ts';

const HELP = `
DIR/latest is a link to the export, which gets its name when all of it is written; the one before is removed then.
docs/exports.md has the files and their columns.

Settings come from the environment:
  DATA_PROVIDER  who publishes the files

Examples:
  openfirma export --format parquet --into exports data/openfirma.snapshot
  openfirma export --format csv,ndjson --officers --into exports data/openfirma.snapshot
`;

interface ExportFlags {
  readonly format: readonly FormatName[];
  readonly into: string;
  readonly officers?: boolean;
  readonly json?: true;
}

/** The command `openfirma export`: what a snapshot holds as files. */
export function exportCommand(): Command {
  return new Command('export')
    .description('write everything that a snapshot holds as files: tables, JSON lines, FollowTheMoney, BODS')
    .argument('<file>', 'the snapshot')
    .requiredOption('--format <formats>', `${FORMAT_NAMES.join(', ')}; several with commas`, formatList)
    .requiredOption('--into <dir>', 'the folder of exports; created if it does not exist')
    .option('--officers', 'with the officers of the registers whose licence lets them be passed on')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (snapshot: string, { format: formats, into, officers = false, json }: ExportFlags) => {
      const { DATA_PROVIDER: publisher } = readConfig(process.env);
      const progress = createProgress('export');
      const outcome = await interruptible(
        `export "${snapshot}"`,
        (signal) =>
          exportSnapshot({
            snapshot,
            into,
            formats,
            withOfficers: officers,
            registers: exportedRegisters(),
            publisher,
            signal,
            yieldIfDue: yieldUntilAborted(signal),
            onProgress: (done, total, note) => progress.update(done, total, note),
          }),
        `"${into}" is as it was`,
      );
      progress.finish();
      for (const { register, because } of outcome.withoutOfficers)
        process.stderr.write(`officers of ${register} are left out: ${because}\n`);
      if (json === true) printJson(told(outcome));
      else process.stdout.write(describe(outcome));
    });
}

/** Parses formats: names with commas between them; given again, they add up. */
function formatList(text: string, before: readonly FormatName[] = []): FormatName[] {
  const chosen = new Set<string>(before);
  for (const word of text.split(',')) {
    if (!FORMAT_NAMES.some((name) => name === word))
      throw new InvalidArgumentError(`"${word}" is not one of ${FORMAT_NAMES.join(', ')}.`);
    chosen.add(word);
  }
  // In the order of the list, so that equal exports are equal however they were asked for.
  return FORMAT_NAMES.filter((name) => chosen.has(name));
}

function exportedRegisters(): ExportedRegister[] {
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

function told({ path, generation, isUnchanged, companies, files, withoutOfficers }: ExportOutcome): object {
  return {
    path,
    generation,
    unchanged: isUnchanged,
    companies,
    files: files.map(({ path: file, rows, bytes, sha256 }) => ({ path: file, rows, bytes, sha256 })),
    without_officers: withoutOfficers,
  };
}

function describe({ path, isUnchanged, companies, files }: ExportOutcome): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `"${path}" ${isUnchanged ? 'held the same already' : 'is written'}: ${companies} companies, ${files.length} files, ${bytes} bytes\n`;
}
