import { RESP_TYPES, createClient } from '@redis/client';
import type { DataFacts } from '../../../src/model/index.ts';
import type {
  Backend,
  CompanyResult,
  DataVersion,
  OfficersRequest,
  OfficersResult,
  SearchRequest,
  SearchResult,
} from '../../../src/backend/index.ts';
import { officersOf, pageOf, rangesOf, resourceOf, startOf, uncachedVersion, type Range } from './pages.ts';

/**
 * How companies lie in Redis. Every member of a sorted set has the score 0, so they lie in the order of their bytes: the folded text, a
 * zero byte, the place in as many digits as any has, and the id. JSON lies under the id.
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

const PLACE_DIGITS = 9;

/** A member of a sorted set. */
export function memberOf(folded: string, place: number, id: string): string {
  return `${folded}\0${String(place).padStart(PLACE_DIGITS, '0')}${id}`;
}

interface Match {
  readonly place: number;
  readonly id: string;
}

function matchOf(member: string): Match {
  const at = member.indexOf('\0') + 1;
  return { place: Number(member.slice(at, at + PLACE_DIGITS)), id: member.slice(at + PLACE_DIGITS) };
}

type Client = ReturnType<typeof clientOf>;

function clientOf(socketPath: string) {
  return createClient({ socket: { path: socketPath, tls: false } });
}

/** Connects to a server over its socket. */
export async function connectRedis(socketPath: string): Promise<Client> {
  const client = clientOf(socketPath);
  // What goes wrong rejects the command that is under way.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Answers from a Redis server; commands that do not wait for one another are sent together. */
export class RedisBackend implements Backend {
  readonly #version: DataVersion;
  readonly #client: Client;
  /** The same connection, answering with bytes as they are. */
  readonly #bytes;

  private constructor(client: Client, generation: string) {
    this.#client = client;
    this.#bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    this.#version = uncachedVersion(generation);
  }

  static async open(socketPath: string, generation: string): Promise<RedisBackend> {
    return new RedisBackend(await connectRedis(socketPath), generation);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const { country, limit } = request;
    const { name, number } = rangesOf(request.query);
    const start = startOf(request);
    const [named, numbered] = await Promise.all([
      this.#named(REDIS_KEYS.names(country), name, start, limit + 1),
      this.#numbered(REDIS_KEYS.numbers(country), number, start),
    ]);
    const byPlace = new Map([...named, ...numbered].map((match) => [match.place, match.id]));
    const page = (numbered.length === 0 ? [...byPlace] : [...byPlace].toSorted(([a], [b]) => a - b)).slice(
      0,
      limit + 1,
    );
    const rows = await this.#companies(page.map(([, id]) => id));
    return pageOf(page.map(([place], i) => [place, rows[i] ?? EMPTY] as const), limit, this.#version); // prettier-ignore
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    const [json, identifiers] = await this.#bytes.mGet([REDIS_KEYS.company(id), REDIS_KEYS.identifiers(id)]);
    return json instanceof Buffer && identifiers instanceof Buffer
      ? resourceOf(json, identifiers, this.#version)
      : undefined;
  }

  async officers({ id, limit }: OfficersRequest): Promise<OfficersResult | undefined> {
    const [isKnown, officers] = await Promise.all([
      this.#client.exists(REDIS_KEYS.company(id)),
      this.#bytes.lRange(REDIS_KEYS.officers(id), 0, limit),
    ]);
    return isKnown === 0 ? undefined : officersOf(id, officers, limit, this.#version);
  }

  facts(): DataFacts {
    return { generation: this.#version.generation, countries: {} };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #named(key: string, { from, end }: Range, start: number, rows: number): Promise<Match[]> {
    if (from === '') return [];
    const [first] = start === 0 ? [''] : await this.#client.zRange(REDIS_KEYS.names(), start, start);
    if (first === undefined) return [];
    // What lies at a place among all companies is a member of its country too, or stands where it would be.
    const begin = first > from ? first : from;
    const members = await this.#client.zRangeByLex(key, `[${begin}`, `(${end}`, { LIMIT: { offset: 0, count: rows } });
    return members.map(matchOf);
  }

  /** All of them: they lie in the order of numbers, and the first by name may be any. */
  async #numbered(key: string, { from, end }: Range, start: number): Promise<Match[]> {
    if (from === '') return [];
    const members = await this.#client.zRangeByLex(key, `[${from}`, `(${end}`);
    return members.map(matchOf).filter(({ place }) => place >= start);
  }

  async #companies(ids: readonly string[]): Promise<readonly Buffer[]> {
    if (ids.length === 0) return [];
    const found = await this.#bytes.mGet(ids.map((id) => REDIS_KEYS.company(id)));
    return found.map((json) => (json instanceof Buffer ? json : EMPTY));
  }
}

const EMPTY = Buffer.alloc(0);
