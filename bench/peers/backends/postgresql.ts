import pg from 'pg';
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
import { officersOf, pageOf, resourceOf, searchValues, uncachedVersion, type PlacedJson } from './pages.ts';
import { SEARCH_VALUES, companiesAt, namedText, numberedText, type SearchShape } from './sql.ts';

/** Connections, each with a process of the server: more than one core can keep busy. */
const CONNECTIONS = 8;

/** Answers from a PostgreSQL server, by statements that it has prepared. */
export class PostgresqlBackend implements Backend {
  readonly #version: DataVersion;
  readonly #pool: pg.Pool;
  readonly #texts = new Map<string, string>();

  private constructor(pool: pg.Pool, generation: string) {
    this.#pool = pool;
    this.#version = uncachedVersion(generation);
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
    await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('SELECT 1')));
    return new PostgresqlBackend(pool, generation);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const shape = { inCountry: request.country !== undefined, goesOn: request.after !== undefined };
    const name = `search${shape.inCountry ? ' in a country' : ''}${shape.goesOn ? ' going on' : ''}`;
    const used = usedBy(shape);
    const values = searchValues(request);
    const rows = await this.#rows(name, used.map((one) => values[one]), () => searchText(shape)); // prettier-ignore
    return pageOf(rows as unknown as PlacedJson<string>[], request.limit, this.#version);
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    const [row] = await this.#rows('company', [id], () => 'SELECT json, identifiers FROM companies WHERE id = $1');
    return row && resourceOf(String(row[0]), String(row[1]), this.#version);
  }

  async officers({ id, limit, today }: OfficersRequest): Promise<OfficersResult | undefined> {
    const rows = await this.#rows('officers', [id, today, limit + 1], () => OFFICERS);
    if (rows.length === 0) return undefined;
    return officersOf(id, rows.flatMap(([json]) => (json ?? []) as string), limit, this.#version); // prettier-ignore
  }

  facts(): DataFacts {
    return { generation: this.#version.generation, countries: {} };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #rows(name: string, values: unknown[], text: () => string): Promise<readonly unknown[][]> {
    const known = this.#texts.get(name) ?? text();
    this.#texts.set(name, known);
    return (await this.#pool.query<unknown[]>({ name, text: known, values, rowMode: 'array' })).rows;
  }
}

const OFFICERS = `
  SELECT officers.json FROM companies LEFT JOIN officers ON officers.place = companies.place
    AND (resigned_on IS NULL OR resigned_on > $2::date)
  WHERE id = $1 ORDER BY nth LIMIT $3::int`;

const TYPES = {
  from: 'text',
  end: 'text',
  numberFrom: 'text',
  numberEnd: 'text',
  start: 'int',
  rows: 'int',
  country: 'text',
};

/** The values that a statement has a place for, in order: PostgreSQL takes none that it does not use. */
function usedBy({ inCountry, goesOn }: SearchShape): (typeof SEARCH_VALUES)[number][] {
  return SEARCH_VALUES.filter((name) => (name !== 'country' || inCountry) && (name !== 'start' || goesOn));
}

/** Matches by name and by number, each no more than a page, and the page of both: one statement, for each is a way there and back. */
function searchText(shape: SearchShape): string {
  const used = usedBy(shape);
  const value = (name: (typeof SEARCH_VALUES)[number]): string => `$${used.indexOf(name) + 1}::${TYPES[name]}`;
  const both = `(${namedText('place', value, shape)}) UNION (${numberedText(value, shape)}) ORDER BY place LIMIT ${value('rows')}`;
  return companiesAt(both);
}
