import { WEIGHTS } from '../../extras/matching/names/index.ts';

/** By tenths of the probability: how many first companies there are, their mean probability, and how many are right. */
export type Calibration = readonly { readonly count: number; readonly said: number; readonly right: number }[];

/** What one contestant reached. */
export interface MatchFigures {
  readonly name: string;
  /** Those whose company is there, which recall is of. */
  readonly questions: number;
  readonly recallAt1: number;
  readonly recallAt10: number;
  /** CPU of one question. */
  readonly cpuMicros: number;
  /** Of all questions that were asked, the answers that may be taken unseen, and how many of them are right. */
  readonly certain?: { readonly asked: number; readonly count: number; readonly right: number };
  /** Of the questions whose company is not there, those with an answer that is taken for certain, and from 50 percent on. */
  readonly absent?: { readonly questions: number; readonly certain: number; readonly likely: number };
  readonly calibration?: { readonly all: Calibration; readonly present: Calibration };
}

interface Reported {
  readonly title: string;
  readonly figures: readonly MatchFigures[];
  readonly missing: readonly string[];
  /** Of invented companies. */
  readonly about?: {
    readonly bytes: { readonly matched: number; readonly plain: number | undefined };
    readonly noise: Readonly<Record<string, number>>;
  };
}

/** The result as text. */
export function reportOf({ title, figures, missing, about }: Reported): string {
  const lines = [
    title,
    lineOfWeights(),
    ...(about === undefined ? [] : linesAbout(about)),
    '',
    ...figures.map(
      ({ name, questions, recallAt1, recallAt10, cpuMicros }) =>
        `${name}: ${questions} questions whose company is there, recall@1 ${percent(recallAt1)}, recall@10 ${percent(recallAt10)}, ${cpuMicros.toFixed(0)} µs of CPU a question`,
    ),
    ...figures.flatMap(linesOfCertain),
    ...missing,
    ...figures.flatMap(({ calibration, absent }) =>
      calibration === undefined
        ? []
        : [
            ...(absent?.questions === 0 ? [] : linesOfCalibration('All questions', calibration.all)),
            ...linesOfCalibration('Questions whose company is there', calibration.present),
          ],
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function lineOfWeights(): string {
  return `weights: ${Object.entries(WEIGHTS)
    .map(([name, weight]) => `${name} ${weight},`)
    .join(' ')}`;
}

function linesAbout({ bytes, noise }: NonNullable<Reported['about']>): string[] {
  const more = bytes.plain === undefined ? '' : `, ${percent(bytes.matched / bytes.plain - 1)} more than without`;
  return [
    `snapshot with match index: ${bytes.matched} bytes${more}`,
    `noise, in percent: ${Object.entries(noise)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  ];
}

function linesOfCertain({ name, certain, absent }: MatchFigures): string[] {
  const lines: string[] = [];
  if (certain !== undefined)
    lines.push(
      `${name}: certain in ${percent(certain.count / certain.asked)} of all ${certain.asked} questions, right in ${percent(certain.right / certain.count)} of these`,
    );
  if (absent !== undefined && absent.questions > 0)
    lines.push(
      `${name}: of ${absent.questions} questions whose company is not there ${percent(absent.certain / absent.questions)} have an answer that is certain, ${percent(absent.likely / absent.questions)} one from 50 % on`,
    );
  return lines;
}

function linesOfCalibration(title: string, calibration: Calibration): string[] {
  return [
    '',
    `${title}: probability of the first company, and how often it was right:`,
    ...calibration
      .filter(({ count }) => count > 0)
      .map(({ count, said, right }) => `  said ${percent(said)}, right ${percent(right)}, ${count} questions`),
  ];
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
