import { isCompanyId, type DetailsRecord } from '../../src/model/index.ts';
import type { NumberRequest, NumberResult } from '../../src/backend/index.ts';
import type { Connections } from './connections.ts';
import type { ServedLoad } from './load-set.ts';
import { rankInKey } from './schema.ts';
import { readRanked } from './search.ts';
import { READ_MAX, detailsStatement, exactStatement, heldStatement, listStatement } from './statements.ts';

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

/**
 * Reads the details of companies by their ids, in the order of the ids; undefined for ids that were never published. Takes one
 * statement, and another one if some of the records are redirected.
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
