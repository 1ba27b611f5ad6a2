import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../peers/programs.ts';
import { Missing } from '../peers/peer.ts';
import type { MatchFigures } from './figures.ts';
import { writeNamedRows } from './named-rows.ts';
import type { PgTrgmFigures } from './pg-trgm.ts';
import type { MatchQuestion } from './questions.ts';

/** Those that need no trained model: the one that yente takes, the one before it, and one that compares names only. */
const ALGORITHMS = ['logic-v2', 'logic-v1', 'name-based'];
/** The score from which yente says that a company is the one that was meant. */
const CERTAIN_MIN = 0.7;

/** Sets of Python go through their members in the same order each time. */
const REPEATABLE = { ...process.env, PYTHONHASHSEED: '0' };

/** What bench/match/ask_nomenklatura.py writes. */
interface Answered {
  readonly version: string;
  readonly algorithm: string;
  /** Whether its own index found what was compared, not pg_trgm. */
  readonly hasOwnCandidates: boolean;
  readonly cpuSeconds: number;
  /** Ids and scores, the likeliest first. */
  readonly answers: readonly (readonly (readonly [id: string, score: number])[])[];
}

/**
 * Asks nomenklatura of OpenSanctions, from the virtual environment of Python that NOMENKLATURA names, with each of its algorithms. They
 * compare what its own index finds, and what pg_trgm has found: yente finds candidates with a search engine, not with that index.
 */
export function askNomenklatura(
  folder: string,
  snapshot: string,
  questions: readonly MatchQuestion[],
  pgTrgm: PgTrgmFigures | undefined,
): MatchFigures[] {
  const python = findPython();
  const companies = join(folder, 'companies.ndjson');
  writeNamedRows(snapshot, companies, ({ id, name, country }) => JSON.stringify([id, name, country]));
  const asked = join(folder, 'questions.ndjson');
  const lines = questions.map(({ query, country = '' }, i) => {
    const found = pgTrgm?.found[i];
    return `${JSON.stringify([`question-${i}`, query, country, ...(found === undefined ? [] : [found])])}\n`;
  });
  writeFileSync(asked, lines.join(''));
  const answers = join(folder, 'answers.ndjson');
  const program = join(import.meta.dirname, 'ask_nomenklatura.py');
  outputOf(python, [program, companies, asked, answers, ...ALGORITHMS], { env: REPEATABLE });
  const written = readFileSync(answers, 'utf8').trimEnd().split('\n');
  return written.map((line) => figuresOf(JSON.parse(line) as Answered, questions, pgTrgm));
}

function findPython(): string {
  const folder = process.env['NOMENKLATURA'];
  if (folder === undefined) throw new Missing('NOMENKLATURA names no virtual environment of Python');
  const python = join(folder, 'bin', 'python3');
  if (!existsSync(python)) throw new Missing(`no "${python}"`);
  return python;
}

function figuresOf(
  answered: Answered,
  questions: readonly MatchQuestion[],
  pgTrgm: PgTrgmFigures | undefined,
): MatchFigures {
  const { version, algorithm, hasOwnCandidates, cpuSeconds, answers } = answered;
  const candidates = hasOwnCandidates
    ? { from: '', cpuMicros: 0 }
    : { from: ' over pg_trgm', cpuMicros: pgTrgm?.cpuMicros ?? 0 };
  const places = questions.map(({ id }, i) => answers[i]?.findIndex(([found]) => found === id) ?? -1);
  const certain = questions.flatMap(({ id }, i) => {
    const [first, second] = answers[i] ?? [];
    if (first === undefined || first[1] < CERTAIN_MIN || second?.[1] === first[1]) return [];
    return [first[0] === id];
  });
  return {
    name: `nomenklatura ${version} ${algorithm}${candidates.from}`,
    questions: questions.length,
    recallAt1: places.filter((place) => place === 0).length / questions.length,
    recallAt10: places.filter((place) => place >= 0).length / questions.length,
    cpuMicros: candidates.cpuMicros + (cpuSeconds * 1e6) / questions.length,
    certain: { asked: questions.length, count: certain.length, right: certain.filter((isRight) => isRight).length },
  };
}
