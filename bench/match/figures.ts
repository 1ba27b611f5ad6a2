/** What one contestant reached. */
export interface MatchFigures {
  readonly name: string;
  readonly questions: number;
  readonly recallAt1: number;
  readonly recallAt10: number;
  /** CPU of one question. */
  readonly cpuMicros: number;
  /** Answers that may be taken unseen, and how many of them are right. */
  readonly certain?: { readonly count: number; readonly right: number };
  readonly calibration?: readonly { readonly count: number; readonly said: number; readonly right: number }[];
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
    ...(about === undefined ? [] : linesAbout(about)),
    '',
    ...figures.map(
      ({ name, questions, recallAt1, recallAt10, cpuMicros }) =>
        `${name}: ${questions} questions, recall@1 ${percent(recallAt1)}, recall@10 ${percent(recallAt10)}, ${cpuMicros.toFixed(0)} µs of CPU a question`,
    ),
    ...figures.flatMap(
      ({ name, questions, certain }) =>
      certain === undefined
        ? []
        : [`${name}: certain in ${percent(certain.count / questions)} of the questions, right in ${percent(certain.right / certain.count)} of these`], // prettier-ignore
    ),
    ...missing,
    '',
    'Probability of the first company, and how often it was right:',
    ...figures.flatMap(({ calibration = [] }) =>
      calibration
        .filter(({ count }) => count > 0)
        .map(({ count, said, right }) => `  said ${percent(said)}, right ${percent(right)}, ${count} questions`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function linesAbout({ bytes, noise }: NonNullable<Reported['about']>): string[] {
  const more = bytes.plain === undefined ? '' : `, ${percent(bytes.matched / bytes.plain - 1)} more than without`;
  return [
    `snapshot with match index: ${bytes.matched} bytes${more}`,
    `noise, in percent: ${Object.entries(noise).map(([name, value]) => `${name} ${value}`).join(', ')}`, // prettier-ignore
  ];
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
