import { RESP_TYPES, createClient } from '@redis/client';
import type {
  Backend,
  CompanyResult,
  OfficersRequest,
  OfficersResult,
  SearchRequest,
  SearchResult,
} from '../../../src/backend/index.ts';
import type { DataFacts } from '../../../src/model/index.ts';
import { Answers } from './answers.ts';
import { rangesOf, type Range } from './ranges.ts';

/**
 * The keys of companies in Redis. All members of a sorted set have the score 0, so that they are sorted by their bytes: the folded text,
 * a zero byte, the rank in a fixed number of digits, and the id. JSON has the id in its key.
 */
export const REDIS_KEYS = {
  /** Folded names, of all countries or of one. */
  names: (country = '') => `names:${country}`,
  /** Folded numbers, of all countries or of one. */
  numbers: (country = '') => `numbers:${country}`,
  company: (id: string) => `c:${id}`,
  identifiers: (id: string) => `i:${id}`,
  officers: (id: string) => `o:${id}`,
};

const RANK_DIGITS = 9;

/** A member of a sorted set. */
export function memberOf(folded: string, rank: number, id: string): string {
  return `${folded}\0${String(rank).padStart(RANK_DIGITS, '0')}${id}`;
}

interface Match {
  readonly rank: number;
  readonly id: string;
}

function matchOf(member: string): Match {
  const at = member.indexOf('\0') + 1;
  return { rank: Number(member.slice(at, at + RANK_DIGITS)), id: member.slice(at + RANK_DIGITS) };
}

type Client = ReturnType<typeof clientOf>;

function clientOf(socketPath: string) {
  return createClient({ socket: { path: socketPath, tls: false } });
}

/** Connects to a server over its socket. */
export async function connectRedis(socketPath: string): Promise<Client> {
  const client = clientOf(socketPath);
  // An error also rejects the command that is running.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Answers from a Redis server; independent commands are sent together. */
export class RedisBackend implements Backend {
  readonly #answers: Answers;
  readonly #client: Client;
  /** The same connection, answering with bytes as they are. */
  readonly #bytes;

  private constructor(client: Client, generation: string) {
    this.#client = client;
    this.#bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    this.#answers = new Answers(generation);
  }

  static async open(socketPath: string, generation: string): Promise<RedisBackend> {
    return new RedisBackend(await connectRedis(socketPath), generation);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const { country, limit } = request;
    const { name, number } = rangesOf(request.query);
    const start = this.#answers.startOf(request);
    const [named, numbered] = await Promise.all([
      this.#named(REDIS_KEYS.names(country), name, start, limit + 1),
      this.#numbered(REDIS_KEYS.numbers(country), number, start),
    ]);
    const byRank = new Map([...named, ...numbered].map((match) => [match.rank, match.id]));
    const page = (numbered.length === 0 ? [...byRank] : [...byRank].toSorted(([a], [b]) => a - b)).slice(0, limit + 1);
    const rows = await this.#companies(page.map(([, id]) => id));
    return this.#answers.page(
      page.map(([rank], i) => [rank, rows[i] ?? EMPTY] as const),
      limit,
    );
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    const [json, identifiers] = await this.#bytes.mGet([REDIS_KEYS.company(id), REDIS_KEYS.identifiers(id)]);
    return json instanceof Buffer && identifiers instanceof Buffer
      ? this.#answers.company(json, identifiers)
      : undefined;
  }

  async officers({ id, limit }: OfficersRequest): Promise<OfficersResult | undefined> {
    const [exists, officers] = await Promise.all([
      this.#client.exists(REDIS_KEYS.company(id)),
      this.#bytes.lRange(REDIS_KEYS.officers(id), 0, limit),
    ]);
    return exists === 0 ? undefined : this.#answers.officers(id, officers, limit);
  }

  facts(): DataFacts {
    return this.#answers.facts;
  }

  async close(): Promise<void> {
    if (this.#client.isOpen) await this.#client.close();
  }

  async #named(key: string, { from, end }: Range, start: number, rows: number): Promise<Match[]> {
    if (from === '') return [];
    const [first] = start === 0 ? [''] : await this.#client.zRange(REDIS_KEYS.names(), start, start);
    if (first === undefined) return [];
    // The member at a rank among all companies is in the set of its country, or shows where it would be.
    const begin = first > from ? first : from;
    const members = await this.#client.zRangeByLex(key, `[${begin}`, `(${end}`, { LIMIT: { offset: 0, count: rows } });
    return members.map(matchOf);
  }

  /** All matches: they are sorted by number, and any of them may be the first by name. */
  async #numbered(key: string, { from, end }: Range, start: number): Promise<Match[]> {
    if (from === '') return [];
    const members = await this.#client.zRangeByLex(key, `[${from}`, `(${end}`);
    return members.map(matchOf).filter(({ rank }) => rank >= start);
  }

  async #companies(ids: readonly string[]): Promise<readonly Buffer[]> {
    if (ids.length === 0) return [];
    const found = await this.#bytes.mGet(ids.map((id) => REDIS_KEYS.company(id)));
    return found.map((json) => (json instanceof Buffer ? json : EMPTY));
  }
}

const EMPTY = Buffer.alloc(0);
