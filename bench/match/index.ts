import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { inFolder, say } from '../in-folder.ts';
import { machine } from '../machine.ts';
import { ROOT, linesOf, run, snapshotPath } from '../measuring.ts';
import { Missing } from '../peers/peer.ts';
import { reportOf, type MatchFigures } from './figures.ts';
import { holdOut, inventedHeldOut } from './held-out.ts';
import { NOISE } from './noise.ts';
import { askOurs } from './ours.ts';
import { askPgTrgm } from './pg-trgm.ts';
import { drawQuestions } from './questions.ts';

/** The seed of the published questions, and their number. */
const SEED = 7;
const QUESTIONS = 4000;
/** A database takes a hundred times as long a question. */
const PEER_QUESTIONS = 200;

/**
 * Measures how well, and how fast, companies are found by noisy names. Over invented companies, beside PostgreSQL's pg_trgm; where
 * `registers` has files of register lines, over their companies without a tenth of them, which the questions name, too.
 */
export async function matching(companies: number, registers: readonly string[]): Promise<void> {
  await inFolder((folder) =>
    registers.length > 0 ? genuineNames(folder, registers) : inventedNames(folder, companies),
  );
}

async function genuineNames(folder: string, registers: readonly string[]): Promise<void> {
  const [lines, snapshot] = [join(folder, 'registers.ndjson'), join(folder, 'registers.snapshot')];
  say('building the registers without a tenth of their companies');
  const heldOut = await holdOut(registers, lines);
  run(['src/cli/main.ts', 'build', '--match', '--out', snapshot, lines]);
  const questions = drawQuestions(snapshot, QUESTIONS, SEED, heldOut);
  const reader = SnapshotReader.open(snapshot);
  const title = `${reader.metadata.records.active} companies of registers, and a tenth more that were held out; ${machine()}`;
  publish('match-genuine', reportOf({ title, figures: [askOurs(reader, questions)], missing: [] }));
  await reader.close();
}

async function inventedNames(folder: string, companies: number): Promise<void> {
  const snapshot = matchedSnapshotOf(companies);
  say('drawing questions');
  const questions = drawQuestions(snapshot, QUESTIONS, SEED, inventedHeldOut(companies));
  const present = questions.filter(({ id }) => id !== undefined).slice(0, PEER_QUESTIONS);
  say('asking openfirma');
  const reader = SnapshotReader.open(snapshot);
  const figures: MatchFigures[] = [askOurs(reader, questions)];
  await reader.close();
  const missing: string[] = [];
  try {
    say('filling PostgreSQL');
    figures.push(await askPgTrgm(folder, snapshot, present));
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    missing.push(`pg_trgm: not measured, ${error.message}`);
  }
  const plain = statSync(snapshotPath(companies), { throwIfNoEntry: false })?.size;
  const about = { bytes: { matched: statSync(snapshot).size, plain }, noise: NOISE };
  const title = `${companies} invented companies; ${machine()}`;
  publish(`match-${companies}`, reportOf({ title, figures, missing, about }));
}

function publish(name: string, text: string): void {
  process.stdout.write(text);
  const results = join(ROOT, 'bench', 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${name}.txt`), text);
}

/** Returns the path of a snapshot of generated companies with a match index; builds it if it does not exist. */
function matchedSnapshotOf(companies: number): string {
  const path = snapshotPath(companies).replace(/\.snapshot$/, '-match.snapshot');
  if (!existsSync(path)) run(['src/cli/main.ts', 'build', '--match', '--out', path, linesOf(companies)]);
  return path;
}
