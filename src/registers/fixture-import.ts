import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { InputError } from '../model/index.ts';
import { runImport, type ImportOptions, type Register, type ReportJson } from '../importer/index.ts';

/** What an import made of a fixture: the text of the register lines, and the report. */
export interface Imported {
  readonly text: string;
  readonly report: ReportJson;
}

/** Imports files for a test. */
export async function imported(
  t: TestContext,
  register: Register,
  inputs: readonly string[],
  options: Pick<ImportOptions, 'published' | 'soleTraders'> & { maxRejects?: number } = {},
): Promise<Imported> {
  const output = join(folder(t), 'out.ndjson');
  const report = await runImport(register, { output, inputs, maxRejects: 0, ...options });
  return { text: readFileSync(output, 'utf8'), report: report.toJSON() };
}

/** Imports one file that holds `text` under the name `name`. */
export async function importedText(
  t: TestContext,
  register: Register,
  text: string,
  name = 'in',
  options: Parameters<typeof imported>[3] = {},
): Promise<Imported> {
  const input = join(folder(t), name);
  writeFileSync(input, text);
  return imported(t, register, [input], options);
}

/** Cuts a text at every byte and says which of the shorter files, by their length, import without a complaint. */
export async function cutsThatImport(t: TestContext, register: Register, text: string): Promise<number[]> {
  const at = folder(t);
  const bytes = Buffer.from(text);
  const accepted: number[] = [];
  for (let length = 0; length < bytes.length; length++) {
    const input = join(at, 'cut');
    writeFileSync(input, bytes.subarray(0, length));
    await runImport(register, { output: join(at, 'out'), inputs: [input], maxRejects: 0 }).then(
      () => accepted.push(length),
      () => undefined,
    );
  }
  return accepted;
}

interface Cuts {
  readonly bytes: Buffer;
  /** The file the bytes are of: a cut one keeps its name. */
  readonly input: string;
  /** The other inputs of the import, which are whole. */
  readonly rest: readonly string[];
  /** The lengths to cut at. */
  readonly cuts: readonly number[];
}

/**
 * Cuts an input at the given lengths and says at which the import succeeded in silence: without refusing the file, and
 * without saying that nothing proves it whole.
 */
export async function cutImports(
  t: TestContext,
  register: Register,
  { bytes, input, rest, cuts }: Cuts,
): Promise<number[]> {
  const at = folder(t);
  const cut = join(at, basename(input));
  const silent: number[] = [];
  for (const length of cuts) {
    writeFileSync(cut, bytes.subarray(0, length));
    const run = runImport(register, { output: join(at, 'out'), inputs: [cut, ...rest], maxRejects: 0 });
    const report = await run.catch((error: unknown) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    const told = report?.inputs.find(({ name }) => name === cut)?.proven_whole === false;
    if (report !== undefined && !told) silent.push(length);
  }
  return silent;
}

/** A report as its file holds it, without the inputs, whose paths differ by machine. */
export function countsOf(report: ReportJson): unknown {
  return JSON.parse(JSON.stringify({ ...report, inputs: undefined }));
}

function folder(t: TestContext): string {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-register-'));
  t.after(() => rmSync(at, { recursive: true }));
  return at;
}
