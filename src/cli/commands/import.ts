import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { Argument, Command } from 'commander';
import { runImport, type ImportOptions, type Register, type ReportJson } from '../../importer/index.ts';
import { compressionNamed, decompressor, splitLines } from '../../files/index.ts';
import { InputError, counted, quoteValue, type RegisterLine } from '../../model/index.ts';
import { REGISTERS, findRegister } from '../../registers/index.ts';
import {
  createProgress,
  interruptible,
  JSON_OPTION,
  withWords,
  printJson,
  showLine,
  wholeNumber,
} from '../../extra/index.ts';
import { setHeapGrowth } from '../heap-growth.ts';
import { datingAdvice, formatSummary } from '../import-summary.ts';
import { computeRecipe, reasonToContinue, recordMade, type ComputedRecipe, type Recipe } from '../reuse/made.ts';

const HELP = `
The content of a file shows its format, not its name: as published, plain or compressed with zip, gzip, bzip2 or Zstandard.
Several inputs are one import: the newest record of each company counts. The report FILE.report.json is written beside the
output, and its summary to standard error. FILE.made.json lists the inputs of FILE: with the same inputs, options
and program it is not made again.

Example:
  openfirma import gleif --out gleif.ndjson.gz \\
    20261120-0000-gleif-goldencopy-lei2-golden-copy.json.zip 20261121-0000-gleif-goldencopy-lei2-last-day.json.zip
`;

export interface ImportOutcome {
  readonly register: string;
  readonly output: string;
  /** Why the files were imported; absent if the output is unchanged or is standard output. */
  readonly reason?: string;
  readonly unchanged: boolean;
  readonly report: ReportJson;
}

/** The command `openfirma import`: converts the files that a register publishes to register lines. */
export function importCommand(): Command {
  return new Command('import')
    .description('convert published files of a register to register lines')
    .addArgument(withWords(new Argument('<register>', 'the register that published the files'), [...REGISTERS.keys()]))
    .argument('<input...>', 'files as published')
    .requiredOption('--out <file>', 'file for the lines; .gz and .zst compress, - is standard output')
    .option('--published <date>', 'publication date of the inputs, YYYY-MM-DD, instead of the date in their names')
    .option('--max-rejects <count>', 'maximum unusable records, which are skipped', wholeNumber, 0)
    .option('--sole-traders', 'also import companies of one person, whose names are names of people')
    .option('--continue <file>', 'previous output that a part continues, instead of the file of --out')
    .option('--afresh', 'of a part: only the lines of the inputs, without the previous output')
    .option('--old-officers', 'also import officers of a register that is renewed no more, as they were years ago')
    .option('--world', 'of an index of the whole world: also import companies outside of the 35 countries')
    .option('--force', 'import again even if nothing has changed')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(importFiles);
}

/** The options that affect the lines of an import. */
interface LinesOptions extends Pick<
  ImportOptions,
  'published' | 'maxRejects' | 'soleTraders' | 'oldOfficers' | 'world'
> {
  /** Whether to ignore the previous output if the input is a part of the register. */
  readonly afresh?: true;
}

export interface RegisterImport extends LinesOptions, Pick<ImportOptions, 'inputs' | 'output' | 'signal'> {
  /** The previous output that is continued if the input is a part of the register. Default: `output`. */
  readonly from?: string | undefined;
}

interface ImportFlags extends LinesOptions {
  readonly out: string;
  readonly continue?: string;
  readonly force?: true;
  readonly json?: true;
}

async function importFiles(registerId: string, inputs: string[], flags: ImportFlags): Promise<void> {
  const { out: output, continue: from, force, json, ...asked } = flags;
  if (json === true && output === '-')
    throw new InputError('Cannot print the report as JSON: --out - puts the lines on standard output');
  const options = { ...asked, output, inputs, from };
  const outcome = await interruptible('import', (signal) =>
    importUnlessMade(registerId, { ...options, signal }, force),
  );
  if (json === true) printJson(outcome);
}

/** Returns the options of an import for its record. */
export function importOptions(
  { id: register }: Pick<Register, 'id'>,
  { published, maxRejects, soleTraders = false, afresh, oldOfficers, world }: LinesOptions,
): Readonly<Record<string, unknown>> {
  // Absent by default, so that output from before these options existed still counts as unchanged.
  const later = { ...(oldOfficers === true && { oldOfficers }), ...(world === true && { world }) };
  return { register, published, maxRejects, soleTraders, afresh, ...later };
}

/** The inputs, options and program of an import, and the reason why they give other lines. */
export interface DueImport {
  readonly recipe: ComputedRecipe;
  readonly reason: string;
}

