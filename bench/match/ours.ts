import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { CONSTANT, FEATURES, isCertain, rank, type Evidence, type Ranked } from '../../extras/matching/names/index.ts';
import type { SnapshotReader } from '../../src/snapshot/index.ts';
import type { NoisyName } from './noise.ts';
import type { MatchQuestion } from './questions.ts';

/** Maximum number of candidates: as many as the reconciliation service scores. */
const SCORED_MAX = 32;

interface Candidate extends Evidence {
  readonly id: string;
}

/** The results of a question: the place of the right company, and the first result. */
interface Answer {
  /** Whether the company is in the data. */
  readonly isPresent: boolean;
  /** Place of the right company among the results, from 0; -1 if it was not found. */
  readonly place: number;
  /** Probability of the first result; 0 without results. */
  readonly probability: number;
  readonly isCertain: boolean;
}

export interface Answers {
  readonly all: readonly Answer[];
  /** CPU time of one question. */
  readonly cpuMicros: number;
}

/** Asks all questions twice and measures the second time. */
export function askQuestions(reader: SnapshotReader, questions: readonly MatchQuestion[]): Answers {
  const ask = (): Ranked<Candidate>[][] => questions.map((question) => rankCandidates(reader, question));
  ask();
  const before = process.cpuUsage();
  const results = ask();
  const { user, system } = process.cpuUsage(before);
  const all = questions.map(({ id }, i): Answer => {
    const ranked = results[i] ?? [];
    const [first] = ranked;
    return {
      isPresent: id !== undefined,
      place: ranked.findIndex(({ company }) => company.id === id),
      probability: first?.probability ?? 0,
      isCertain: first !== undefined && isCertain(first),
    };
  });
  return { all, cpuMicros: (user + system) / questions.length };
}

/** Returns the candidates of a question, the likeliest first. */
export function rankCandidates(reader: SnapshotReader, { query, country }: NoisyName): Ranked<Candidate>[] {
  const search = MATCH_INDEX.search(reader);
  if (search === undefined) throw new Error('The snapshot has no match index');
  const candidates = search.candidates(query, country, SCORED_MAX).map(({ json, likeness, furtherName }): Candidate => {
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
  return rank(candidates);
}

const certain = (answer: Answer): boolean => answer.isCertain;
const isFirst = ({ place }: Answer): boolean => place === 0;

/** Returns the report of a run; `data` describes its data. */
export function formatReport(title: string, data: readonly string[], { all, cpuMicros }: Answers): string {
  const weights = Object.entries(FEATURES).map(([name, { weight }]) => `${name} ${weight},`);
  const present = all.filter(({ isPresent }) => isPresent);
  const absent = all.filter(({ isPresent }) => !isPresent);
  const lines = [
    title,
    `weights: constant ${CONSTANT}, ${weights.join(' ')}`,
    ...data,
    '',
    `openfirma: ${present.length} questions whose company is there, recall@1 ${share(present, isFirst)}, recall@10 ${share(present, ({ place }) => place >= 0 && place < 10)}, ${cpuMicros.toFixed(0)} µs of CPU a question`,
    `openfirma: certain in ${share(all, certain)} of all ${all.length} questions, right in ${share(all.filter(certain), isFirst)} of these`,
  ];
  if (absent.length > 0) {
    lines.push(
      `openfirma: of ${absent.length} questions whose company is not there ${share(absent, certain)} have an answer that is certain, ${share(absent, ({ probability }) => probability >= 0.5)} one from 50 % on`,
      ...calibrationLines('All questions', all),
    );
  }
  lines.push(...calibrationLines('Questions whose company is there', present));
  return `${lines.join('\n')}\n`;
}

/** Returns, for each tenth of the probability, the mean probability of the first results and the share of them that is right. */
function calibrationLines(title: string, answers: readonly Answer[]): string[] {
  const tenths = Map.groupBy(
    answers.filter(({ probability }) => probability > 0),
    ({ probability }) => Math.min(9, Math.floor(10 * probability)),
  );
  return [
    '',
    `${title}: probability of the first company, and how often it was right:`,
    ...[...tenths]
      .toSorted(([a], [b]) => a - b)
      .map(([, of]) => {
        const predicted = of.reduce((sum, { probability }) => sum + probability, 0) / of.length;
        return `  said ${percent(predicted)}, right ${share(of, isFirst)}, ${of.length} questions`;
      }),
  ];
}

function share(of: readonly Answer[], has: (answer: Answer) => boolean): string {
  return percent(of.filter(has).length / of.length);
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
