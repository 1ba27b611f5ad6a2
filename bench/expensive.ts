import { COUNTRIES } from '../src/model/index.ts';
import type { Random } from '../fiction/index.ts';
import { clientAddress, openConnections, requestOf } from './load.ts';
import type { Source } from './mixes.ts';
import { HOT_PREFIXES } from './prefixes.ts';
import { shownQuestion, type Question } from './questions.ts';

/** How many are looked for. */
const WANTED = 100;
/** What one look leaves to the next, and how often that one asks each question: one slow answer may be anybody's fault. */
const LOOKS: readonly { readonly keep: number; readonly asks: number }[] = [
  { keep: 4000, asks: 1 },
  { keep: 800, asks: 5 },
  { keep: WANTED, asks: 15 },
];

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
const TYPED_QUESTIONS = 20_000;
/** The largest page that may be asked for. */
const LIMIT_MAX = 25;
const QUERY_CHARS_MAX = 64;

/**
 * The questions that take the service longest, of some hundred thousand that could: every beginning of three characters, digits and names
 * of all lengths, in all countries and in one, as first pages and from anywhere on, the service's own limit and the largest. Each is
 * asked alone; the slowest are asked again, and count by the shortest of their times.
 */
export async function expensiveQuestions(source: Source, random: Random): Promise<Question[]> {
  let left = candidates(source, random);
  for (const { keep, asks } of LOOKS) {
    const times = await timesOf(left, asks, source);
    const order = Array.from(left, (_, i) => i).toSorted((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
    left = order.slice(0, keep).flatMap((i) => left[i] ?? []);
  }
  return left;
}

function candidates({ companies, names, numbers }: Source, random: Random): Question[] {
  const tokens = LETTERS.flatMap((a) => [' ', ...LETTERS].flatMap((b) => LETTERS.map((c) => a + b + c)));
  const hot = [...HOT_PREFIXES, ...tokens.filter((token) => /^\d+$/.test(token))];
  const typed = Array.from({ length: TYPED_QUESTIONS }, () => {
    const { text } = random.pick(random.chance(0.5) ? names : numbers);
    return Array.from(text).slice(0, 3 + random.int(QUERY_CHARS_MAX - 2)).join('').trim(); // prettier-ignore
  }).filter((q) => Array.from(q).length >= 3);
  const drawn: Question[] = [];
  for (const q of [...tokens, ...typed, ...hot, ...hot, ...hot]) {
    drawn.push({ ask: 'search', q, limit: LIMIT_MAX }, elsewhere(q, companies, random));
    if (random.chance(0.2)) drawn.push({ ask: 'search', q });
  }
  return [...new Map(drawn.map((question) => [shownQuestion(question), question])).values()];
}

/** The same query in a country or from a place on, or both. */
function elsewhere(q: string, companies: number, random: Random): Question {
  if (random.chance(0.5)) return { ask: 'search', q, limit: LIMIT_MAX, start: random.int(companies) };
  const country = random.pick([...COUNTRIES.keys()]);
  // Most countries have few of all companies, and a place behind them finds nothing.
  const start = random.chance(0.5) ? Math.floor(companies * random.fraction() ** 4) : undefined;
  return { ask: 'search', q, limit: LIMIT_MAX, country, start };
}

/** The shortest of some times of each question, in microseconds, asked one after the other over one connection. */
async function timesOf(questions: readonly Question[], asks: number, { port, targets }: Source): Promise<Float64Array> {
  const times = new Float64Array(questions.length).fill(Infinity);
  const [connection] = await openConnections(port, 1);
  if (connection === undefined) throw new Error('There is no connection');
  const requests = questions.map((question) => targets.requestOf(question).target);
  for (let ask = 0, n = 0; ask < asks; ask++) {
    for (const [place, target] of requests.entries()) {
      const request = requestOf(target, clientAddress(n++));
      const started = performance.now();
      await new Promise<void>((resolve, reject) => {
        connection.onFault = reject;
        connection.ask(request, ({ status }) => {
          if (status === 200) resolve();
          else reject(new Error(`"${target}" was answered ${status}`));
        });
      });
      times[place] = Math.min(times[place] ?? Infinity, (performance.now() - started) * 1000);
    }
  }
  connection.close();
  return times;
}
