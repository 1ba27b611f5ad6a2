import pg from 'pg';
import type {
  Backend,
  CompanyResult,
  OfficersRequest,
  OfficersResult,
  SearchRequest,
  SearchResult,
} from '../../../src/backend/index.ts';
import type { DataFacts } from '../../../src/model/index.ts';
import { Answers, type RankedJson } from './answers.ts';
import {
  SEARCH_VALUES,
  companiesAt,
  namedText,
  numberedText,
  searchValues,
  shapeOf,
  type SearchShape,
  type SearchValue,
} from './sql.ts';

/** Each connection is a process of the server: more than a core needs. */
const CONNECTIONS = 8;

/** A backend over a PostgreSQL server with prepared statements. */
export class PostgresqlBackend implements Backend {
  readonly #answers: Answers;
  readonly #pool: pg.Pool;
  readonly #texts = new Map<string, string>();
  #closing: Promise<void> | undefined;

  private constructor(pool: pg.Pool, generation: string) {
    this.#pool = pool;
    this.#answers = new Answers(generation);
  }

  /** Connects over the socket in a folder. */
  static async open(socketFolder: string, generation: string): Promise<PostgresqlBackend> {
    const pool = new pg.Pool({
      host: socketFolder,
      user: 'postgres',
      database: 'postgres',
      max: CONNECTIONS,
      idleTimeoutMillis: 0,
    });
    // Errors also reject the running query; the pool replaces broken connections.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', () => undefined);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('SELECT 1')));
    return new PostgresqlBackend(pool, generation);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const shape = shapeOf(request);
    const name = `search${shape.inCountry ? ' in a country' : ''}${shape.continues ? ' continued' : ''}`;
    const values = searchValues(request, this.#answers.startOf(request));
    const rows = await this.#rows(
      name,
      usedBy(shape).map((one) => values[one]),
      () => searchText(shape),
    );
    return this.#answers.page(rows as unknown as RankedJson<string>[], request.limit);
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    const [row] = await this.#rows('company', [id], () => 'SELECT json, identifiers FROM companies WHERE id = $1');
    return row && this.#answers.company(String(row[0]), String(row[1]));
  }

  async officers({ id, limit, today }: OfficersRequest): Promise<OfficersResult | undefined> {
    const rows = await this.#rows('officers', [id, today, limit + 1], () => OFFICERS);
    if (rows.length === 0) return undefined;
    return this.#answers.officers(
      id,
      rows.flatMap(([json]) => (json ?? []) as string),
      limit,
    );
  }

  facts(): DataFacts {
    return this.#answers.facts;
  }

  async close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    await this.#closing;
  }

  async #rows(name: string, values: unknown[], textOf: () => string): Promise<readonly unknown[][]> {
    const text = this.#texts.get(name) ?? textOf();
    this.#texts.set(name, text);
    return (await this.#pool.query<unknown[]>({ name, text, values, rowMode: 'array' })).rows;
  }
}

const OFFICERS = `
  SELECT officers.json FROM companies LEFT JOIN officers ON officers.rank = companies.rank
    AND (resigned_on IS NULL OR resigned_on > $2::date)
  WHERE id = $1 ORDER BY nth LIMIT $3::int`;

const TYPES: Readonly<Record<SearchValue, 'text' | 'int'>> = {
  from: 'text',
  end: 'text',
  numberFrom: 'text',
  numberEnd: 'text',
  start: 'int',
  rows: 'int',
  country: 'text',
};

/** The parameters of a statement, in order: PostgreSQL rejects unused ones. */
function usedBy({ inCountry, continues }: SearchShape): SearchValue[] {
  return SEARCH_VALUES.filter((name) => (name !== 'country' || inCountry) && (name !== 'start' || continues));
}

/** One statement for a page of matches by name and by number: saves a round trip. */
function searchText(shape: SearchShape): string {
  const used = usedBy(shape);
  const value = (name: SearchValue): string => `$${used.indexOf(name) + 1}::${TYPES[name]}`;
  const both = `(${namedText('rank', value, shape)}) UNION (${numberedText(value, shape)}) ORDER BY rank LIMIT ${value('rows')}`;
  return companiesAt(both);
}
