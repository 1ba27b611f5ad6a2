import { COUNTRIES } from '../src/model/index.ts';
import type { Random } from '../tools/sample/index.ts';
import { Connection, clientAddress, formatRequest } from '../test/fixtures/load.ts';
import { shownQuestion, type Question } from './questions.ts';
import { HOT_PREFIXES, type Source } from './source.ts';

/** Number of expensive questions. */
export const EXPENSIVE = 100;
/** Each look times every question `asks` times and keeps the `keep` slowest questions for the next look. */
const LOOKS: readonly { readonly keep: number; readonly asks: number }[] = [
  { keep: 4000, asks: 1 },
  { keep: 800, asks: 5 },
  { keep: EXPENSIVE, asks: 15 },
];

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
const TYPED_QUESTIONS = 20_000;
/** The maximum page size. */
const LIMIT_MAX = 25;
const QUERY_CHARS_MAX = 64;
/** Maximum length of a query, in characters: leaves room for thousands of spellings. */
const TYPED_CHARS_MAX = 36;
/** Maximum number of characters of a query that are followed by full stops. */
const STOPPED_CHARS = 4;

/**
 * Finds the hundred slowest questions among some hundred thousand candidates: all prefixes of three characters, digits, and names cut at
 * many lengths; in all countries and in one; first and later pages; default and maximum limit. Each question is timed several times; the
 * shortest time counts. Returns `count` questions: the slowest in turns, each time in another spelling, so that no response comes from a
 * cache.
 */
export async function expensiveQuestions(source: Source, random: Random): Promise<Question[]> {
  let left = candidates(source, random);
  for (const { keep, asks } of LOOKS) {
    const times = await measureTimes(left, asks, source);
    const order = Array.from(left, (_, i) => i).toSorted((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
    left = order.slice(0, keep).flatMap((i) => left[i] ?? []);
  }
  return Array.from({ length: Math.ceil(source.count / left.length) }, (_, n) =>
    left.map((question) => spelled(question, n)),
  ).flat();
}

/** Adds full stops, which folding drops, to the query of a question: another text for each number. */
export function spelled<T extends Question>(question: T, n: number): T {
  if (question.ask !== 'search') return question;
  const characters = Array.from(question.q);
  const places = Math.min(STOPPED_CHARS, characters.length);
  const base = Math.floor((QUERY_CHARS_MAX - characters.length) / places) + 1;
  if (n >= base ** places) throw new RangeError(`"${question.q}" cannot be spelled in ${n + 1} ways`);
  const q = characters
    .map((one, i) => (i < places ? one + '.'.repeat(Math.floor(n / base ** i) % base) : one))
    .join('');
  return { ...question, q };
}

function candidates({ companies, count, names, numbers }: Source, random: Random): Question[] {
  const tokens = LETTERS.flatMap((a) => [' ', ...LETTERS].flatMap((b) => LETTERS.map((c) => a + b + c)));
  const hot = [...HOT_PREFIXES, ...tokens.filter((token) => /^\d+$/.test(token))];
  const typed = Array.from({ length: TYPED_QUESTIONS }, () => {
    const { text } = random.pick(random.chance(0.5) ? names : numbers);
    return Array.from(text)
      .slice(0, 3 + random.int(TYPED_CHARS_MAX - 2))
      .join('')
      .trim();
  }).filter((q) => Array.from(q).length >= 3);
  const drawn: Question[] = [];
  for (const q of [...tokens, ...typed, ...hot, ...hot, ...hot]) {
    drawn.push({ ask: 'search', q, limit: LIMIT_MAX }, elsewhere(q, companies, random));
    if (random.chance(0.2)) drawn.push({ ask: 'search', q });
  }
  const distinct = [...new Map(drawn.map((question) => [shownQuestion(question), question])).values()];
  // A run with few questions has few candidates.
  return distinct.filter(() => random.chance(count / distinct.length));
}

/** Returns the same query in one country, or from a rank on. */
function elsewhere(q: string, companies: number, random: Random): Question {
  if (random.chance(0.5)) return { ask: 'search', q, limit: LIMIT_MAX, start: random.int(companies) };
  return { ask: 'search', q, limit: LIMIT_MAX, country: random.pick([...COUNTRIES.keys()]) };
}

/** Measures each question several times over one connection. Returns the shortest times in microseconds. */
async function measureTimes(
  questions: readonly Question[],
  asks: number,
  { port, targets }: Source,
): Promise<Float64Array> {
  const times = new Float64Array(questions.length).fill(Infinity);
  const connection = await Connection.open(port);
  for (let ask = 0, n = 0; ask < asks; ask++) {
    for (const [i, question] of questions.entries()) {
      const { target } = targets.toRequest(spelled(question, ask));
      const request = formatRequest(target, clientAddress(n++));
      const started = performance.now();
      const { status } = await connection.answerTo(request);
      if (status !== 200) throw new Error(`"${target}" was answered ${status}`);
      times[i] = Math.min(times[i] ?? Infinity, (performance.now() - started) * 1000);
    }
  }
  connection.close();
  return times;
}
