import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { machine } from '../../test/fixtures/machine.ts';
import { inFolder, say } from '../in-folder.ts';
import { ROOT, linesOf, run, snapshotPath } from '../measuring.ts';
import { reportOf } from './figures.ts';
import { holdOut, inventedHeldOut } from './held-out.ts';
import { NOISE } from './noise.ts';
import { askRows } from './list-rows.ts';
import { askOurs } from './ours.ts';
import { drawQuestions } from './questions.ts';

/** The seed of the published questions, and their number. */
const SEED = 7;
const QUESTIONS = 4000;

/**
 * Measures recall, calibration and CPU time of matching with noisy names: over invented companies, or over those of files of register
 * lines. A tenth of the latter is held out of the data but is in the questions.
 */
export async function matching(companies: number, registers: readonly string[]): Promise<void> {
  if (registers.length === 0) await inventedNames(companies);
  else await inFolder((folder) => genuineNames(folder, registers));
}

async function genuineNames(folder: string, registers: readonly string[]): Promise<void> {
  const [lines, snapshot] = [join(folder, 'registers.ndjson'), join(folder, 'registers.snapshot')];
  say('building the registers without a tenth of their companies');
  const heldOut = await holdOut(registers, lines);
  run(['src/cli/main.ts', 'build', '--match', '--out', snapshot, lines]);
  const questions = drawQuestions(snapshot, QUESTIONS, SEED, heldOut);
  const reader = SnapshotReader.open(snapshot);
  const title = `${reader.metadata.records.active} companies of registers, and a tenth more that were held out; ${machine()}`;
  publish('match-genuine', reportOf(title, askOurs(reader, questions)));
  await reader.close();
}

async function inventedNames(companies: number): Promise<void> {
  const snapshot = matchedSnapshotOf(companies);
  say('drawing questions');
  const questions = drawQuestions(snapshot, QUESTIONS, SEED, inventedHeldOut(companies));
  say('asking openfirma');
  const reader = SnapshotReader.open(snapshot);
  const figures = askOurs(reader, questions);
  await reader.close();
  const plain = statSync(snapshotPath(companies), { throwIfNoEntry: false })?.size;
  const invented = { bytes: { matched: statSync(snapshot).size, plain }, noise: NOISE };
  const title = `${companies} invented companies; ${machine()}`;
  publish(`match-${companies}`, reportOf(title, figures, invented));
}

/** Measures `openfirma match`: rows of a list beside bare searches for their names, in turns. */
export async function listRows(companies: number): Promise<void> {
  const snapshot = matchedSnapshotOf(companies);
  const questions = drawQuestions(snapshot, QUESTIONS, SEED, inventedHeldOut(companies));
  publish(`lists-${companies}`, `${companies} invented companies; ${machine()}\n${await askRows(snapshot, questions)}`);
}

function publish(name: string, text: string): void {
  process.stdout.write(text);
  writeFileSync(join(ROOT, 'bench', 'results', `${name}.txt`), text);
}

/** Returns the path of a snapshot of generated companies with a match index; builds it if it does not exist. */
function matchedSnapshotOf(companies: number): string {
  const path = snapshotPath(companies).replace(/\.snapshot$/, '-match.snapshot');
  if (!existsSync(path)) run(['src/cli/main.ts', 'build', '--match', '--out', path, linesOf(companies)]);
  return path;
}
