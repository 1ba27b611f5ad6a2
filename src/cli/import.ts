import { setFlagsFromString } from 'node:v8';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { runImport, type ReportJson } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { REGISTERS } from '../registers/index.ts';
import { createProgress } from './progress.ts';

/** How many keys of one table the summary shows; the report file has all. */
const SHOWN_MAX = 10;

const HELP = `
What the files are is told by their content: JSON or CSV as published, plain, zipped, gzipped or with Zstandard. Several
inputs of one register are one import: the newest record of a company stands. A report is written beside the output,
as FILE.report.json, and summed up on standard error.

Example:
  openfirma import gleif --out gleif.ndjson.gz \\
    20261120-0000-gleif-goldencopy-lei2-golden-copy.json.zip 20261121-0000-gleif-goldencopy-lei2-last-day.json.zip
`;

interface ImportFlags {
  readonly out: string;
  readonly published?: string;
  readonly maxRejects: number;
  readonly soleTraders?: true;
}

/** The command `openfirma import`: files as a register publishes them in, register lines out. */
export function importCommand(): Command {
  return new Command('import')
    .description('turn files as a register publishes them into register lines')
    .addArgument(new Argument('<register>', 'the register the files come from').choices([...REGISTERS.keys()]))
    .argument('<input...>', 'files as published')
    .addOption(
      new Option(
        '--out <file>',
        'where the lines go; .gz and .zst compress, - is standard output',
      ).makeOptionMandatory(),
    )
    .option('--published <date>', 'publish date of the inputs, YYYY-MM-DD, instead of the one in their names')
    .option('--max-rejects <count>', 'how many unusable records to leave out before giving up', wholeNumber, 0)
    .option('--sole-traders', 'also take companies that are one person; their names are the names of people')
    .addHelpText('after', HELP)
    .action(importFiles);
}

async function importFiles(registerId: string, inputs: string[], flags: ImportFlags): Promise<void> {
  const register = REGISTERS.get(registerId);
  if (register === undefined) throw new Error(`the register ${registerId} was offered but is not listed`);
  // Records are garbage at once, so a large young generation buys nothing: kept at its first size, an import of 600,000
  // records takes 165 instead of 265 MB, in the same time.
  setFlagsFromString('--semi-space-growth-factor=1');
  // What outlives a collection by chance waits for the next large one: at half as much again, not at several times as
  // much. A join of 44 million rows then takes 210 MB; 280 instead of 215 MB were measured on a tenth of it, in the same
  // time.
  setFlagsFromString('--heap-growing-percent=50');
  const progress = createProgress(`import ${registerId}`);
  // A second signal is the system's own: it ends the process at once.
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new InputError('Cannot import: interrupted; nothing was written'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const report = await runImport(register, {
    output: flags.out,
    inputs,
    ...(flags.published === undefined ? {} : { published: flags.published }),
    maxRejects: flags.maxRejects,
    soleTraders: flags.soleTraders === true,
    signal: interrupt.signal,
    onProgress: (bytes, total, records) => progress.update(bytes, total, `${records} records`),
  }).finally(() => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  });
  progress.finish(`${report.read} records read, ${report.written} lines written`);
  process.stderr.write(summaryOf(report.toJSON()));
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 0 on');
  return Number(text);
}

function countsOf(counted: Record<string, { count: number }>): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).map(([key, { count }]) => [key, count]));
}

/** The parts of the report an operator should see at once, one line each. */
function summaryOf(report: ReportJson): string {
  const lines: string[] = [];
  const table = (title: string, counts: Record<string, number>): void => {
    const entries = Object.entries(counts);
    if (entries.length === 0) return;
    const shown = entries.slice(0, SHOWN_MAX).map(([key, count]) => `${key} ${count}`);
    lines.push(
      `  ${title}: ${shown.join(', ')}${entries.length > SHOWN_MAX ? `, ${entries.length - SHOWN_MAX} more` : ''}`,
    );
  };
  table('dropped', countsOf(report.dropped));
  table('noted', countsOf(report.noted));
  for (const [list, counts] of Object.entries(report.unknown_codes)) table(`unknown ${list}`, counts);
  table('fields nobody knows', report.leftover_fields);
  for (const { input, record, field, reason } of report.rejects.slice(0, SHOWN_MAX)) {
    lines.push(`  rejected: ${input}: record ${record}: ${field} ${reason}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
