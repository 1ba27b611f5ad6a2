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
import { Answers, companiesAt, namedText, numberedText, toShape, type RankedJson } from './sql.ts';

/** Number of connections. Each is a process of the server: one core needs no more. */
const CONNECTIONS = 8;

/** A prepared statement, and the names of its parameters in their order. */
interface Statement {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
}

/** Connects over the socket in a folder; `generation` names the data. */
export async function open(socketFolder: string, generation: string): Promise<Backend> {
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

/** A backend over a PostgreSQL server with prepared statements. */
class PostgresqlBackend implements Backend {
  readonly #answers: Answers;
  readonly #pool: pg.Pool;
  readonly #searches = new Map<string, Statement>();
  #closing: Promise<void> | undefined;

  constructor(pool: pg.Pool, generation: string) {
    this.#pool = pool;
    this.#answers = new Answers(generation);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const { name, text, parameters } = this.#statementFor(request);
    const values = this.#answers.toParameters(request);
    const rows = await this.#rows(
      name,
      text,
      parameters.map((one) => values[one]),
    );
    return this.#answers.page(rows as unknown as RankedJson[], request.limit);
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    const [row] = await this.#rows('company', 'SELECT json, identifiers FROM companies WHERE id = $1', [id]);
    return row && this.#answers.company(String(row[0]), String(row[1]));
  }

  async officers({ id, limit }: OfficersRequest): Promise<OfficersResult | undefined> {
    const rows = await this.#rows('officers', OFFICERS, [id, limit + 1]);
    return this.#answers.officers(id, rows as unknown as [string | null][], limit);
  }

  facts(): DataFacts {
    return this.#answers.facts;
  }

  async close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    await this.#closing;
  }

  /** Returns one statement for a page of matches by name and by number: saves a round trip. */
  #statementFor(request: SearchRequest): Statement {
    const shape = toShape(request);
    const name = `search${shape.inCountry ? ' in a country' : ''}${shape.continues ? ' continued' : ''}`;
    const known = this.#searches.get(name);
    if (known !== undefined) return known;
    const both = `(${namedText('rank', shape)}) UNION (${numberedText(shape)}) ORDER BY rank LIMIT :rows`;
    const parameters: string[] = [];
    const text = companiesAt(both).replaceAll(/:(\w+)/g, (_, one: string) => {
      if (!parameters.includes(one)) parameters.push(one);
      return `$${parameters.indexOf(one) + 1}::${one === 'start' || one === 'rows' ? 'int' : 'text'}`;
    });
    const statement = { name, text, parameters };
    this.#searches.set(name, statement);
    return statement;
  }

  async #rows(name: string, text: string, values: unknown[]): Promise<readonly unknown[][]> {
    return (await this.#pool.query<unknown[]>({ name, text, values, rowMode: 'array' })).rows;
  }
}

const OFFICERS = `
  SELECT officers.json FROM companies LEFT JOIN officers ON officers.rank = companies.rank
  WHERE id = $1 ORDER BY nth LIMIT $2::int`;
