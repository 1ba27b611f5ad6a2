/**
 * How well, and how fast, are companies found by messy names? Noisy names of invented companies, beside PostgreSQL's pg_trgm.
 *
 *     npm run bench:match -- --companies 1000000
 *     npm run bench:match -- --register ee-ariregister.ndjson
 *     npm run bench:match -- --fit --companies 1000000 --companies 100000 --questions 5000 --register ee-ariregister.ndjson
 *     npm run bench:match -- --companies 100000 --peers
 *     npm run bench:match -- --gleif gleif.ndjson.gz --register be-kbo.ndjson.gz
 */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { inFolder, say } from './in-folder.ts';
import { machine } from './machine.ts';
import { fitted, type Answered } from './match/fit.ts';
import { reportOf, type MatchFigures } from './match/figures.ts';
import { askPeers } from './match/peers.ts';
import { askPgTrgm } from './match/pg-trgm.ts';
import { NOISE } from './match/noise.ts';
import { gleifPairs } from './match/gleif-pairs.ts';
import { holdOut, inventedHeldOut } from './match/held-out.ts';
import { drawQuestions, type HeldOut, type MatchQuestion } from './match/questions.ts';
import { askOurs, candidatesOf } from './match/ours.ts';
import { ROOT, linesOf, run, snapshotPath } from './measuring.ts';
import { Missing } from './peers/peer.ts';

/** The seed of the published questions, and that of those that the weights are learned from. */
const PUBLISHED_SEED = 7;
const FITTED_SEED = 8;
/** A database takes a hundred times as long a question. */
const PEER_QUESTIONS = 200;

const { values } = parseArgs({
  options: {
    companies: { type: 'string', multiple: true, default: ['1000000'] },
    questions: { type: 'string', default: '4000' },
    fit: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    gleif: { type: 'string' },
    register: { type: 'string', multiple: true },
  },
});

const registers = values.register ?? [];
if (values.gleif !== undefined && registers.length === 0)
  throw new InputError(
    'Cannot measure: --gleif are lines that "openfirma import" wrote; give those of --register, too',
  );

await inFolder(async (folder) => {
  const sizes = values.companies.map((text) => wholeNumber('companies', text));
  const [companies = 0, count] = [sizes[0], wholeNumber('questions', values.questions)];
  if (sizes.length > 1 && !values.fit)
    throw new InputError('Cannot measure: --companies is given once; only --fit learns from several');
  if (values.gleif !== undefined) process.stdout.write(await genuinePairs(folder, values.gleif));
  else if (values.fit) await fit(folder, sizes, count);
  else if (registers.length > 0) process.stdout.write(await genuineNames(folder, count));
  else await inventedNames(folder, companies, count);
});

/** Companies, and others that they do not have. */
interface Tried {
  readonly snapshot: string;
  readonly heldOut: Iterable<HeldOut>;
}

/** Prints the weights that noisy names teach: invented ones, and where there are registers as many of theirs. */
async function fit(folder: string, sizes: readonly number[], count: number): Promise<void> {
  say('learning the weights');
  const tried: Tried[] = sizes.map((companies) => ({
    snapshot: matchedSnapshotOf(companies),
    heldOut: inventedHeldOut(companies),
  }));
  if (registers.length > 0) tried.push(await triedRegisters(folder));
  const asked: Answered[] = [];
  for (const { snapshot, heldOut } of tried) {
    const reader = SnapshotReader.open(snapshot);
    for (const question of drawQuestions(snapshot, count, FITTED_SEED, heldOut))
      asked.push({ id: question.id, candidates: candidatesOf(reader, question) });
    await reader.close();
  }
  process.stdout.write(`${JSON.stringify(fitted(asked), undefined, 2)}\n`);
}

/** Registers without a tenth of their companies. */
async function triedRegisters(folder: string): Promise<Tried> {
  const [lines, snapshot] = [join(folder, 'registers.ndjson'), join(folder, 'registers.snapshot')];
  say('building the registers without a tenth of their companies');
  const heldOut = await holdOut(registers, lines);
  run(['src/cli/main.ts', 'build', '--match', '--out', snapshot, lines]);
  return { snapshot, heldOut };
}