/**
 * Imports files of a register, unless its inputs, options and program are unchanged.
 * @param importNow imports what is due
 */
export async function importUnlessMade(
  registerId: string,
  options: RegisterImport,
  isForced = false,
  importNow: (due: DueImport) => Promise<ImportOutcome> = (due) => importDue(registerId, options, due),
): Promise<ImportOutcome> {
  const register = findRegister(registerId);
  const { output, inputs, from, signal } = options;
  const base = { register: register.id, output };
  const last = lastLinesFor(register, options);
  // Standard output cannot be compared.
  if (output === '-')
    return { ...base, unchanged: false, report: await importRegister(register, { ...options, last }) };
  // If the output continues itself, only its inputs can make it out of date.
  const known = from === undefined || last === output ? inputs : [...inputs, from];
  const recipe = await computeRecipe(known, importOptions(register, options), signal);
  const reason = isForced ? 'it was forced' : await reasonToImport(output, recipe, signal);
  if (reason === undefined) {
    showLine(`import ${register.id}  unchanged: "${output}" was made of the same`);
    return { ...base, unchanged: true, report: JSON.parse(await readFile(reportPath(output), 'utf8')) as ReportJson };
  }
  return await importNow({ recipe, reason });
}

/** Imports files of a register that are due. */
export async function importDue(
  registerId: string,
  options: RegisterImport,
  { recipe, reason }: DueImport,
): Promise<ImportOutcome> {
  const register = findRegister(registerId);
  const report = await importRegister(register, { ...options, last: lastLinesFor(register, options) });
  await recordMade(options.output, recipe);
  return { register: register.id, output: options.output, unchanged: false, reason, report };
}

/**
 * Returns the previous output that an import of a part continues, so that companies that a crawl has not reached yet are kept.
 * @throws {InputError} if the named output does not exist, or the input is the whole register
 */
function lastLinesFor(register: Register, { output, from, afresh }: RegisterImport): string | undefined {
  const refuse = (reason: string): InputError =>
    new InputError(
      `Cannot import ${quoteValue(register.id)} with --${from === undefined ? 'afresh' : 'continue'}: ${reason}`,
    );
  if (register.input !== 'part') {
    if (from === undefined && afresh === undefined) return undefined;
    throw refuse('its input is the whole register, which continues no previous output');
  }
  if (afresh === true) {
    if (from !== undefined) throw refuse('--afresh continues no previous output');
    return undefined;
  }
  if (from === undefined) return output !== '-' && existsSync(output) ? output : undefined;
  if (!existsSync(from)) throw refuse(`there is no file ${quoteValue(from)}`);
  return resolve(from) === resolve(output) ? output : from;
}

const reportPath = (output: string): string => `${output}.report.json`;

/** Returns why files must be imported; undefined if the output is unchanged and its report exists. */
export async function reasonToImport(
  output: string,
  recipe: Recipe,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (existsSync(output) && !existsSync(reportPath(output))) return 'its report is missing';
  return await reasonToContinue(output, recipe, signal);
}

async function importRegister(register: Register, options: Omit<ImportOptions, 'onProgress'>): Promise<ReportJson> {
  setHeapGrowth('import');
  const progress = createProgress(`import ${register.id}`);
  const report = await runImport(register, {
    ...options,
    onProgress: (bytes, total, records) => progress.update(bytes, total, counted(records, 'record')),
  });
  progress.finish(`${counted(report.read, 'record')} read, ${counted(report.written, 'line')} written`);
  const undated = (await isDated(options.output)) ? undefined : datingAdvice(register.files);
  const summary = formatSummary(report.toJSON(), options.output, undated);
  if (summary !== '') showLine(summary.trimEnd());
  return report.toJSON();
}

/** Maximum size of a line: that of the lines that a build reads. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

/** Whether the first line of an import has a date: as a rule all have one, or none. Standard output cannot be read again. */
async function isDated(output: string): Promise<boolean> {
  if (output === '-') return true;
  const compression = compressionNamed(output);
  const file = createReadStream(output);
  const isPlain = compression === undefined || compression === 'zip' || compression === 'bzip2';
  // The loop gets the errors of both streams.
  const chunks = isPlain ? file : pipeline(file, decompressor(compression), () => undefined);
  const refuse = (reason: string): Error => new InputError(`Cannot read ${quoteValue(output)}: ${reason}`);
  for await (const line of splitLines(chunks, LINE_BYTES_MAX, refuse))
    return (JSON.parse(line.toString()) as RegisterLine).as_of_date !== undefined;
  return true;
}
