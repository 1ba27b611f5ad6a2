/**
 * The layout of the snapshot file, which docs/snapshot-format.md specifies. A change here changes the format: raise FORMAT_VERSION
 * (file/trailer.ts), and change the page.
 */
import type { MappedFile } from '../file/mapped-file.ts';
import type { PageCheck } from '../file/page-sums.ts';
import type { Table } from '../file/table.ts';
import type { TableName } from '../file/table-names.ts';

/** Number of companies in a block, a power of two. In larger blocks names take fewer bytes, but a search scans the whole block. */
export const BLOCK_COMPANIES = 16;
const BLOCK_BITS = Math.log2(BLOCK_COMPANIES);

export function blockOf(rank: number): number {
  return rank >>> BLOCK_BITS;
}

/** Returns the index of the company of a rank in its block. */
export function entryOf(rank: number): number {
  return rank & (BLOCK_COMPANIES - 1);
}

/** Maximum number of numbers in a leaf of the radix tree, and so of numbers that a query scans. */
export const LEAF_ENTRIES_MAX = 128;

/** Number of ranks in one chunk of a posting list. */
export const CHUNK_RANKS = 256;

/** Maximum length of folded names in bytes; longer names are cut. No folded query is longer. */
export const NAME_KEY_BYTES_MAX = 2048;

/** Maximum length of folded numbers in bytes; longer numbers are cut. The length is stored in one byte; no register has numbers as long. */
export const NUMBER_BYTES_MAX = 255;

/** The scope of all companies; a country's scope is its two letters. */
export const ALL_COUNTRIES = '\0\0';

/** The tables of a snapshot, by their names in the file. */
export interface Tables {
  readonly file: MappedFile;
  readonly pages: PageCheck;
  /** metadata, dictionary, prefix filter */
  readonly metadata: Table;
  /** scope, block number → the block, see block.ts */
  readonly rows: Table;
  /** scope → the keys of its blocks, see sparse-index.ts */
  readonly sparseIndex: Table;
  /** scope, folded number … → ranks, see radix-tree.ts */
  readonly numbers: Table;
  /** the 16 bytes of an id → state, row and identifiers of the record, see row.ts */
  readonly ids: Table;
  /** block number of all companies → their officers, see company-block.ts and officer-block.ts */
  readonly officers: Table;
  /** block number of all companies → their details, see company-block.ts and details.ts */
  readonly details: Table;
  /** hash of a folded address → ranks among all companies of those that have the address, see addresses.ts */
  readonly addresses: Table;
  /** hash of a folded number → ids of redirected and split records, see moved-numbers.ts */
  readonly movedNumbers: Table;
  /** The match index; undefined in a snapshot that was built without one. */
  readonly match: MatchTables | undefined;
}

/** The tables of the match index. extras/matching/index/format.ts defines their rows. */
export interface MatchTables {
  /** block number → words in order, with the companies in whose names they are */
  readonly words: Table;
  /** ordinal of a word → the companies, if they are many */
  readonly postings: Table;
  /** bucket of hashes → the words that have them */
  readonly spellings: Table;
}

export const METADATA_KEY = Buffer.from('metadata');
export const DICTIONARY_KEY = Buffer.from('dictionary');
export const PREFIX_FILTER_KEY = Buffer.from('prefix filter');
export const MATCH_INDEX_KEY = Buffer.from('match index');
/** The version of the match index: raise it if names are split or spelt otherwise, too. An index of another version is not searched. */
export const MATCH_INDEX_VERSION = 2;

/** Returns a table by its name. Throws if the snapshot has no table of this name. */
export function getTable(tables: Tables, name: TableName): Table {
  const all: { readonly [name in TableName]?: Table } = { ...tables, ...tables.match };
  const table = all[name];
  if (table === undefined) throw new Error(`the snapshot has no table "${name}"`);
  return table;
}

/** Returns the key of a block: scope and number. */
export function blockKey(scope: string, block: number): Buffer {
  const key = Buffer.allocUnsafe(6);
  key.write(scope, 0, 'latin1');
  key.writeUInt32BE(block, 2);
  return key;
}

/** Returns the key of a row by its number, or by a rank. */
export function numberKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(number, 0);
  return key;
}