/** Asks for companies of registers, and for those that were held out. */
async function genuineNames(folder: string, count: number): Promise<string> {
  const { snapshot, heldOut } = await triedRegisters(folder);
  const questions = drawQuestions(snapshot, count, PUBLISHED_SEED, heldOut);
  const reader = SnapshotReader.open(snapshot);
  const title = `${reader.metadata.records.active} companies of registers, and a tenth more that were held out; ${machine()}`;
  const text = reportOf({ title, figures: [askOurs(reader, questions)], missing: [] });
  await reader.close();
  publish('match-genuine', text);
  return text;
}

/** Writes a result over as many questions as the published ones have. */
function publish(name: string, text: string): void {
  const results = join(ROOT, 'bench', 'results');
  mkdirSync(results, { recursive: true });
  if (values.questions === '4000') writeFileSync(join(results, `${name}.txt`), text);
}

async function inventedNames(folder: string, companies: number, count: number): Promise<void> {
  const snapshot = matchedSnapshotOf(companies);
  say('drawing questions');
  const questions = drawQuestions(snapshot, count, PUBLISHED_SEED, inventedHeldOut(companies));
  const present = questions.filter(({ id }) => id !== undefined).slice(0, PEER_QUESTIONS);
  if (values.peers) {
    await besidePeers(folder, snapshot, companies, present);
    return;
  }
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
  const bytes = { matched: statSync(snapshot).size, plain: plainBytesOf(companies) };
  const title = `${companies} invented companies; ${machine()}`;
  const text = reportOf({ title, figures, missing, about: { bytes, noise: NOISE } });
  process.stdout.write(text);
  publish(`match-${companies}`, text);
}

/** Asks peers and openfirma the same questions. */
async function besidePeers(
  folder: string,
  snapshot: string,
  companies: number,
  questions: readonly MatchQuestion[],
): Promise<void> {
  say('asking openfirma');
  const reader = SnapshotReader.open(snapshot);
  const ours = askOurs(reader, questions);
  await reader.close();
  say('filling and asking peers');
  const { figures, missing } = await askPeers(folder, snapshot, questions);
  const title = `${companies} invented companies, the same questions for all; ${machine()}`;
  const text = reportOf({ title, figures: [ours, ...figures], missing });
  process.stdout.write(text);
  writeFileSync(join(ROOT, 'bench', 'results', `match-peers-${companies}.txt`), text);
}

/** Asks for the companies of registers by the names that their LEI records have. */
async function genuinePairs(folder: string, gleif: string): Promise<string> {
  const snapshot = join(folder, 'registers.snapshot');
  say('building the registers');
  run(['src/cli/main.ts', 'build', '--match', '--out', snapshot, ...registers]);
  const reader = SnapshotReader.open(snapshot);
  const { records, joined, same, questions } = await gleifPairs(gleif, reader);
  const joining = `${records} LEI records of countries of the registers, ${joined} joined by their registry number; ${same} names are the same\n`;
  const { active } = reader.metadata.records;
  const peers = values.peers ? await askPeers(folder, snapshot, questions) : { figures: [], missing: [] };
  const text =
    questions.length === 0
      ? `${joining}There is no name to ask for\n`
      : joining +
        reportOf({
          title: `${active} companies of registers, asked for by their names in the LEI index; ${machine()}`,
          figures: [askOurs(reader, questions), ...peers.figures],
          missing: peers.missing,
        });
  await reader.close();
  return text;
}

/** The snapshot of so many generated companies with a match index; made unless it exists. */
function matchedSnapshotOf(companies: number): string {
  const path = snapshotPath(companies).replace(/\.snapshot$/, '-match.snapshot');
  if (!existsSync(path)) run(['src/cli/main.ts', 'build', '--match', '--out', path, linesOf(companies)]);
  return path;
}

function plainBytesOf(companies: number): number | undefined {
  return statSync(snapshotPath(companies), { throwIfNoEntry: false })?.size;
}

function wholeNumber(option: 'companies' | 'questions', text: string): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new InputError(`Cannot measure: --${option} "${text}" must be a whole number from 1 on`);
}
