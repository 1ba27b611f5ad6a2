import { foldName, foldNumber } from '../../src/model/index.ts';
import { NAME_KEY_BYTES_MAX, NUMBER_BYTES_MAX } from '../../src/snapshot/index.ts';
import type { SearchRequest } from '../../src/backend/index.ts';
import type { Connections, Row, Statement } from './connections.ts';
import type { ServedLoad } from './load-set.ts';
import {
  NAME_END,
  RANK_DIGITS,
  RANK_END,
  UNLISTED_MAX,
  behind,
  numberPrefix,
  placeOf,
  rankInKey,
  tableOf,
} from './schema.ts';

export interface Page {
  /** Company resources joined by commas. */
  readonly json: Buffer;
  /** The rank at which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

export interface Search {
  readonly load: ServedLoad;
  readonly country: string | undefined;
  readonly name: string;
  readonly number: Buffer;
  /** The rank at which the page begins, in the order of all companies or of the country. */
  readonly start: number;
  /** The maximum of rows: one more than the page, to detect another page. */
  readonly rows: number;
}

type Scope = Pick<Search, 'load' | 'country'>;

/** Folds a query as the snapshot does. */
export function searchFor(load: ServedLoad, { query, country, limit }: SearchRequest, start: number): Search {
  const name = foldName(query).slice(0, NAME_KEY_BYTES_MAX);
  const folded = foldNumber(query);
  const number = load.prefixFilter.mayMatch(folded) ? Buffer.from(folded) : Buffer.alloc(0);
  return {
    load,
    country,
    name,
    number: number.length > NUMBER_BYTES_MAX ? Buffer.alloc(0) : number,
    start,
    rows: limit + 1,
  };
}

/** How often more ranks are read to replace restricted companies, whose rows are deleted. Then the page stays short. */
const FILLS_MAX = 8;

/** Reads one page: the matches by name and by number, merged in the order of ranks. */
export async function readPage(connections: Connections, search: Search): Promise<Page> {
  const [named, numbered] = await Promise.all([
    search.name === '' ? [] : readNamed(connections, search),
    search.number.length === 0 ? [] : readNumbered(connections, search),
  ]);
  // The first of both are among the first of each.
  const jsonByRank = new Map([...named, ...numbered].map(([rank, json]) => [Number(rank), String(json)]));
  const found = [...jsonByRank].toSorted(([a], [b]) => a - b);
  const limit = search.rows - 1;
  const texts = found.slice(0, limit).map(([, text]) => text);
  return { json: Buffer.from(texts.join(',')), next: found[limit]?.[0] };
}

async function readNamed(connections: Connections, search: Search): Promise<readonly Row[]> {
  if (search.start === 0) return await connections.rows(namedStatement(search));
  // Looked up before, not in the same statement: a sharding engine then knows the requested range.
  const [at] = await connections.rows(ranksStatement(search, [search.start]));
  const [from] = at ?? (await connections.rows(nextRankStatement(search)))[0] ?? [];
  return typeof from === 'string' ? await connections.rows(namedStatement(search, from)) : [];
}

async function readNumbered(connections: Connections, search: Search): Promise<Row[]> {
  const found: Row[] = [];
  let { start } = search;
  for (let fills = 0; fills < FILLS_MAX; fills++) {
    const wanted = search.rows - found.length;
    const ranks = await readRanks(connections, { ...search, start });
    const next = ranks.slice(0, wanted);
    if (next.length > 0) found.push(...(await readRanked(connections, search, next)));
    if (found.length >= search.rows || next.length < wanted) break;
    start = (next.at(-1) ?? 0) + 1;
  }
  return found;
}

/** The companies at ranks. Two statements with known values, so that an engine that shards reads only the shards of the rows. */
export async function readRanked(
  connections: Connections,
  search: Scope,
  ranks: readonly number[],
): Promise<readonly Row[]> {
  const keys = (await connections.rows(ranksStatement(search, ranks))).map(([key]) => String(key));
  return keys.length === 0 ? [] : await connections.rows(keyedStatement(search, keys));
}

