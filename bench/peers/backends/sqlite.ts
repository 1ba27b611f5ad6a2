import { DatabaseSync, type StatementSync } from 'node:sqlite';
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

/** Number of bytes to map into memory: more than the size of the file, so that no system call reads pages. */
const MAPPED_BYTES = 64 * 2 ** 30;

interface SearchStatements {
  readonly named: StatementSync;
  readonly numbered: StatementSync;
}

/** Opens the backend over a database file; `generation` names its data. */
export function open(path: string, generation: string): SqliteBackend {
  return new SqliteBackend(path, generation);
}

/** A backend over a database file. */
export class SqliteBackend implements Backend {
  readonly #answers: Answers;
  readonly #database: DatabaseSync;
  readonly #company: StatementSync;
  readonly #officers: StatementSync;
  readonly #search = new Map<string, SearchStatements>();

  constructor(path: string, generation: string) {
    this.#answers = new Answers(generation);
    this.#database = new DatabaseSync(path, { readOnly: true });
    this.#database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
    this.#company = this.#prepare('SELECT json, identifiers FROM companies WHERE id = ?');
    this.#officers = this.#prepare(`
      SELECT officers.json FROM companies LEFT JOIN officers ON officers.rank = companies.rank
      WHERE id = ? ORDER BY nth LIMIT ?`);
  }

  /** Two statements that each return at most a page are faster than one, because few queries match a number. */
  search(request: SearchRequest): SearchResult {
    const { named, numbered } = this.#statementsFor(request);
    const values = this.#answers.toParameters(request);
    const byName = named.all(values) as unknown as RankedJson[];
    const byNumber = numbered.all(values) as unknown as RankedJson[];
    return this.#answers.page(byNumber.length === 0 ? byName : merged(byName, byNumber), request.limit);
  }

  company(id: string): CompanyResult | undefined {
    const row = this.#company.get(id) as unknown as [Uint8Array, Uint8Array] | undefined;
    return row && this.#answers.company(...row);
  }

  officers({ id, limit }: OfficersRequest): OfficersResult | undefined {
    return this.#answers.officers(id, this.#officers.all(id, limit + 1) as unknown as [Uint8Array | null][], limit);
  }

  facts(): DataFacts {
    return this.#answers.facts;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** The limit is part of the text: with a parameter SQLite would compile the statement for each search. */
  #statementsFor(request: SearchRequest): SearchStatements {
    const shape = toShape(request);
    const key = `${request.limit} ${shape.inCountry} ${shape.continues}`;
    const prepared = this.#search.get(key);
    if (prepared !== undefined) return prepared;
    const prepare = (text: string): StatementSync => this.#prepare(text.replaceAll(':rows', `${request.limit + 1}`));
    const statements = {
      named: prepare(namedText('rank, json', shape)),
      numbered: prepare(companiesAt(numberedText(shape))),
    };
    this.#search.set(key, statements);
    return statements;
  }

  #prepare(text: string): StatementSync {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    statement.setAllowUnknownNamedParameters(true);
    return statement;
  }
}

/** Merges both lists by rank; a company of both lists is returned once. */
function merged(named: readonly RankedJson[], numbered: readonly RankedJson[]): RankedJson[] {
  return [...new Map([...named, ...numbered].map((one) => [one[0], one])).values()].toSorted(([a], [b]) => a - b);
}
