/**
 * Imports files of a register and compares every line with an independent reading of the same files. Run by hand:
 *
 *     node --require ./bin/require-node.cjs test/importing/compare-import.ts fi-prh all_companies.zip
 *
 * The reading holds the files in memory. The exit code is 1 if a field differs, or if nothing was compared.
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImport } from '../../src/importer/index.ts';
import { InputError } from '../../src/model/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { compared, formatRow, readFiles } from './independent-readings/compare.ts';
import type { IndependentLine } from './independent-readings/raw.ts';
import { NOT_IN_FILES, READERS } from './independent-readings/readers.ts';

const [id = '', ...inputs] = process.argv.slice(2);
const register = REGISTERS.get(id);
const read = READERS.get(id);
if (register === undefined || read === undefined || inputs.length === 0) {
  process.stderr.write(
    `Usage: compare-import.ts REGISTER FILE...; REGISTER is one of ${[...READERS.keys()].join(', ')}\n`,
  );
  process.exit(2);
}
const at = mkdtempSync(join(tmpdir(), 'openfirma-compare-'));
try {
  const output = join(at, 'lines');
  const report = await runImport(register, { output, inputs, maxRejects: Number.MAX_SAFE_INTEGER, oldOfficers: true });
  const texts = readFileSync(output, 'utf8').split('\n').slice(0, -1);
  const lines = texts.map((text) => JSON.parse(text) as IndependentLine);
  const comparison = compared(lines, readFiles(read, inputs), NOT_IN_FILES.get(id));
  for (const difference of comparison.differences) process.stdout.write(`${difference}\n`);
  process.stdout.write(`${formatRow(id, comparison)}\n`);
  process.stdout.write(`${report.read} records read, ${report.written} lines, ${report.rejected} rejected\n`);
  if (comparison.records === 0 || comparison.differing > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(at, { recursive: true });
}
