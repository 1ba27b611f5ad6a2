import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { isCertain, rank, type Evidence, type Ranked } from '../../extras/matching/names/index.ts';
import type { SnapshotReader } from '../../src/snapshot/index.ts';
import type { Calibration, MatchFigures } from './figures.ts';
import type { MatchQuestion } from './questions.ts';

/** As many candidates as the reconciliation service scores. */
const SCORED_MAX = 32;

interface Candidate extends Evidence {
  readonly id: string;
}

/** The first result of a question. */
interface First {
  readonly probability: number;
  readonly isCertain: boolean;
  readonly isRight: boolean;
}

/** The candidates of a question and their evidence. */
function candidatesOf(reader: SnapshotReader, { query, country }: MatchQuestion): Candidate[] {
  const search = MATCH_INDEX.search(reader);
  if (search === undefined) throw new Error('The snapshot has no match index');
  return search.candidates(query, country, SCORED_MAX).map(({ json, likeness, furtherName }) => {
    const { id, country_code: its } = JSON.parse(json) as { id: string; country_code?: string };
    const countryEvidence = its === country ? 1 : -1;
    return {
      id,
      likeness,
      isFurtherName: furtherName !== undefined,
      country: country === undefined || its === undefined ? 0 : countryEvidence,
      number: 0,
      status: 0,
    };
  });
}

/** Asks all questions twice and measures the second time. */
export function askOurs(reader: SnapshotReader, questions: readonly MatchQuestion[]): MatchFigures {
  let answers: Ranked<Candidate>[][] = [];
  let micros = 0;
  for (let round = 0; round < 2; round++) {
    const before = process.cpuUsage();
    answers = questions.map((question) => rank(candidatesOf(reader, question)));
    const { user, system } = process.cpuUsage(before);
    micros = user + system;
  }
  const places = questions.flatMap(({ id }, i) =>
    id === undefined ? [] : [answers[i]?.findIndex(({ company }) => company.id === id) ?? -1],
  );
  const firsts = questions.map(({ id }, i) => firstOf(answers[i] ?? [], id));
  const absent = firsts.filter((_, i) => questions[i]?.id === undefined);
  const certain = firsts.filter((first) => first?.isCertain);
  return {
    questions: places.length,
    recallAt1: places.filter((place) => place === 0).length / places.length,
    recallAt10: places.filter((place) => place >= 0 && place < 10).length / places.length,
    cpuMicros: micros / questions.length,
    certain: {
      asked: questions.length,
      count: certain.length,
      right: certain.filter((first) => first?.isRight).length,
    },
    absent: {
      questions: absent.length,
      certain: absent.filter((first) => first?.isCertain).length,
      likely: absent.filter((first) => first !== undefined && first.probability >= 0.5).length,
    },
    calibration: {
      all: calibrationOf(firsts),
      present: calibrationOf(firsts.filter((_, i) => questions[i]?.id !== undefined)),
    },
  };
}

function firstOf([first]: readonly Ranked<Candidate>[], id: string | undefined): First | undefined {
  if (first === undefined) return undefined;
  return { probability: first.probability, isCertain: isCertain(first), isRight: first.company.id === id };
}

function calibrationOf(firsts: readonly (First | undefined)[]): Calibration {
  return Array.from({ length: 10 }, (_, tenth) => {
    const those = firsts.filter(
      (first) => first !== undefined && Math.min(9, Math.floor(10 * first.probability)) === tenth,
    );
    const predicted = those.reduce((sum, first) => sum + (first?.probability ?? 0), 0) / those.length;
    const right = those.filter((first) => first?.isRight).length / those.length;
    return { count: those.length, predicted, right };
  });
}
