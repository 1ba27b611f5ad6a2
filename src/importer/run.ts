import { resolve } from 'node:path';
import { prepareWhole, type PreparedFile } from '../files/index.ts';
import { InputError, compareText, counted, quoteValue, type RegisterLine } from '../model/index.ts';
import { ImportRun } from './import-run.ts';
import { parseStamp, type Input, type Stamp } from './input.ts';
import type { FileLayout } from './formats/layout.ts';
import type { DeclaredFiles, Expectation, Register } from './register.ts';
import { openInputs, type InputFile } from './io/input.ts';
import { lineTexts, refuseSoleTraders } from './io/last-lines.ts';
import { NewestLines } from './io/newest-lines.ts';
import { mustBeReplaceable, prepareLines, writeError } from './io/output.ts';
import { Workspace } from './io/workspace.ts';
import { Layouts } from './layouts.ts';
import { dayAfter, isDate } from './record/details.ts';
import { present } from './present.ts';
import { ImportReport } from './report.ts';
import { createInput } from './rows.ts';
import { createCrawlInput, type ImportContext } from './crawls/crawl-input.ts';

/** Why a sheet of an XLSX file is skipped. */
const NO_KIND = 'it does not have the columns of any file of the register';

export interface ImportOptions {
  /** The path of the output, as for {@linkcode prepareLines}. The path of the report is `<output>.report.json`. */
  readonly output: string;
  readonly inputs: readonly string[];
  /** The publish date of all inputs, instead of the dates in their names. */
  readonly published?: string;
  /** Maximum number of rejected records. One more stops the import. */
  readonly maxRejects: number;
  /** Whether sole traders become lines; false by default. */
  readonly soleTraders?: boolean;
  /** The previous output, which a part continues. */
  readonly last?: string | undefined;
  /** Whether lines include officers from a register that is no longer updated; false by default. */
  readonly oldOfficers?: boolean;
  /** Whether lines of an index include companies of the whole world; false by default: only of the 35 countries. */
  readonly world?: boolean;
  /** Stops the import between two records. */
  readonly signal?: AbortSignal;
  /** Called after every record with the number of bytes read from disk, the total number of bytes, and the number of records. */
  onProgress?(bytes: number, bytesTotal: number, records: number): void;
}

/**
 * Runs an import: writes a file of register lines and its report. After any failure the previous output is unchanged.
 * @throws {InputError} if an input or an option is invalid
 */
export async function runImport(register: Register, options: ImportOptions): Promise<ImportReport> {
  const report = new ImportReport(register, options.maxRejects);
  const { published } = options;
  if (published !== undefined) refusePublished(published);
  const { output: outputPath } = options;
  if (options.inputs.some((path) => resolve(path) === resolve(outputPath))) {
    throw new InputError(`Cannot write ${quoteValue(outputPath)}: it is one of the inputs`);
  }
  const files = await openInputs(options.inputs);
  refuseByName(files, register.files);
  const bytesTotal = files.reduce((sum, file) => sum + file.bytes, 0);
  let bytes = 0;
  const onBytes = (count: number): void => {
    bytes += count;
  };
  // Called per record, because a register may read a whole file before its first line.
  const onRecord = (): void => {
    options.signal?.throwIfAborted();
    options.onProgress?.(bytes, bytesTotal, report.read);
  };
  const workspace = new Workspace(outputPath);
  const inputs = await createInputs(register, files, { report, workspace, onBytes, onRecord }, published);
  if (report.input === 'part' && register.keepsAll !== true && hasWholeCrawl(inputs)) report.input = 'whole';
  const context = await register.loadReader();
  await workspace.removeAbandoned();
  const reportPath = `${outputPath}.report.json`;
  if (outputPath !== '-') await mustBeReplaceable(reportPath);
  let officers = 0;
  const onLine = (line: RegisterLine): void => {
    officers += line.officers?.length ?? 0;
  };
  const { soleTraders, signal } = options;
  const last = report.input === 'part' ? options.last : undefined;
  const texts = async function* (): AsyncGenerator<string> {
    if (last !== undefined && soleTraders !== true) await refuseSoleTraders(last);
    const part = report.input && new NewestLines(workspace.sorter('newest-lines'), report.lastLines);
    const wanted = { ...options, ...present({ fileDay: findFileDay(inputs) }) };
    const lines = context.read(inputs, new ImportRun(register, report, workspace, wanted, part));
    for await (const text of lineTexts(register, lines, { part, last, signal, onLine })) {
      signal?.throwIfAborted();
      report.written++;
      yield text;
    }
    meetExpectation(register, inputs, report, officers);
  };
  let output: PreparedFile | undefined;
  let reportFile: PreparedFile | undefined;
  try {
    output = await prepareLines(outputPath, texts());
    // If the report cannot be written, the previous lines and their report stay.
    if (outputPath !== '-') reportFile = await prepareReport(reportPath, report, soleTraders);
    output.take();
    reportFile?.take();
  } finally {
    await reportFile?.discard();
    await output?.discard();
    await workspace.remove();
  }
  return report;
}

