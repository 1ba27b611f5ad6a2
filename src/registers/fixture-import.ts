import { isUtf8 } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { InputError, type RegisterLine } from '../model/index.ts';
import { runImport, type ImportOptions, type Register, type ReportJson } from '../importer/index.ts';
import { folder } from '../../test/fixtures/folder.ts';

/** The result of an import: the register lines, as text and parsed, and the report. */
export interface Imported {
  readonly text: string;
  readonly lines: readonly RegisterLine[];
  readonly report: ReportJson;
}

/** Imports files for a test. Includes officers of years ago, and companies of the whole world, which the command imports only on request. */
export async function imported(
  t: TestContext,
  register: Register,
  inputs: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const output = join(folder(t), 'out.ndjson');
  const report = await runImport(register, {
    output,
    inputs,
    maxRejects: 0,
    oldOfficers: true,
    world: true,
    ...options,
  });
  const text = readFileSync(output, 'utf8');
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RegisterLine);
  return { text, lines, report: report.toJSON() };
}

/** {@linkcode imported} for the tests of one register. */
export function createImport(register: Register) {
  return (t: TestContext, inputs: readonly string[], options: Partial<ImportOptions> = {}): Promise<Imported> =>
    imported(t, register, inputs, options);
}

/** Imports one file that holds `text` under the name `name`. */
export async function importedText(
  t: TestContext,
  register: Register,
  text: string | Buffer,
  name = 'in',
  options: Parameters<typeof imported>[3] = {},
): Promise<Imported> {
  const input = join(folder(t), name);
  writeFileSync(input, text);
  return imported(t, register, [input], options);
}

interface Cuts {
  readonly bytes: Buffer;
  /** The file that the bytes come from. Its truncated copy has the same name. */
  readonly input: string;
  /** The other inputs of the import, which are not cut. */
  readonly rest: readonly string[];
  /** The lengths of the cut files, in bytes. */
  readonly cuts: Iterable<number>;
}

/**
 * Cuts an input at the given lengths. Returns the lengths at which the import neither refused the file nor reported that it may be cut. A
 * text that lacks only white space at its end is not cut.
 */
export async function cutImports(t: TestContext, register: Register, given: Cuts): Promise<number[]> {
  const silent: number[] = [];
  const { bytes } = given;
  const end = isUtf8(bytes) ? Buffer.byteLength(bytes.toString().trimEnd()) : bytes.length;
  const cuts = { ...given, cuts: Array.from(given.cuts).filter((length) => length < end) };
  for await (const { length, cut, report } of importCuts(t, register, cuts)) {
    const isReported = report?.inputs.find(({ name }) => name === cut)?.proven_whole === false;
    if (report !== undefined && !isReported) silent.push(length);
  }
  return silent;
}

/** Imports every cut of an input. If the import refuses the file, there is no report. */
async function* importCuts(t: TestContext, register: Register, { bytes, input, rest, cuts }: Cuts) {
  const at = folder(t);
  const cut = join(at, basename(input));
  for (const length of cuts) {
    writeFileSync(cut, bytes.subarray(0, length));
    const run = runImport(register, { output: join(at, 'out'), inputs: [cut, ...rest], maxRejects: 0 });
    const report = await run.catch((error: unknown) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    yield { length, cut, report };
  }
}

/** Returns a report as in its file, without the inputs, whose paths differ by machine, and without members of the declaration. */
export function toCounts(report: ReportJson): unknown {
  return JSON.parse(JSON.stringify({ ...report, inputs: undefined, ordinary: undefined }));
}
