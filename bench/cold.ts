import type { Random } from '../tools/sample/index.ts';
import { foldName } from '../src/model/index.ts';
import { FIRST, LIMIT_DEFAULT, type Question } from './questions.ts';
import type { Source } from './source.ts';

type Search = Extract<Question, { ask: 'search' }>;

const NAME_CHARS = { min: 3, max: 12 };
const NUMBER_CHARS = { min: 5, max: 12 };
const LIMITS = { min: 5, max: 15 };
/** Maximum number of draws per question; more draws mean that there are too few companies. */
const DRAWS_PER_QUESTION = 50;

/**
 * Draws `count` searches that all differ in folded prefix, country or limit. Three quarters search for the start of a company's name, the
 * rest for the start of a company's number. Half are limited to the country of that company. Limits are around the default.
 */
export function coldQuestions(
  { names, numbers }: Pick<Source, 'names' | 'numbers'>,
  count: number,
  random: Random,
): Search[] {
  // Every service answers the first question when it starts.
  const known = new Set([toResponseKey(FIRST)]);
  const questions: Search[] = [];
  for (let draws = 0; questions.length < count; draws++) {
    if (draws > count * DRAWS_PER_QUESTION) {
      throw new Error(
        `Cannot draw ${count} different questions from ${names.length} names: ask for fewer or use more companies`,
      );
    }
    const isName = random.chance(0.75);
    const { text, country } = random.pick(isName ? names : numbers);
    const q = drawPrefix(text, isName ? NAME_CHARS : NUMBER_CHARS, random);
    const limit = LIMITS.min + random.int(LIMITS.max - LIMITS.min + 1);
    const question: Search = {
      ask: 'search',
      q,
      country: random.chance(0.5) ? country : undefined,
      limit: limit === LIMIT_DEFAULT ? undefined : limit,
    };
    const key = toResponseKey(question);
    if (Array.from(q).length < NAME_CHARS.min || known.has(key)) continue;
    known.add(key);
    questions.push(question);
  }
  return questions;
}

function drawPrefix(text: string, { min, max }: typeof NAME_CHARS, random: Random): string {
  const length = min + random.int(max - min + 1);
  return Array.from(text).slice(0, length).join('').trim().toLowerCase();
}

/** Returns the same key for questions that have the same response. */
function toResponseKey({ q, country = '', limit = LIMIT_DEFAULT }: Search): string {
  return `${limit} ${country} ${foldName(q)}`;
}
