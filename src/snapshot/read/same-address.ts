import type { CompanyAddress } from '../../model/index.ts';
import { ALL_COUNTRIES, entryOf, type Tables } from '../format/format.ts';
import { addressKey, decodeAddress, foldedAddress } from '../index/addresses.ts';
import { BlockReader } from '../index/block-reader.ts';
import { detailsAt } from './details.ts';
import type { InMemory } from './in-memory.ts';

/** The other companies at the address of a company. */
export interface SameAddress {
  /** The first of them in name order. */
  readonly ids: readonly string[];
  /** Number of companies, including those over the limit. */
  readonly count: number;
}

/** Returns the other companies at the address of the company at a rank among all companies, at most `limit` of them. */
export function sameAddress(tables: Tables, memory: InMemory, rank: number, limit: number): SameAddress {
  const { address } = detailsAt(tables, memory, rank);
  const key = addressKey(address);
  const row = key.length === 0 ? undefined : tables.addresses.get(key);
  if (address === undefined || row === undefined) return { ids: [], count: 0 };
  const { count, ranks } = decodeAddress(row);
  const folded = foldedAddress(address);
  const others: number[] = [];
  let collisions = 0;
  for (const other of ranks) {
    if (others.length === limit) break;
    // Equal hashes do not prove equal addresses.
    const found = detailsAt(tables, memory, other).address ?? {};
    if (areInTwoCountries(address, found) || foldedAddress(found) !== folded) collisions++;
    else if (other !== rank) others.push(other);
  }
  const blocks = new BlockReader(tables).begin(ALL_COUNTRIES);
  const ids = others.map((other) => blocks.holding(other).decodeId(entryOf(other)));
  return { ids, count: count - collisions - 1 };
}

/** Whether both addresses have a country and the two countries differ; some registers leave their own country out. */
function areInTwoCountries(one: CompanyAddress, other: CompanyAddress): boolean {
  return (one.country_code ?? other.country_code) !== (other.country_code ?? one.country_code);
}