/** Refuses a publish date that is not a day, or is to come: impossible days of records are found by it. */
function refusePublished(published: string): void {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot take ${quoteValue(published)} as the publish date: ${reason}`);
  };
  if (!isDate(published)) refuse('must be a date, YYYY-MM-DD');
  if (published > tomorrow()) refuse('must not be after today');
}

/** Returns the next day in UTC: it may be today in the country of a register. */
function tomorrow(): string {
  return dayAfter(new Date().toISOString(), 1);
}

/** Returns the latest day of the files, code lists aside; undefined if one of them has no day, or one that has not come. */
function findFileDay(inputs: readonly Input[]): string | undefined {
  const days = inputs.filter(({ isCodeList }) => isCodeList !== true).map(({ stamp }) => stamp?.date);
  const latest = days.includes(undefined) ? undefined : days.reduce((a = '', b = '') => (a > b ? a : b), undefined);
  return latest === undefined || latest > tomorrow() ? undefined : latest;
}

/** Whether the inputs include crawls and every crawl is complete. A company that is in none of the inputs is then gone. */
function hasWholeCrawl(inputs: readonly Input[]): boolean {
  const crawls = inputs.filter(({ files }) => files !== undefined);
  return crawls.length > 0 && crawls.every(({ isWhole }) => isWhole === true);
}

/** Returns the inputs of a register, newest first. All files of a crawl are one input. */
async function createInputs(
  { files: declared }: Register,
  files: readonly InputFile[],
  context: ImportContext,
  published: string | undefined,
): Promise<Input[]> {
  const layouts = new Layouts(declared);
  const inputs: Input[] = [];
  const crawls = new Map<FileLayout, { kind: string | undefined; files: InputFile[] }>();
  for (const file of files) {
    const { name, ownName, packedIn } = file;
    const found = await layouts.of(file);
    if (found === undefined) {
      context.report.open({ name, format: 'xlsx', passed_over: NO_KIND, proven_whole: true });
      continue;
    }
    const { kind, layout } = found;
    if (layout.answers === true) {
      const crawl = crawls.get(layout) ?? { kind, files: [] };
      crawls.set(layout, crawl);
      crawl.files.push(file);
      continue;
    }
    const own = parseStamp(ownName, declared.stamp) ?? parseStamp(packedIn ?? '', declared.stamp);
    const date = published ?? own?.date ?? file.published;
    const { isCodeList } = layout;
    const isUndated = date === undefined || isCodeList === true;
    const stamp: Stamp | undefined = isUndated ? undefined : { date, order: own?.order ?? date };
    inputs.push(createInput(file, layout, present({ packedIn, stamp, kind, isCodeList }), context));
  }
  layouts.refuseStrangeWorkbooks();
  for (const [layout, crawl] of crawls) inputs.push(createCrawlInput(crawl.files, layout, crawl.kind, context));
  return inputs.toSorted((a, b) => compareText(b.stamp?.order ?? '', a.stamp?.order ?? ''));
}

function prepareReport(path: string, report: ImportReport, soleTraders = false): Promise<PreparedFile> {
  const when = { imported_at: new Date().toISOString(), ...(soleTraders && { sole_traders: true }) };
  const json = { ...when, ...report.toJSON() };
  return prepareWhole(path, `${JSON.stringify(json, null, 2)}\n`).catch((error: unknown) =>
    Promise.reject(writeError(path, error)),
  );
}

/** The file name decides, before reading: the content may look like another format or none. */
function refuseByName(files: readonly InputFile[], { refused = [] }: DeclaredFiles): void {
  for (const { name, ownName } of files) {
    const found = refused.find((one) => one.name.test(ownName));
    if (found !== undefined) throw new InputError(`Cannot take ${quoteValue(name)}: ${found.instead}`);
  }
}

/** Refuses full files with too few records or officers: they were cut, or are another edition. */
function meetExpectation(register: Register, inputs: readonly Input[], report: ImportReport, officers: number): void {
  const expected = [register.expect].flat();
  for (const { name, ownName, packedIn, files = [name], isPart } of inputs) {
    const expectation = expected.find((one) => isFull(one, ownName, packedIn));
    // An unfinished crawl may have any number of records.
    if (expectation === undefined || isPart === true) continue;
    const { records, officers: wanted = 0 } = expectation;
    const found = report.inputs.reduce((sum, input) => sum + (files.includes(input.name) ? input.records : 0), 0);
    // If the publisher changes the codes of roles, the file has all records and no officers.
    if (found >= records && officers >= wanted) continue;
    const reason =
      found < records
        ? `a full file of ${register.id} holds at least ${counted(records, 'record')}, this one ${found}`
        : `with a full file of ${register.id} there are at least ${counted(wanted, 'officer')}, here ${officers}; ${report.unknownLeftOut() ?? 'every code is known'}`;
    const extract = `if it is an extract, ${renaming(expectation, packedIn)}`;
    throw new InputError(`Cannot import ${quoteValue(name)}: ${reason}; ${extract}`);
  }
}

/** Tells the operator how to mark a file as an extract: by renaming the file, or the zip that contains it. */
function renaming({ packedIn: measured }: Expectation, zip: string | undefined): string {
  if (zip === undefined) return 'give it another name';
  return measured === undefined ? 'unpack it and give it another name' : `give ${quoteValue(zip)} another name`;
}

function isFull({ full, packedIn }: Expectation, ownName: string, zip = ''): boolean {
  return full.test(ownName) && (packedIn === undefined || packedIn.test(zip));
}
