import type { NumberRequest, NumberResult } from '../../src/backend/index.ts';
import type { Connections, Statement } from './connections.ts';
import type { ServedLoad } from './load-set.ts';
import { POSTINGS_MAX, numberPrefix, rankInKey, tableOf } from './schema.ts';
import { readRanked } from './search.ts';

/** The maximum of companies with a common number prefix that one call reads; the same as in a snapshot. */
const READ_MAX = 128;

/**
 * Reads the companies that have one of some numbers exactly. A number that is the prefix of more than a few others has no
 * key of its own: then the companies of its posting list are compared.
 */
export async function readHolders(
  connections: Connections,
  load: ServedLoad,
  { numbers, limit }: NumberRequest,
): Promise<Omit<NumberResult, 'version'>> {
  const wanted = new Set(numbers.filter((number) => number !== '' && load.prefixFilter.mayMatch(number)));
  if (wanted.size === 0) return { companies: [], hasMore: false };
  const found = (
    await Promise.all([...wanted].map(async (number) => await readRanks(connections, load, number)))
  ).flat();
  const ranks = [...new Set(found)].toSorted((a, b) => a - b);
  const read = ranks.slice(0, READ_MAX);
  if (read.length === 0) return { companies: [], hasMore: false };
  const named = await readRanked(connections, { load, country: undefined }, read);
  const idOfRank = new Map(named.map(([rank, json]) => [Number(rank), idIn(String(json))]));
  const held = await connections.rows(heldStatement(load.load, [...idOfRank.values()]));
  const numbersOf = new Map(held.map(([id, own]) => [String(id), own as string[]]));
  const companies = read.flatMap((rank) => {
    const id = idOfRank.get(rank) ?? '';
    const own = numbersOf.get(id)?.filter((number) => wanted.has(number)) ?? [];
    return own.length === 0 ? [] : [{ id, numbers: own }];
  });
  return { companies: companies.slice(0, limit), hasMore: companies.length > limit || ranks.length > READ_MAX };
}

function idIn(json: string): string {
  return json.slice('{"id":"'.length, json.indexOf('","'));
}

/** The ranks of companies with a number, and with longer ones if the number is a frequent prefix. */
async function readRanks(connections: Connections, load: ServedLoad, number: string): Promise<number[]> {
  const [exact, lists] = await Promise.all([
    connections.rows(exactStatement(load.load, number)),
    connections.rows(listStatement(load.load, number)),
  ]);
  return [...exact.map(([key]) => rankInKey(key as Buffer)), ...lists.flatMap(([ranks]) => ranks as number[])];
}

/** The keys of a number, each with the rank of a company. */
export function exactStatement(load: number, number: string): Statement {
  return {
    name: `exact_${load}`,
    text: `SELECT key FROM ${tableOf('numbers', load)} WHERE key >= $1 AND key < $2 ORDER BY key LIMIT ${READ_MAX + 1}`,
    values: keysOf(number),
  };
}

/** The posting list of a number, if it has one. */
export function listStatement(load: number, number: string): Statement {
  const rowsMax = Math.ceil((READ_MAX + 1) / POSTINGS_MAX) + 1;
  return {
    name: `list_${load}`,
    text: `SELECT ranks FROM ${tableOf('postings', load)} WHERE key >= $1 AND key < $2 ORDER BY key LIMIT ${rowsMax}`,
    values: keysOf(number),
  };
}

/** The range of keys that end with this number: a zero byte follows it. */
function keysOf(number: string): [start: Buffer, end: Buffer] {
  const key = numberPrefix(undefined, Buffer.from(number));
  return [Buffer.concat([key, Buffer.of(0)]), Buffer.concat([key, Buffer.of(1)])];
}

/** The numbers of companies; empty for companies that are not active. */
export function heldStatement(load: number, ids: readonly string[]): Statement {
  return {
    name: `held_${load}`,
    text: `SELECT id, numbers FROM ${tableOf('companies', load)} WHERE id = ANY($1::text[])`,
    values: [ids],
  };
}
