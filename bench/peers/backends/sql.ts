/** Shared by the backends over databases: the statements, and the conversion of rows to results. */
import {
  PositionGone,
  type CompanyResult,
  type DataVersion,
  type OfficersResult,
  type SearchRequest,
  type SearchResult,
} from '../../../src/backend/index.ts';
import { foldName, foldNumber, type DataFacts } from '../../../src/model/index.ts';
import { NUMBERS_MAX } from '../rows.ts';

/** Greater than every folded text with the same prefix, in byte order: no folded text holds this character. */
const AFTER_ALL = '\u{10ffff}';

/** Properties of a search that change its statements. */
export interface SearchShape {
  readonly inCountry: boolean;
  /** Whether the page continues an earlier page. */
  readonly continues: boolean;
}

export function toShape({ country, after }: SearchRequest): SearchShape {
  return { inCountry: country !== undefined, continues: after !== undefined };
}

/**
 * Returns the statement for the first companies by rank whose folded name begins with a prefix. For a page after the first, the database
 * looks up the folded name at the first rank of the page and reads from there, not from the first match. Parameters are written `:name`.
 */
export function namedText(columns: string, { inCountry, continues }: SearchShape): string {
  const onward = 'AND folded >= (SELECT folded FROM companies WHERE rank = :start) AND rank >= :start';
  return `
    SELECT ${columns} FROM companies
    WHERE folded >= :from AND folded < :end ${inCountry ? 'AND country = :country' : ''} ${continues ? onward : ''}
    ORDER BY folded, rank LIMIT :rows`;
}

/**
 * Returns the statement for the first companies by rank with a folded number that begins with a prefix. Reads all matches but sorts few:
 * the inner statement does not remove duplicates.
 */
export function numberedText({ inCountry, continues }: SearchShape): string {
  return `
    SELECT DISTINCT rank FROM (
      SELECT rank FROM numbers
      WHERE number >= :numberFrom AND number < :numberEnd ${inCountry ? 'AND country = :country' : ''}
        ${continues ? 'AND rank >= :start' : ''}
      ORDER BY rank LIMIT ${NUMBERS_MAX} * :rows
    ) AS found
    ORDER BY rank LIMIT :rows`;
}

/** Returns the statement for the companies at the ranks that another statement selects. */
export function companiesAt(ranks: string): string {
  return `
    SELECT page.rank, companies.json FROM (${ranks}) AS page JOIN companies ON companies.rank = page.rank
    ORDER BY page.rank`;
}

/** JSON as a database returns it. */
type Json = string | Uint8Array;

/** A company with its rank among all companies in registry name order. */
export type RankedJson = readonly [rank: number, json: Json];

function toPrefixEnd(prefix: string): string {
  return prefix === '' ? '' : prefix + AFTER_ALL;
}

/** Converts requests to parameters of statements, and rows to results of a backend. */
export class Answers {
  readonly facts: DataFacts;
  /** Not the current data version, so that no response is cached: other programs can write to the database. */
  readonly #version: DataVersion;

  constructor(generation: string) {
    this.facts = { generation, countries: {} };
    this.#version = { generation, isCurrent: false };
  }

  /** Returns the parameters of a search. Ranges of folded texts are empty if nothing matches. */
  toParameters({ query, limit, country = '', after }: SearchRequest): Record<string, string | number> {
    const [from, numberFrom] = [foldName(query), foldNumber(query)];
    const start = this.#parsePosition(after);
    return {
      from,
      end: toPrefixEnd(from),
      numberFrom,
      numberEnd: toPrefixEnd(numberFrom),
      country,
      start,
      rows: limit + 1,
    };
  }

  /** Returns the rank at which a page begins. A position is a generation and a rank, as in the service. */
  #parsePosition(after: string | undefined): number {
    if (after === undefined) return 0;
    const prefix = `${this.#version.generation}.`;
    if (!after.startsWith(prefix)) throw new PositionGone(`There is no data for the position "${after}"`);
    return Number(after.slice(prefix.length));
  }

  /** Returns a page of rows in the order of ranks; a row over the limit is the first of the next page. */
  page(rows: readonly RankedJson[], limit: number): SearchResult {
    const next = rows[limit]?.[0];
    return {
      json: joined(rows.slice(0, limit).map(([, json]) => json)),
      next: next === undefined ? undefined : `${this.#version.generation}.${next}`,
      version: this.#version,
    };
  }

  /** Returns a company with its identifiers, a JSON list. */
  company(json: Json, identifiers: Json): CompanyResult {
    const [resource, list] = [Buffer.from(json), Buffer.from(identifiers)];
    const isEmpty = list.length <= 2;
    const parts = [resource.subarray(0, -1), Buffer.from(',"identifiers":'), list, Buffer.from('}')];
    return { json: isEmpty ? resource : Buffer.concat(parts), version: this.#version };
  }

  /**
   * Returns the officers of a company. A row over the limit means that there are more officers; without rows the company does not exist.
   */
  officers(companyId: string, rows: readonly (readonly [Json | null])[], limit: number): OfficersResult | undefined {
    if (rows.length === 0) return undefined;
    const officers = rows.flatMap(([json]) => json ?? []);
    const json = joined(officers.slice(0, limit));
    return { companyId, json, hasMore: officers.length > limit, version: this.#version };
  }
}

const COMMA = Buffer.from(',');

/** Joins resources with commas. */
function joined(resources: readonly Json[]): Buffer {
  if (typeof resources[0] !== 'object') return Buffer.from(resources.join(','));
  return Buffer.concat((resources as Uint8Array[]).flatMap((one, i) => (i === 0 ? one : [COMMA, one])));
}
