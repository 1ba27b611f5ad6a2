import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runImport, type Register, type ReportJson } from '../importer/index.ts';

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
  options: { published?: string; maxRejects?: number } = {},
): Promise<Imported> {
  const output = join(folder(t), 'out.ndjson');
  const report = await runImport(register, { output, inputs, maxRejects: 0, ...options });
  return { text: readFileSync(output, 'utf8'), report: report.toJSON() };
}

/** Imports one file that holds `text` under the name `name`. */
export async function importedText(t: TestContext, register: Register, text: string, name = 'in'): Promise<Imported> {
  const input = join(folder(t), name);
  writeFileSync(input, text);
  return imported(t, register, [input]);
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

/** A report as its file holds it, without the inputs, whose paths differ by machine. */
export function countsOf(report: ReportJson): unknown {
  return JSON.parse(JSON.stringify({ ...report, inputs: undefined }));
}

function folder(t: TestContext): string {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-register-'));
  t.after(() => rmSync(at, { recursive: true }));
  return at;
}
