import MiniSearch from 'minisearch';
import { isCertain } from '../../extras/matching/names/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { machine } from '../../test/fixtures/machine.ts';
import { Random } from '../../tools/sample/index.ts';
import { say } from '../processes.ts';
import { KINDS, areNamedAlike } from './kinds.ts';
import { percent, rankCandidates } from './ours.ts';
import { readNames } from './questions.ts';

/** The seed of the questions. */
const SEED = 46;
const RESULTS_MAX = 5;
/** Share of the letters of a word that MiniSearch lets differ: the value of its own documentation. */
const FUZZY = 0.2;

interface Question {
  readonly kind: string;
  readonly query: string;
  /** The name that is meant: companies of the same name are right, too. */
  readonly name: string;
}

/** The names of the first companies of an answer, and whether the first one is certain. */
interface Answer {
  readonly names: readonly string[];
  readonly isCertain: boolean;
}

interface Answers {
  readonly who: string;
  readonly all: readonly (Answer & Question)[];
  readonly rowsPerCpuSecond: number;
}

/** Asks us and MiniSearch for the companies of names with one change each, in equal shares of each kind. Returns the report. */
export async function measureBeside(snapshot: string, count: number): Promise<string> {
  const reader = SnapshotReader.open(snapshot);
  const names = new Map([...readNames(snapshot)].map(({ id, name }) => [id, name]));
  const questions = drawQuestions([...names.values()], Math.ceil(count / Object.keys(KINDS).length));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const askUs = (query: string): Answer => {
    const ranked = rankCandidates(reader, { query });
    return {
      names: ranked.slice(0, RESULTS_MAX).map(({ company }) => nameOf(company.id)),
      isCertain: ranked[0] !== undefined && isCertain(ranked[0]),
    };
  };
  say(`asking openfirma ${questions.length} questions`);
  for (const { query } of questions) askUs(query);
  const ours = ask('openfirma', questions, askUs);
  await reader.close();
  say('indexing the names in MiniSearch');
  const index = miniSearch(names);
  say('asking MiniSearch');
  const theirs = ask('MiniSearch', questions, (query) => ({
    names: index
      .search(query)
      .slice(0, RESULTS_MAX)
      .map(({ id }) => nameOf(id as string)),
    isCertain: false,
  }));
  const title = `${names.size} names, ${questions.length} questions; MiniSearch with fuzzy ${FUZZY}; ${machine()}`;
  return `${title}\n\n${[ours, theirs].map(formatAnswers).join('\n\n')}\n`;
}

/**
 * Draws names, and changes `perKind` of them in each way. Another letter case is not a change, and the whole name of another company means
 * that company.
 */
function drawQuestions(names: readonly string[], perKind: number): Question[] {
  const random = new Random(SEED);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  return Object.entries(KINDS).flatMap(([kind, change]) => {
    const questions: Question[] = [];
    for (let tries = 100 * perKind; questions.length < perKind && tries > 0; tries--) {
      const name = random.pick(names);
      const query = change(name, random);
      if (query !== undefined && !taken.has(query.toLowerCase())) questions.push({ kind, query, name });
    }
    return questions;
  });
}

function miniSearch(names: ReadonlyMap<string, string>): MiniSearch {
  const index = new MiniSearch({
    fields: ['name'],
    processTerm: (term) => term.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, ''),
    searchOptions: { fuzzy: FUZZY },
  });
  for (const [id, name] of names) index.add({ id, name });
  return index;
}

function ask(who: string, questions: readonly Question[], answer: (query: string) => Answer): Answers {
  const before = process.cpuUsage();
  const all = questions.map((question) => ({ ...question, ...answer(question.query) }));
  const { user, system } = process.cpuUsage(before);
  return { who, all, rowsPerCpuSecond: (questions.length * 1e6) / (user + system) };
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether one of the first `count` companies is right. */
function isAmong({ names, name }: Answer & Question, count: number): boolean {
  return names.slice(0, count).some((one) => isSameName(one, name));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : percent(part / whole);
}

function formatAnswers({ who, all, rowsPerCpuSecond }: Answers): string {
  const kinds = Map.groupBy(all, ({ kind }) => kind);
  return [
    `${who}: ${rowsPerCpuSecond.toFixed(0)} rows a CPU second`,
    formatRow('', ['recall@1', `recall@${RESULTS_MAX}`, 'nothing', 'certain', 'right']),
    ...[...kinds, ['all', all] as const].map(([kind, of]) => formatRow(kind, figures(of))),
  ].join('\n');
}

function formatRow(title: string, cells: readonly string[]): string {
  return `${title.padEnd(20)}${cells.map((cell) => cell.padStart(10)).join('')}`;
}

function figures(of: readonly (Answer & Question)[]): string[] {
  const certain = of.filter((answer) => answer.isCertain);
  // A change may give the name of another company: to be certain of that company is right.
  const isCertainlyRight = (answer: Answer & Question): boolean =>
    isAmong(answer, 1) || areNamedAlike(answer.query, answer.names[0] ?? '');
  return [
    share(of.filter((answer) => isAmong(answer, 1)).length, of.length),
    share(of.filter((answer) => isAmong(answer, RESULTS_MAX)).length, of.length),
    share(of.filter(({ names }) => names.length === 0).length, of.length),
    share(certain.length, of.length),
    share(certain.filter(isCertainlyRight).length, certain.length),
  ];
}
