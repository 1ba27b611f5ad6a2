import { Random, zipf } from '../tools/sample/index.ts';
import { coldQuestions } from './cold.ts';
import { expensiveQuestions } from './expensive.ts';
import { Connection, askAll, clientAddress, formatRequest, type LoadRequest } from '../test/fixtures/load.ts';
import { SEED } from './measuring.ts';
import type { Question } from './questions.ts';
import { HOT_PREFIXES, missed, typed, type Source } from './source.ts';

/** A kind of questions. */
export interface Mix {
  readonly title: string;
  /** Whether peers take part. They do not if the HTTP layer, which is ours, responds without the database. */
  readonly asksPeers: boolean;
  readonly statuses: readonly number[];
  /** Whether no question is sent twice to the same process. */
  readonly isOnce?: boolean;
  /** Whether the client has a copy of each response and sends its entity tag. */
  readonly hasCopies?: boolean;
  readonly questions: (source: Source, random: Random) => Question[] | Promise<Question[]>;
}

const OK = [200];

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
  hot: mix('search, the hottest prefixes', () => HOT_PREFIXES.map((q) => search(q))),
  miss: mix('search, misses', ({ names, count }, random) =>
    names.slice(0, count).map(({ text }) => search(missed(text, random))),
  ),
  digits: mix('search, business IDs by 3 to 5 digits', ({ numbers, count }, random) => {
    const starts = numbers.map(({ text }) => text.slice(0, 3 + random.int(3)));
    return starts
      .filter((start) => /^\d+$/.test(start))
      .slice(0, count)
      .map((q) => search(q));
  }),
  country: mix('search, one country', ({ names, count }, random) =>
    names.slice(0, count).map(({ text, country }) => search(typed(text, random), country)),
  ),
  walk: mix('search, cursors to a depth of 1,000 pages', async (source) =>
    (await Promise.all(HOT_PREFIXES.map((q, i) => walk(source, q, i)))).flat(),
  ),
  expensive: { ...mix('search, the hundred most expensive questions', expensiveQuestions), isOnce: true },
  get: mix('get, ids from all over', ({ ids }) => ids.map((id) => ({ ask: 'company', id }))),
  officers: mix('officers, ids from all over', ({ ids }) => ids.map((id) => ({ ask: 'officers', id }))),
  unchanged: {
    title: '304 Not Modified, half pages and half companies',
    asksPeers: false,
    statuses: [304],
    hasCopies: true,
    questions: ({ ids, names, count }, random) =>
      ids.slice(0, count / 4).flatMap((id, i) => [{ ask: 'company', id }, search(typed(names[i]?.text ?? id, random))]),
  },
  problems: {
    title: 'problems, half 400 and half 404',
    asksPeers: false,
    statuses: [400, 404],
    questions: ({ ids, count }) => ids.slice(0, count / 4).flatMap((id, i) => [wrong(i), unknown(id)]),
  },
} as const satisfies Readonly<Record<string, Mix>>;

export type MixName = keyof typeof MIXES;

function mix(title: string, questions: Mix['questions']): Mix {
  return { title, asksPeers: true, statuses: OK, questions };
}

function search(q: string, country?: string): Question {
  return { ask: 'search', q, country };
}

/** Maximum pages per walk. */
const PAGES_MAX = 1000;

/** Follows the service's cursors through all matches of a prefix. Returns the question of every page. */
async function walk({ port, targets }: Source, q: string, n: number): Promise<Question[]> {
  const connection = await Connection.open(port);
  const pages: Question[] = [];
  let start: number | undefined;
  do {
    const question: Question = { ask: 'search', q, start };
    pages.push(question);
    const client = clientAddress(n * PAGES_MAX + pages.length);
    const { body } = await connection.answerTo(formatRequest(targets.toRequest(question).target, client));
    const { next_cursor: cursor } = JSON.parse(body.toString()) as { next_cursor: string | null };
    start = cursor === null ? undefined : targets.rankAfter(cursor, q);
  } while (start !== undefined && pages.length < PAGES_MAX);
  connection.close();
  return pages;
}

/** Returns an invalid request, of four kinds in turns, with a different value each time. */
function wrong(n: number): Question {
  const targets = [`q=${(n % 36).toString(36)}`, `q=kone&limit=${26 + n}`, `q=kone&country=${n}`, `q=kone&cursor=${n}`];
  return { ask: 'target', target: `/v1/search?${targets[n % targets.length]}` };
}

/** Returns a well-formed id that does not exist: an existing id with another end. */
function unknown(id: string): Question {
  return { ask: 'company', id: id.slice(0, -4) + (id.endsWith('zzzz') ? '0000' : 'zzzz') };
}

/** Draws the questions of a mix and their requests, with entity tags if the mix has copies. */
export async function drawRequests(
  { hasCopies = false, questions }: Mix,
  source: Source,
): Promise<{ readonly questions: readonly Question[]; readonly requests: readonly LoadRequest[] }> {
  const drawn = await questions(source, new Random(SEED ^ 0x3a11));
  if (drawn.length === 0) throw new Error('The mix has no questions: use more companies');
  const requests = drawn.map((question) => source.targets.toRequest(question));
  if (!hasCopies) return { questions: drawn, requests };
  const tags: string[] = [];
  await askAll(source.port, requests, ({ head }, i) => (tags[i] = /\r\netag: (.*)/i.exec(head)?.[1] ?? ''));
  return { questions: drawn, requests: requests.map(({ target }, i) => ({ target, ifNoneMatch: tags[i] })) };
}
