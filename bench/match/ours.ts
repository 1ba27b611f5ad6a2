import { WEIGHTS, isCertain, rank, type Evidence, type Ranked } from '../../src/matching/index.ts';
import type { SnapshotReader } from '../../src/snapshot/index.ts';
import type { MatchFigures } from './figures.ts';
import type { MatchQuestion } from './questions.ts';

/** As many as the door scores. */
const SCORED_MAX = 32;

export interface Candidate extends Evidence {
  readonly id: string;
}

/** The companies that a question may mean, with what is known of them. */
export function candidatesOf(reader: SnapshotReader, { query, country }: MatchQuestion): Candidate[] {
  if (reader.match === undefined) throw new Error('The snapshot has no match index');
  return reader.match.candidates(query, country, SCORED_MAX).map(({ json, likeness, furtherName }) => {
    const { id, country_code: its } = JSON.parse(json) as { id: string; country_code?: string };
    const isThere = its === country ? 1 : -1;
    return {
      id,
      likeness,
      isFurtherName: furtherName !== undefined,
      country: country === undefined || its === undefined ? 0 : isThere,
      number: 0,
      status: 0,
    };
  });
}

/** Asks every question twice, and measures the second time. */
export function askOurs(reader: SnapshotReader, questions: readonly MatchQuestion[]): MatchFigures {
  let answers: Ranked<Candidate>[][] = [];
  let micros = 0;
  for (let round = 0; round < 2; round++) {
    const before = process.cpuUsage();
    answers = questions.map((question) => rank(candidatesOf(reader, question), WEIGHTS));
    const { user, system } = process.cpuUsage(before);
    micros = user + system;
  }
  const places = questions.map(({ id }, i) => answers[i]?.findIndex(({ company }) => company.id === id) ?? -1);
  const certain = questions.flatMap(({ id }, i) => {
    const first = answers[i]?.[0];
    return first !== undefined && isCertain(first) ? [first.company.id === id] : [];
  });
  const firsts = questions.flatMap(({ id }, i) => {
    const first = answers[i]?.[0];
    return first === undefined ? [] : [{ probability: first.probability, isRight: first.company.id === id }];
  });
  return {
    name: 'openfirma',
    questions: questions.length,
    recallAt1: places.filter((place) => place === 0).length / questions.length,
    recallAt10: places.filter((place) => place >= 0 && place < 10).length / questions.length,
    cpuMicros: micros / questions.length,
    certain: { count: certain.length, right: certain.filter((isRight) => isRight).length },
    calibration: calibrationOf(firsts),
  };
}

/** By tenths of the probability: how many first companies there are, their mean probability, and how many are right. */
function calibrationOf(firsts: readonly { readonly probability: number; readonly isRight: boolean }[]) {
  return Array.from({ length: 10 }, (_, tenth) => {
    const those = firsts.filter(({ probability }) => Math.min(9, Math.floor(10 * probability)) === tenth);
    const said = those.reduce((sum, { probability }) => sum + probability, 0) / those.length;
    const right = those.filter(({ isRight }) => isRight).length / those.length;
    return { count: those.length, said, right };
  });
}
