import { foldName, foldNumber, invoicedNumber, isCompanyId, type DetailsRecord } from '../../src/model/index.ts';
import { INVOICED_MAX, NAME_KEY_BYTES_MAX, NUMBER_BYTES_MAX } from '../../src/snapshot/index.ts';
import type { NumberRequest, NumberResult, SearchRequest } from '../../src/backend/index.ts';
import type { Connections, Row } from './connections.ts';
import type { ServedLoad } from './load-set.ts';
import { rankInKey } from './schema.ts';
import {
  READ_MAX,
  detailsStatement,
  exactStatement,
  heldStatement,
  keyedStatement,
  listStatement,
  namedStatement,
  nextRankStatement,
  numbersStatement,
  postingsStatement,
  ranksStatement,
  type Scope,
  type Search,
} from './statements.ts';

export interface Page {
  /** Company resources joined by commas. */
  readonly json: Buffer;
  /** The rank at which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** Folds a query as the snapshot does. */
export function searchFor(load: ServedLoad, { query, country, limit }: SearchRequest, start: number): Search {
  const name = foldName(query).slice(0, NAME_KEY_BYTES_MAX);
  const folded = foldNumber(query);
  const number = load.prefixFilter.mayMatch(folded) ? Buffer.from(folded) : Buffer.alloc(0);
  const invoiced = invoicedNumber(query);
  return {
    load,
    country,
    name,
    number: number.length > NUMBER_BYTES_MAX ? Buffer.alloc(0) : number,
    invoiced: invoiced !== undefined && load.prefixFilter.mayMatch(invoiced.prefix) ? invoiced : undefined,
    start,
    rows: limit + 1,
  };
}

/**
 * Maximum number of times that ranks are read for a page, to replace restricted companies, whose rows are deleted. After that the page
 * stays short.
 */
const FILLS_MAX = 8;

/** Reads one page: the matches by name and by number, merged in the order of ranks. */
export async function readPage(connections: Connections, search: Search): Promise<Page> {
  const [named, numbered, invoiced] = await Promise.all([
    search.name === '' ? [] : readNamed(connections, search),
    search.number.length === 0 ? [] : readNumbered(connections, search),
    readInvoiced(connections, search),
  ]);
  // The first matches of the merged list are among the first matches of each list.
  const jsonByRank = new Map([...named, ...numbered, ...invoiced].map(([rank, json]) => [Number(rank), String(json)]));
  const found = [...jsonByRank].toSorted(([a], [b]) => a - b);
  const limit = search.rows - 1;
  const texts = found.slice(0, limit).map(([, text]) => text);
  return { json: Buffer.from(texts.join(',')), next: found[limit]?.[0] };
}

async function readNamed(connections: Connections, search: Search): Promise<readonly Row[]> {
  if (search.start === 0) return await connections.rows(namedStatement(search));
  // The key is looked up by a separate statement, so that a sharding engine knows the requested range.
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

/** Reads the companies that a number as invoices print it means, as a snapshot does: those of the number's country that are in the scope. */
async function readInvoiced(connections: Connections, search: Search): Promise<readonly Row[]> {
  if (search.invoiced === undefined) return [];
  const { country, prefix } = search.invoiced;
  const all = { ...search, number: Buffer.from(prefix), start: 0, rows: INVOICED_MAX + 1 };
  const [own, found] = await Promise.all([readFew(connections, { ...all, country }), readFew(connections, all)]);
  const ids = new Set(own.map(([, json]) => parseId(String(json))));
  return found.filter(([rank, json]) => Number(rank) >= search.start && ids.has(parseId(String(json))));
}

/** Reads all companies with a number; none if there are too many to compare. */
async function readFew(connections: Connections, search: Search): Promise<readonly Row[]> {
  const ranks = await readRanks(connections, search);
  return ranks.length < search.rows ? await readRanked(connections, search, ranks) : [];
}

/**
 * Reads the companies with some ranks. It uses two statements with known values, so that a sharding engine reads only the shards of the
 * rows.
 */
export async function readRanked(
  connections: Connections,
  search: Scope,
  ranks: readonly number[],
): Promise<readonly Row[]> {
  const keys = (await connections.rows(ranksStatement(search, ranks))).map(([key]) => String(key));
  return keys.length === 0 ? [] : await connections.rows(keyedStatement(search, keys));
}

/** Returns the ranks, from `start` on, of companies with a number that begins with the requested number; at most `rows` ranks. */
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

/**
 * Reads the companies that have one of some numbers exactly. A number that is the prefix of more than a few others has no key of its own:
 * then the companies of its posting list are compared.
 */
export async function readHolders(
  connections: Connections,
  load: ServedLoad,
  { numbers, limit }: NumberRequest,
): Promise<Omit<NumberResult, 'version'>> {
  const wanted = new Set(numbers.filter((number) => number !== '' && load.prefixFilter.mayMatch(number)));
  if (wanted.size === 0) return { companies: [], hasMore: false };
  const found = (
    await Promise.all([...wanted].map(async (number) => await readExactRanks(connections, load, number)))
  ).flat();
  const ranks = [...new Set(found)].toSorted((a, b) => a - b);
  const read = ranks.slice(0, READ_MAX);
  if (read.length === 0) return { companies: [], hasMore: false };
  const named = await readRanked(connections, { load, country: undefined }, read);
  const idOfRank = new Map(named.map(([rank, json]) => [Number(rank), parseId(String(json))]));
  const held = await connections.rows(heldStatement(load.load, [...idOfRank.values()]));
  const numbersOf = new Map(held.map(([id, own]) => [String(id), own as string[]]));
  const companies = read.flatMap((rank) => {
    const id = idOfRank.get(rank) ?? '';
    const own = numbersOf.get(id)?.filter((number) => wanted.has(number)) ?? [];
    return own.length === 0 ? [] : [{ id, numbers: own }];
  });
  return { companies: companies.slice(0, limit), hasMore: companies.length > limit || ranks.length > READ_MAX };
}

function parseId(json: string): string {
  return json.slice('{"id":"'.length, json.indexOf('","'));
}

/** Returns the ranks of companies with a number, and with longer numbers if the number is a frequent prefix. */
async function readExactRanks(connections: Connections, load: ServedLoad, number: string): Promise<number[]> {
  const [exact, lists] = await Promise.all([
    connections.rows(exactStatement(load.load, number)),
    connections.rows(listStatement(load.load, number)),
  ]);
  return [...exact.map(([key]) => rankInKey(key as Buffer)), ...lists.flatMap(([ranks]) => ranks as number[])];
}

/**
 * Reads the details of companies by their ids, in the order of the ids; undefined for ids that were never published. Runs one statement,
 * and another one if some of the records are redirected.
 */
export async function readDetails(
  connections: Connections,
  load: number,
  ids: readonly string[],
): Promise<(DetailsRecord | undefined)[]> {
  const read = async (wanted: readonly string[]): Promise<Map<string, DetailsRecord>> => {
    const rows = wanted.length === 0 ? [] : await connections.rows(detailsStatement(load, wanted));
    return new Map(rows.map(([id, json]) => [String(id), JSON.parse(String(json)) as DetailsRecord]));
  };
  const own = await read(ids.filter(isCompanyId));
  const targets = Array.from(own.values(), ({ lifecycle }) => lifecycle.canonical_id ?? []).flat();
  const canonical = await read(targets);
  return ids.map((id) => {
    const record = own.get(id);
    const current = canonical.get(record?.lifecycle.canonical_id ?? '');
    return record && { ...current, ...record, details: (current ?? record).details };
  });
}
