import type { OfficersRequest } from '../../src/backend/index.ts';
import type { InvoicedNumber } from '../../src/model/index.ts';
import {
  NAME_END,
  POSTINGS_MAX,
  RANK_DIGITS,
  RANK_END,
  UNLISTED_MAX,
  behind,
  formatPlace,
  formatTableName,
  numberPrefix,
} from './schema.ts';

/** A statement. Statements with a name are prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** The companies among which ranks count: those of a load, in all countries or in one. */
export interface Scope {
  readonly load: { readonly load: number };
  readonly country: string | undefined;
}

export interface Search extends Scope {
  readonly name: string;
  readonly number: Buffer;
  /** The number that the query writes as invoices do. */
  readonly invoiced: InvoicedNumber | undefined;
  /** The rank at which the page begins, in the order of all companies or of the country. */
  readonly start: number;
  /** Maximum number of rows: one more than a page has, to detect another page. */
  readonly rows: number;
}

/** Maximum number of companies with a common number prefix that one call reads, as in a snapshot. */
export const READ_MAX = 128;

const RANK = `right(key, ${RANK_DIGITS})`;
const IN_RANGE = 'key >= $1 AND key < $2';

/** Returns a statement for the tables of a load. */
function statement(name: string, load: number, text: string, ...values: unknown[]): Statement {
  return { name: `${name}_${load}`, text, values };
}

/** Reads a company. The target of a redirect is queried separately: it may be in another shard. */
export function companyStatement(load: number, id: string): Statement {
  const text = `SELECT json, canonical_id FROM ${formatTableName('companies', load)} WHERE id = $1`;
  return statement('company', load, text, id);
}

/** Reads a company and its officers, in any order; one row without an officer if the company has no officers. */
export function officersStatement(load: number, { id, limit, today }: OfficersRequest): Statement {
  const first = `SELECT nth, json FROM ${formatTableName('officers', load)} WHERE id = $1 AND (resigned = 0 OR resigned > $2) ORDER BY nth LIMIT $3`;
  const text = `SELECT canonical_id, has_more_officers, nth, officer.json
    FROM ${formatTableName('companies', load)} LEFT JOIN LATERAL (${first}) AS officer ON true WHERE id = $1`;
  return statement('officers', load, text, id, Number(today.replaceAll('-', '')), limit + 1);
}

/** Reads the details of companies. The targets of redirects are queried separately: they may be in other shards. */
export function detailsStatement(load: number, ids: readonly string[]): Statement {
  const text = `SELECT id, json FROM ${formatTableName('details', load)} WHERE id = ANY($1::text[])`;
  return statement('details', load, text, ids);
}

/** Reads the keys of a number, each with the rank of a company. */
export function exactStatement(load: number, number: string): Statement {
  const text = `SELECT key FROM ${formatTableName('numbers', load)} WHERE ${IN_RANGE} ORDER BY key LIMIT ${READ_MAX + 1}`;
  return statement('exact', load, text, ...toKeyRange(number));
}

/** Reads the posting list of a number, if it has one. */
export function listStatement(load: number, number: string): Statement {
  const rowsMax = Math.ceil((READ_MAX + 1) / POSTINGS_MAX) + 1;
  const text = `SELECT ranks FROM ${formatTableName('postings', load)} WHERE ${IN_RANGE} ORDER BY key LIMIT ${rowsMax}`;
  return statement('list', load, text, ...toKeyRange(number));
}

/** Returns the range of keys with exactly this number: a zero byte follows the number. */
function toKeyRange(number: string): [start: Buffer, end: Buffer] {
  const key = numberPrefix(undefined, Buffer.from(number));
  return [Buffer.concat([key, Buffer.of(0)]), Buffer.concat([key, Buffer.of(1)])];
}

/** Reads the numbers of companies; empty for companies that are not active. */
export function heldStatement(load: number, ids: readonly string[]): Statement {
  const text = `SELECT id, numbers FROM ${formatTableName('companies', load)} WHERE id = ANY($1::text[])`;
  return statement('held', load, text, ids);
}

function namesTable({ country }: Scope): 'names' | 'countries' {
  return country === undefined ? 'names' : 'countries';
}

/**
 * Reads the companies whose name begins with the query: one range of the table by name, or by country and name, from an optional key on.
 */
export function namedStatement(search: Search, from = ''): Statement {
  const { load, country = '', name, rows } = search;
  const table = namesTable(search);
  const start = country + name;
  const text = `SELECT ${RANK}, json FROM ${formatTableName(table, load.load)} WHERE ${IN_RANGE} ORDER BY key LIMIT $3`;
  // These strings are ASCII, so JavaScript orders them by bytes, as the database does.
  return statement(table, load.load, text, from < start ? start : from, start + NAME_END, rows);
}

export function ranksStatement({ load: { load }, country }: Scope, ranks: readonly number[]): Statement {
  const text = `SELECT key FROM ${formatTableName('ranks', load)} WHERE place = ANY($1::text[])`;
  const places = ranks.map((rank) => formatPlace(country, rank));
  return statement('ranks', load, text, places);
}

/** Reads the key of the first company at `start` or after: the company at `start` may be withheld. */
export function nextRankStatement({ load: { load }, country, start }: Search): Statement {
  const text = `SELECT key FROM ${formatTableName('ranks', load)} WHERE place >= $1 AND place < $2 ORDER BY place LIMIT 1`;
  return statement('next_rank', load, text, formatPlace(country, start), `${country ?? ''}${RANK_END}`);
}

export function keyedStatement(scope: Scope, keys: readonly string[]): Statement {
  const table = namesTable(scope);
  const { load } = scope.load;
  const text = `SELECT ${RANK}, json FROM ${formatTableName(table, load)} WHERE key = ANY($1::text[])`;
  return statement(`keyed_${table}`, load, text, keys);
}

/**
 * Reads two rows of the posting list of the shortest prefix that begins with the requested number, if there is such a list. The list covers
 * all matches. If it ends, rows of longer prefixes follow.
 */
export function postingsStatement({ load: { load }, country, number, start }: Search): Statement {
  const table = formatTableName('postings', load);
  const last = Buffer.alloc(4);
  last.writeUInt32BE(start);
  const prefix = numberPrefix(country, number);
  const first = `SELECT key FROM ${table} WHERE ${IN_RANGE} ORDER BY key LIMIT 1`;
  const text = `SELECT key, ranks FROM ${table} WHERE ${IN_RANGE}
    AND key >= (SELECT substring(key for length(key) - 4) || $3 FROM (${first}) AS first) ORDER BY key LIMIT 2`;
  return statement('postings', load, text, prefix, behind(prefix), last);
}

/** Reads the numbers that begin with a number that has no posting list. */
export function numbersStatement({ load: { load }, country, number }: Search): Statement {
  const prefix = numberPrefix(country, number);
  const text = `SELECT key FROM ${formatTableName('numbers', load)} WHERE ${IN_RANGE} ORDER BY key LIMIT ${UNLISTED_MAX}`;
  return statement('numbers', load, text, prefix, behind(prefix));
}
