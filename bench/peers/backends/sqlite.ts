import { DatabaseSync, type StatementSync } from 'node:sqlite';
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
import { mergedPage, officersOf, pageOf, resourceOf, searchValues, uncachedVersion, type PlacedJson } from './pages.ts';
import { companiesAt, namedText, numberedText, type SearchShape, type WriteValue } from './sql.ts';

/** More than the file has, so that no page is read by a system call. */
const MAPPED_BYTES = 64 * 2 ** 30;

interface SearchStatements {
  readonly named: StatementSync;
  readonly numbered: StatementSync;
}

/** Answers from a database file. */
export class SqliteBackend implements Backend {
  readonly #version: DataVersion;
  readonly #database: DatabaseSync;
  readonly #company: StatementSync;
  readonly #officers: StatementSync;
  readonly #search = new Map<number, SearchStatements>();

  constructor(path: string, generation: string) {
    this.#version = uncachedVersion(generation);
    this.#database = new DatabaseSync(path, { readOnly: true });
    this.#database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
    this.#company = this.#prepare('SELECT json, identifiers FROM companies WHERE id = ?');
    this.#officers = this.#prepare(`
      SELECT officers.json FROM companies LEFT JOIN officers ON officers.place = companies.place
        AND (resigned_on IS NULL OR resigned_on > ?)
      WHERE id = ? ORDER BY nth LIMIT ?`);
  }

  /** Two statements, each a page at most: one for both costs more than it saves, for few queries find a number. */
  search(request: SearchRequest): SearchResult {
    const { limit, country, after } = request;
    const { named, numbered } = this.#statementsFor(limit, {
      inCountry: country !== undefined,
      goesOn: after !== undefined,
    });
    const values = searchValues(request);
    const more = [...(after === undefined ? [] : [values.start]), ...(country === undefined ? [] : [country])];
    const byName = named.all(values.from, values.end, ...more) as unknown as PlacedJson<Uint8Array>[];
    const byNumber = numbered.all(values.numberFrom, values.numberEnd, ...more) as unknown as PlacedJson<Uint8Array>[];
    return pageOf(mergedPage(byName, byNumber), limit, this.#version);
  }

  company(id: string): CompanyResult | undefined {
    const row = this.#company.get(id) as unknown as [Uint8Array, Uint8Array] | undefined;
    return row && resourceOf(...row, this.#version);
  }

  officers({ id, limit, today }: OfficersRequest): OfficersResult | undefined {
    const rows = this.#officers.all(today, id, limit + 1) as unknown as [Uint8Array | null][];
    if (rows.length === 0) return undefined;
    return officersOf(id, rows.flatMap(([json]) => json ?? []), limit, this.#version); // prettier-ignore
  }

  facts(): DataFacts {
    return { generation: this.#version.generation, countries: {} };
  }

  close(): void {
    this.#database.close();
  }

  /** The limit stands in the text: as a value it would have SQLite compile the statement anew for every search. */
  #statementsFor(limit: number, shape: SearchShape): SearchStatements {
    const key = limit * 4 + (shape.inCountry ? 2 : 0) + (shape.goesOn ? 1 : 0);
    const known = this.#search.get(key);
    if (known !== undefined) return known;
    const more = [...(shape.goesOn ? ['start'] : []), ...(shape.inCountry ? ['country'] : [])];
    const valueIn =
      (first: readonly string[]): WriteValue =>
      (name) =>
        name === 'rows' ? String(limit + 1) : `?${[...first, ...more].indexOf(name) + 1}`;
    const statements = {
      named: this.#prepare(namedText('place, json', valueIn(['from', 'end']), shape)),
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
