import { resolve } from 'node:path';
import { InputError, quoteValue, type RegisterLine } from '../model/index.ts';
import { firstInvalidField } from '../model/shapes.ts';
import { FieldFault } from './record/field-fault.ts';
import { openInputs, type InputFile } from './io/input.ts';
import type { Joined } from './record/joined.ts';
import { kindOf } from './formats/kinds.ts';
import { writeWhole } from '../files/index.ts';
import { openOutput } from './io/output.ts';
import type { Expectation, Register, RegisterFileKinds, RegisterFiles } from './register.ts';
import { rejectRow } from './reject.ts';
import { ImportReport } from './report.ts';
import { present } from './record/present.ts';
import { Workspace } from './io/workspace.ts';
import { isDate, readyInput, stampOf, type ReadyInput, type Row, type Stamp } from './rows.ts';

/** What a register's generator has at hand while it reads. */
export interface ImportRun {
  readonly report: ImportReport;
  /** Whether companies that are one person are wanted: their names are the names of people. */
  readonly soleTraders: boolean;
  /**
   * Does one step of reading a row. Where it throws a {@linkcode FieldFault}, the record is rejected and the result is
   * undefined.
   * @throws {InputError} where there are more rejects than the operator allows
   */
  attempt<T>(row: Row, step: () => T): T | undefined;
  /** Builds the line of a row, as {@linkcode ImportRun.attempt} does, and checks it against the register-line format. */
  line(row: Row, build: () => RegisterLine): RegisterLine | undefined;
  /** Counts a value that is not in the register's code list of this name. An absent value is in every list. */
  code(list: string, value: string | undefined): void;
  /** Gathers by key what several files say, sorted on disk beside the output. @param name unique within the import */
  joined(name: string): Joined;
}

export interface ImportOptions {
  /** The file for the lines; see {@linkcode openOutput}. Its report is written beside it as `<output>.report.json`. */
  readonly output: string;
  readonly inputs: readonly string[];
  /** The publish date of all inputs, where their names do not tell or tell wrongly. */
  readonly published?: string;
  /** How many records may be refused before the import is. */
  readonly maxRejects: number;
  /** Whether sole traders become lines; left out unless true. */
  readonly soleTraders?: boolean;
  /** Stops the import between two records. */
  readonly signal?: AbortSignal;
  /** Told after every record, cheaply: bytes on disk consumed and in all, and the records read. */
  onProgress?(bytes: number, bytesTotal: number, records: number): void;
}

/**
 * Runs an import: inputs in, one file of register lines and its report out. Whatever fails, no output is left behind
 * and an older one stays as it was.
 * @throws {InputError} where an input or an option cannot be used
 */
export async function runImport(register: Register, options: ImportOptions): Promise<ImportReport> {
  const report = new ImportReport(register.id, options.maxRejects);
  const { published } = options;
  if (published !== undefined && !isDate(published)) {
    throw new InputError(`Cannot take ${quoteValue(published)} as the publish date: must be a date, YYYY-MM-DD`);
  }
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
  // Not at every line: a register may read a whole file before it has one.
  const onRecord = (): void => {
    options.signal?.throwIfAborted();
    options.onProgress?.(bytes, bytesTotal, report.read);
  };
  const inputs: ReadyInput[] = [];
  for (const file of files) {
    const { stamp: pattern } = register.files;
    const own = stampOf(file.ownName, pattern) ?? stampOf(file.packedIn ?? '', pattern);
    const date = published ?? own?.date ?? file.published;
    const stamp: Stamp | undefined = date === undefined ? undefined : { date, order: own?.order ?? date };
    const { kind, layout } = await layoutOf(file, register.files);
    const known = present<Pick<ReadyInput, 'packedIn' | 'stamp' | 'kind'>>({ packedIn: file.packedIn, stamp, kind });
    inputs.push(readyInput(file, layout, known, report, onBytes, onRecord));
  }
  inputs.sort(newestFirst);

  const output = await openOutput(outputPath);
  let officers = 0;
  const workspace = new Workspace(outputPath);
  const reading = await register.reading();
  await workspace.removeAbandoned();
  try {
    for await (const line of reading.read(inputs, importRun(register, report, workspace, options))) {
      options.signal?.throwIfAborted();
      report.written++;
      officers += line.officers?.length ?? 0;
      await output.write(line);
    }
    meetExpectation(register, inputs, report, officers);
    await output.finish();
  } finally {
    await output.discard();
    await workspace.remove();
  }
  if (outputPath !== '-') {
    await writeWhole(`${outputPath}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
  }
  return report;
}

/** Told by name before anything is read: what is in such a file may look like any other, or like nothing known. */
function refuseByName(files: readonly InputFile[], { refused = [] }: RegisterFiles | RegisterFileKinds): void {
  for (const { name, ownName } of files) {
    const found = refused.find((one) => one.name.test(ownName));
    if (found !== undefined) throw new InputError(`Cannot take ${quoteValue(name)}: ${found.instead}`);
  }
}

async function layoutOf(file: InputFile, files: RegisterFiles | RegisterFileKinds) {
  if (!('kinds' in files)) return { kind: undefined, layout: files };
  const kind = await kindOf(file, files.kinds);
  const layout = files.kinds[kind];
  if (layout === undefined) throw new Error(`the kind ${kind} is not declared`);
  return { kind, layout };
}

function newestFirst(a: ReadyInput, b: ReadyInput): number {
  const left = a.stamp?.order ?? '';
  const right = b.stamp?.order ?? '';
  return left === right ? 0 : left < right ? 1 : -1;
}

function importRun(register: Register, report: ImportReport, workspace: Workspace, options: ImportOptions): ImportRun {
  const { soleTraders = false } = options;
  const codes = new Map(Object.entries(register.codes).map(([list, values]) => [list, new Set(values)]));
  const attempt = <T>(row: Row, step: () => T): T | undefined => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      rejectRow(report, row, error.field, error.message);
      return undefined;
    }
  };
  return {
    report,
    soleTraders,
    attempt,
    line: (row, build) =>
      attempt(row, () => {
        const line = build();
        const fault = firstInvalidField(line);
        if (fault !== undefined) throw new FieldFault(fault.field, fault.reason);
        return line;
      }),
    code(list, value) {
      if (value !== undefined && codes.get(list)?.has(value) !== true) report.unknownCode(list, value);
    },
    joined: (name) => workspace.joined(name),
  };
}

/** A full file that holds too little was cut or is not what it says. */
function meetExpectation(
  register: Register,
  inputs: readonly ReadyInput[],
  report: ImportReport,
  officers: number,
): void {
  const expected = [register.expect].flat();
  for (const { name, ownName, packedIn } of inputs) {
    const { records = 0, officers: wanted = 0 } = expected.find((one) => isFull(one, ownName, packedIn)) ?? {};
    const found = report.inputs.find((input) => input.name === name)?.records ?? 0;
    if (found < records) {
      throw new InputError(
        `Cannot import ${quoteValue(name)}: a full file of ${register.id} holds at least ${records} records, this one ${found}`,
      );
    }
    // A register that gave all its roles other codes would have no officers, and no file would be short.
    if (officers < wanted) {
      throw new InputError(
        `Cannot import ${quoteValue(name)}: with a full file of ${register.id} there are at least ${wanted} officers, here ${officers}; ` +
          'see which codes of roles are unknown',
      );
    }
  }
}

function isFull({ full, packedIn }: Expectation, ownName: string, zip = ''): boolean {
  return full.test(ownName) && (packedIn === undefined || packedIn.test(zip));
}
