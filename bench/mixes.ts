import { Random, zipf } from '../tools/sample/index.ts';
import { coldQuestions } from './cold.ts';
import { expensiveQuestions } from './expensive.ts';
import type { LoadRequest } from '../test/fixtures/load.ts';
import { SEED } from './measuring.ts';
import type { Question } from './questions.ts';
import { typed, type Source } from './source.ts';

/** A kind of questions. */
export interface Mix {
  readonly title: string;
  /** Whether no question is sent twice to the same process. */
  readonly isOnce?: boolean;
  readonly questions: (source: Source, random: Random) => Question[] | Promise<Question[]>;
}

/** All mixes by their names in `--only`. */
export const MIXES = {
  cold: {
    ...mix('search, every question once', (source, random) => coldQuestions(source, source.coldCount, random)),
    isOnce: true,
  },
  search: mix('search, typed prefixes of 3 to 12 characters', ({ names, count }, random) =>
    names.slice(0, count).map(({ text }) => search(typed(text, random))),
  ),
  zipf: mix('search, the same with Zipf skew', ({ names, count }, random) => {
    const popularity = zipf(names.length, 0);
    return Array.from({ length: count }, () => search(typed(names[popularity.draw(random)]?.text ?? '', random)));
  }),
  country: mix('search, one country', ({ names, count }, random) =>
    names.slice(0, count).map(({ text, country }) => search(typed(text, random), country)),
  ),
  expensive: { ...mix('search, the hundred most expensive questions', expensiveQuestions), isOnce: true },
  get: mix('get, ids from all over', ({ ids }) => ids.map((id) => ({ ask: 'company', id }))),
  officers: mix('officers, ids from all over', ({ ids }) => ids.map((id) => ({ ask: 'officers', id }))),
} as const satisfies Readonly<Record<string, Mix>>;

export type MixName = keyof typeof MIXES;

function mix(title: string, questions: Mix['questions']): Mix {
  return { title, questions };
}

function search(q: string, country?: string): Question {
  return { ask: 'search', q, country };
}

/** Draws the questions of a mix and their requests. */
export async function drawRequests(
  { questions }: Mix,
  source: Source,
): Promise<{ readonly questions: readonly Question[]; readonly requests: readonly LoadRequest[] }> {
  const drawn = await questions(source, new Random(SEED ^ 0x3a11));
  if (drawn.length === 0) throw new Error('The mix has no questions: use more companies');
  return { questions: drawn, requests: drawn.map((question) => source.targets.toRequest(question)) };
}
