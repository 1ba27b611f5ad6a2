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
import { Answers, type RankedJson } from './answers.ts';
import {
  companiesAt,
  namedText,
  numberedText,
  searchValues,
  shapeOf,
  type SearchShape,
  type WriteValue,
} from './sql.ts';

/** More than the size of the file, so that no system call reads pages. */
const MAPPED_BYTES = 64 * 2 ** 30;

interface SearchStatements {
  readonly named: StatementSync;
  readonly numbered: StatementSync;
}

/** A backend over a database file. */
export class SqliteBackend implements Backend {
  readonly #answers: Answers;
  readonly #database: DatabaseSync;
  readonly #company: StatementSync;
  readonly #officers: StatementSync;
  readonly #search = new Map<number, SearchStatements>();

  constructor(path: string, generation: string) {
    this.#answers = new Answers(generation);
    this.#database = new DatabaseSync(path, { readOnly: true });
    this.#database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
    this.#company = this.#prepare('SELECT json, identifiers FROM companies WHERE id = ?');
    this.#officers = this.#prepare(`
      SELECT officers.json FROM companies LEFT JOIN officers ON officers.rank = companies.rank
        AND (resigned_on IS NULL OR resigned_on > ?)
      WHERE id = ? ORDER BY nth LIMIT ?`);
  }

  /** Two statements of at most a page each are faster than one, because few queries match a number. */
  search(request: SearchRequest): SearchResult {
    const { limit, country, after } = request;
    const { named, numbered } = this.#statementsFor(limit, shapeOf(request));
    const values = searchValues(request, this.#answers.startOf(request));
    const more = [...(after === undefined ? [] : [values.start]), ...(country === undefined ? [] : [country])];
    const byName = named.all(values.from, values.end, ...more) as unknown as RankedJson<Uint8Array>[];
    const byNumber = numbered.all(values.numberFrom, values.numberEnd, ...more) as unknown as RankedJson<Uint8Array>[];
    return this.#answers.page(byNumber.length === 0 ? byName : merged(byName, byNumber), limit);
  }

  company(id: string): CompanyResult | undefined {
    const row = this.#company.get(id) as unknown as [Uint8Array, Uint8Array] | undefined;
    return row && this.#answers.company(...row);
  }

  officers({ id, limit, today }: OfficersRequest): OfficersResult | undefined {
    const rows = this.#officers.all(today, id, limit + 1) as unknown as [Uint8Array | null][];
    if (rows.length === 0) return undefined;
    return this.#answers.officers(
      id,
      rows.flatMap(([json]) => json ?? []),
      limit,
    );
  }

  facts(): DataFacts {
    return this.#answers.facts;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** The limit is part of the text: with a parameter SQLite would compile the statement for each search. */
  #statementsFor(limit: number, shape: SearchShape): SearchStatements {
    const key = limit * 4 + (shape.inCountry ? 2 : 0) + (shape.continues ? 1 : 0);
    const prepared = this.#search.get(key);
    if (prepared !== undefined) return prepared;
    const more = [...(shape.continues ? ['start'] : []), ...(shape.inCountry ? ['country'] : [])];
    const valueIn =
      (first: readonly string[]): WriteValue =>
      (name) =>
        name === 'rows' ? String(limit + 1) : `?${[...first, ...more].indexOf(name) + 1}`;
    const statements = {
      named: this.#prepare(namedText('rank, json', valueIn(['from', 'end']), shape)),
      numbered: this.#prepare(companiesAt(numberedText(valueIn(['numberFrom', 'numberEnd']), shape))),
    };
    this.#search.set(key, statements);
    return statements;
  }

  #prepare(text: string): StatementSync {
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  }
}

/** The companies of both lists, each once, by rank. */
function merged<T extends RankedJson<Uint8Array>>(named: readonly T[], numbered: readonly T[]): T[] {
  return [...new Map([...named, ...numbered].map((one) => [one[0], one])).values()].toSorted(([a], [b]) => a - b);
}
