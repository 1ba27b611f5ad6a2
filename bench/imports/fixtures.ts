import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ReportJson } from '../../src/importer/index.ts';
import { fixtureCases, type FixtureCase } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { machine } from '../../test/fixtures/machine.ts';
import { runMeasured, writeResults } from '../measuring.ts';
import { ANY_NUMBERS, movedUp, writeGrown, type Renumbering } from './grown.ts';

/** Size in megabytes up to which the fixtures of a register are repeated. */
const MEGABYTES = 200;

/** Registers whose numbers contain other characters than digits, or a check digit. */
const RENUMBERINGS: Readonly<Record<string, Renumbering>> = {
  'be-kbo': { pattern: /\b[019]\.?\d{3}\.\d{3}\.\d{3}\b/g, moved: movedUp },
  'fr-sirene': { pattern: /\b\d{9}(?=\d{5}\b|\b)/g, moved: (number, round) => luhned(movedUp(number, round)) },
  'ro-onrc': { pattern: /(?<=\b[JFC]\d{1,2}\/)\d+(?=\/\d{4})|\b[JFC]\d{13}\b/g, moved: movedUp },
};

/** Replaces the last digit by the check digit of the other digits (ISO/IEC 7812-1, annex B). */
function luhned(digits: string): string {
  const doubled = Array.from(digits.slice(0, -1), Number)
    .toReversed()
    .map((digit, i) => (i % 2 === 0 ? digit * 2 : digit));
  const sum = doubled.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0);
  return digits.slice(0, -1) + String((10 - (sum % 10)) % 10);
}

/**
 * Imports the fixtures of registers, or of `all`. Prints a table with one row per group of fixtures; the table of all registers
 * is written to a file.
 */
export async function measureFixtures(registers: readonly string[]): Promise<void> {
  let table = '';
  const print = (line: string): void => {
    process.stdout.write(`${line}\n`);
    table += `${line}\n`;
  };
  print(`${new Date().toISOString().slice(0, 10)}, ${machine()}`);
  print(
    `importers, their fixtures repeated to ${MEGABYTES} MB; wanted: 20,000 records/s or 25 MB/s, whichever is lower, and at most 300 MB\n`,
  );
  print('fixtures               MB    records   records/s    MB/s   CPU s   peak MB   of reading');
  const isAll = registers[0] === 'all';
  for (const id of isAll ? REGISTERS.keys() : registers) for (const one of fixtureCases(id)) print(await measure(one));
  if (isAll) writeResults('imports', table);
}

async function measure({ register, title, inputs: all }: FixtureCase): Promise<string> {
  // Skips a file of fixed width, whose last line counts its records, and reorganisations, which are always few.
  const inputs = all.filter((path) => !/\.dat$|reorganizations/.test(path));
  if (inputs.some((path) => path.endsWith('.xlsx')))
    return `${title.padEnd(22)} not measured: workbooks are not repeated`;
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-bench-'));
  try {
    const small = inputs.reduce((sum, path) => sum + statSync(path).size, 0);
    const rounds = Math.ceil((MEGABYTES * 1e6) / small);
    const grown = inputs.map((path) => join(folder, basename(path)));
    const renumbering = RENUMBERINGS[register] ?? ANY_NUMBERS;
    const bytes = inputs.reduce((sum, path, i) => sum + writeGrown(path, grown[i] ?? '', rounds, renumbering), 0);
    const readingS = await secondsToRead(grown);
    const output = join(folder, 'out.ndjson.zst');
    const command = ['import', register, '--max-rejects', '999999999', '--out', output, ...grown];
    const started = performance.now();
    const { cpuSeconds, peakMb } = runMeasured(['src/cli/main.ts', ...command]);
    const seconds = (performance.now() - started) / 1000;
    const { records_read: records } = JSON.parse(readFileSync(`${output}.report.json`, 'utf8')) as ReportJson;
    return [
      title.padEnd(20),
      (bytes / 1e6).toFixed(0).padStart(5),
      String(records).padStart(10),
      (records / seconds).toFixed(0).padStart(11),
      (bytes / 1e6 / seconds).toFixed(1).padStart(7),
      cpuSeconds.toFixed(1).padStart(7),
      peakMb.toFixed(0).padStart(9),
      (readingS / seconds).toFixed(3).padStart(12),
    ].join(' ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function secondsToRead(paths: readonly string[]): Promise<number> {
  const started = performance.now();
  for (const path of paths) for await (const _ of createReadStream(path)) continue;
  return (performance.now() - started) / 1000;
}
