import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { machine } from '../../test/fixtures/machine.ts';
import { ensureLines, run, snapshotPath, writeResults } from '../measuring.ts';
import { say } from '../processes.ts';
import { measureBeside } from './beside.ts';
import { holdOut, inventedHeldOut } from './held-out.ts';
import { NOISE } from './noise.ts';
import { askQuestions, formatReport, percent } from './ours.ts';
import { drawQuestions } from './questions.ts';

/**
 * Measures recall, calibration and CPU time of matching with noisy names: over invented companies, or over the companies of files of
 * register lines. A tenth of the companies of files is held out of the data but is in the questions.
 */
export async function measureMatching(companies: number, registers: readonly string[], folder: string): Promise<void> {
  if (registers.length === 0) await inventedNames(companies);
  else await genuineNames(folder, registers);
}

/**
 * Compares us with MiniSearch over invented companies, or over the companies of files of register lines. Results over files are only
 * printed.
 */
export async function compareMatching(
  companies: number,
  registers: readonly string[],
  questions: number,
  folder: string,
): Promise<void> {
  const isInvented = registers.length === 0;
  const snapshot = isInvented ? ensureMatchSnapshot(companies) : join(folder, 'registers.snapshot');
  if (!isInvented) build(snapshot, registers);
  const report = await measureBeside(snapshot, questions);
  if (isInvented) publish(`match-beside-${companies}`, report);
  else process.stdout.write(report);
}

function ensureMatchSnapshot(companies: number): string {
  const snapshot = snapshotPath(companies).replace(/\.snapshot$/, '-match.snapshot');
  if (!existsSync(snapshot)) build(snapshot, [ensureLines(companies)]);
  return snapshot;
}

async function genuineNames(folder: string, registers: readonly string[]): Promise<void> {
  const [lines, snapshot] = [join(folder, 'registers.ndjson'), join(folder, 'registers.snapshot')];
  say('building the registers without a tenth of their companies');
  const heldOut = await holdOut(registers, lines);
  build(snapshot, [lines]);
  const reader = SnapshotReader.open(snapshot);
  const answers = askQuestions(reader, drawQuestions(snapshot, heldOut));
  const title = `${reader.metadata.records.active} companies of registers, and a tenth more that were held out; ${machine()}`;
  await reader.close();
  publish('match-genuine', formatReport(title, [], answers));
}

async function inventedNames(companies: number): Promise<void> {
  const plain = snapshotPath(companies);
  const snapshot = ensureMatchSnapshot(companies);
  say('asking openfirma');
  const reader = SnapshotReader.open(snapshot);
  const answers = askQuestions(reader, drawQuestions(snapshot, inventedHeldOut(companies)));
  await reader.close();
  const [bytes, plainBytes] = [snapshot, plain].map((path) => statSync(path, { throwIfNoEntry: false })?.size);
  const more = bytes && plainBytes ? `, ${percent(bytes / plainBytes - 1)} more than without` : '';
  const noise = Object.entries(NOISE).map(([name, value]) => `${name} ${value}`);
  const data = [`snapshot with match index: ${bytes} bytes${more}`, `noise, in percent: ${noise.join(', ')}`];
  publish(`match-${companies}`, formatReport(`${companies} invented companies; ${machine()}`, data, answers));
}

function build(snapshot: string, lines: readonly string[]): void {
  run(['src/cli/main.ts', 'build', '--match', '--out', snapshot, ...lines]);
}

function publish(name: string, text: string): void {
  process.stdout.write(text);
  writeResults(name, text);
}