/** The ranks, from the start on, of companies with a number that begins so; at most one per requested row. */
async function readRanks(connections: Connections, search: Search): Promise<number[]> {
  const { start, rows } = search;
  const listed = await connections.rows(postingsStatement(search));
  const [first] = listed;
  const ranks =
    first === undefined
      ? (await connections.rows(numbersStatement(search))).map(([key]) => rankInKey(key as Buffer))
      : listed.filter((row) => isOfList(row, first)).flatMap(([, list]) => list as number[]);
  return [...new Set(ranks)]
    .filter((rank) => rank >= start)
    .toSorted((a, b) => a - b)
    .slice(0, rows);
}

function isOfList([key]: Row, [first]: Row): boolean {
  return (key as Buffer).subarray(0, -4).equals((first as Buffer).subarray(0, -4));
}

/** The companies whose name begins so: one range of the table by name, or by country and name, from an optional key on. */
export function namedStatement({ load: { load }, country, name, rows }: Search, from?: string): Statement {
  const table = country === undefined ? 'names' : 'countries';
  const start = `${country ?? ''}${name}`;
  return {
    name: `${table}_${load}`,
    text: `SELECT ${RANK}, json FROM ${tableOf(table, load)} WHERE key >= $1 AND key < $2 ORDER BY key LIMIT $3`,
    // ASCII compares by bytes here, too.
    values: [from === undefined || from < start ? start : from, `${start}${NAME_END}`, rows],
  };
}

const RANK = `right(key, ${RANK_DIGITS})`;

export function ranksStatement({ load: { load }, country }: Scope, ranks: readonly number[]): Statement {
  return {
    name: `ranks_${load}`,
    text: `SELECT key FROM ${tableOf('ranks', load)} WHERE place = ANY($1::text[])`,
    values: [ranks.map((rank) => placeOf(country, rank))],
  };
}

/** The key of the first company from the start on: the one there may be withheld. */
export function nextRankStatement({ load: { load }, country, start }: Search): Statement {
  return {
    name: `next_rank_${load}`,
    text: `SELECT key FROM ${tableOf('ranks', load)} WHERE place >= $1 AND place < $2 ORDER BY place LIMIT 1`,
    values: [placeOf(country, start), `${country ?? ''}${RANK_END}`],
  };
}

export function keyedStatement({ load: { load }, country }: Scope, keys: readonly string[]): Statement {
  const table = country === undefined ? 'names' : 'countries';
  return {
    name: `keyed_${table}_${load}`,
    text: `SELECT ${RANK}, json FROM ${tableOf(table, load)} WHERE key = ANY($1::text[])`,
    values: [keys],
  };
}

/**
 * Two rows of the posting list of the shortest prefix that begins with the query's number, if there is one. It covers all matches. Rows of
 * longer prefixes follow it.
 */
export function postingsStatement({ load: { load }, country, number, start }: Search): Statement {
  const table = tableOf('postings', load);
  const last = Buffer.alloc(4);
  last.writeUInt32BE(start);
  const prefix = numberPrefix(country, number);
  const range = 'key >= $1 AND key < $2';
  const first = `SELECT key FROM ${table} WHERE ${range} ORDER BY key LIMIT 1`;
  return {
    name: `postings_${load}`,
    text: `SELECT key, ranks FROM ${table} WHERE ${range}
      AND key >= (SELECT substring(key for length(key) - 4) || $3 FROM (${first}) AS first) ORDER BY key LIMIT 2`,
    values: [prefix, behind(prefix), last],
  };
}

/** The numbers that begin with one that has no posting list. */
export function numbersStatement({ load: { load }, country, number }: Search): Statement {
  const prefix = numberPrefix(country, number);
  return {
    name: `numbers_${load}`,
    text: `SELECT key FROM ${tableOf('numbers', load)} WHERE key >= $1 AND key < $2 ORDER BY key LIMIT ${UNLISTED_MAX}`,
    values: [prefix, behind(prefix)],
  };
}
