import { Block } from '../format/block.ts';
import { ByteBuffer } from '../../model/index.ts';
import { ALL_COUNTRIES, BLOCK_COMPANIES, PREFIX_FILTER_KEY } from '../format/format.ts';
import { BRANCH, Ranks, addBranchRanks, leafEntries, type Entry } from '../index/radix-tree.ts';
import type { SnapshotReader } from './reader.ts';
import { appendResource } from './search.ts';

/** An active company in the name order of a scope. */
export interface SearchRow {
  /** The country; undefined for the order of all companies. */
  readonly country: string | undefined;
  readonly rank: number;
  /** Cut to `NAME_KEY_BYTES_MAX`. */
  readonly foldedName: string;
  /** The Company resource of a search as JSON. */
  readonly json: string;
}

/** Returns all companies in name order, then those of each country. */
export function* scanSearchRows(reader: SnapshotReader): Generator<SearchRow, void, undefined> {
  const { dictionary } = reader;
  const json = new ByteBuffer(16 * 1024);
  for (const { key, value } of reader.scan('rows')) {
    const country = parseCountry(key);
    const block = new Block().open(value);
    for (const [entry, foldedName] of block.names().entries()) {
      json.length = 0;
      appendResource(json, dictionary, block, entry);
      const rank = key.readUInt32BE(2) * BLOCK_COMPANIES + entry;
      yield { country, rank, foldedName, json: json.written().toString() };
    }
  }
}

/** A part of the radix tree over the folded numbers of a scope, see radix-tree.ts. */
export type NumberGroup =
  /** Ascending ranks of the companies with a number that starts with a prefix; a prefix may have several consecutive groups. */
  | { readonly kind: 'branch'; readonly country: string | undefined; readonly prefix: Buffer; readonly ranks: number[] }
  /** Neighbouring numbers below the same branches: all numbers of each prefix that is longer than the prefixes of those branches. */
  | { readonly kind: 'leaf'; readonly country: string | undefined; readonly entries: Entry[] };

/** Returns the numbers of all companies, then those of each country; a branch comes before the numbers below it. */
export function* scanNumbers(reader: SnapshotReader): Generator<NumberGroup, void, undefined> {
  for (const { key, value } of reader.scan('numbers')) {
    const country = parseCountry(key);
    if (value[0] === BRANCH) {
      const prefix = Buffer.from(key.subarray(2, -5));
      const ranks = new Ranks();
      addBranchRanks({ bytes: value, valueStart: 0, valueEnd: value.length }, 0, ranks);
      yield { kind: 'branch', country, prefix, ranks: ranks.all() };
    } else yield { kind: 'leaf', country, entries: [...leafEntries(value)] };
  }
}

/** Returns the stored form of `PrefixFilter`; undefined if the snapshot has none. */
export function readPrefixFilter(reader: SnapshotReader): Buffer | undefined {
  return reader.tables.metadata.get(PREFIX_FILTER_KEY);
}

function parseCountry(key: Buffer): string | undefined {
  const scope = key.toString('latin1', 0, 2);
  return scope === ALL_COUNTRIES ? undefined : scope;
}
