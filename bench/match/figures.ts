import { CONSTANT, FEATURES } from '../../extras/matching/names/index.ts';

/** For each tenth of the probability: the number of first results, their mean probability, and the share that is right. */
export type Calibration = readonly { readonly count: number; readonly predicted: number; readonly right: number }[];

/** Results of all questions of a run. */
export interface MatchFigures {
  /** Questions whose company is in the data. */
  readonly questions: number;
  /** Shares of these questions. */
  readonly recallAt1: number;
  readonly recallAt10: number;
  /** CPU time of one question. */
  readonly cpuMicros: number;
  /** All questions, those with a certain result, and those whose certain result is right. */
  readonly certain: { readonly asked: number; readonly count: number; readonly right: number };
  /** Questions whose company is not in the data, and those with a result that is certain, or 50 percent likely or more. */
  readonly absent: { readonly questions: number; readonly certain: number; readonly likely: number };
  readonly calibration: { readonly all: Calibration; readonly present: Calibration };
}

/** The data of a run over invented companies. */
export interface InventedData {
  readonly bytes: { readonly matched: number; readonly plain: number | undefined };
  /** How often each kind of noise occurs, in percent. */
  readonly noise: Readonly<Record<string, number>>;
}

/** Returns the report of a run. */
export function reportOf(title: string, figures: MatchFigures, invented?: InventedData): string {
  const { questions, recallAt1, recallAt10, cpuMicros, certain, absent, calibration } = figures;
  const lines = [
    title,
    `weights: constant ${CONSTANT}, ${Object.entries(FEATURES)
      .map(([name, { weight }]) => `${name} ${weight},`)
      .join(' ')}`,
    ...(invented === undefined ? [] : linesAbout(invented)),
    '',
    `openfirma: ${questions} questions whose company is there, recall@1 ${percent(recallAt1)}, recall@10 ${percent(recallAt10)}, ${cpuMicros.toFixed(0)} µs of CPU a question`,
    `openfirma: certain in ${percent(certain.count / certain.asked)} of all ${certain.asked} questions, right in ${percent(certain.right / certain.count)} of these`,
  ];
  if (absent.questions > 0) {
    lines.push(
      `openfirma: of ${absent.questions} questions whose company is not there ${percent(absent.certain / absent.questions)} have an answer that is certain, ${percent(absent.likely / absent.questions)} one from 50 % on`,
      ...calibrationLines('All questions', calibration.all),
    );
  }
  lines.push(...calibrationLines('Questions whose company is there', calibration.present));
  return `${lines.join('\n')}\n`;
}

function linesAbout({ bytes, noise }: InventedData): string[] {
  const more = bytes.plain === undefined ? '' : `, ${percent(bytes.matched / bytes.plain - 1)} more than without`;
  return [
    `snapshot with match index: ${bytes.matched} bytes${more}`,
    `noise, in percent: ${Object.entries(noise)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  ];
}

function calibrationLines(title: string, calibration: Calibration): string[] {
  return [
    '',
    `${title}: probability of the first company, and how often it was right:`,
    ...calibration
      .filter(({ count }) => count > 0)
      .map(
        ({ count, predicted, right }) => `  said ${percent(predicted)}, right ${percent(right)}, ${count} questions`,
      ),
  ];
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
