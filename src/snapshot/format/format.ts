/**
 * The layout of the snapshot file, which docs/snapshot-format.md specifies. A change here changes the format: raise FORMAT_VERSION,
 * and change the page.
 */
import { open, type Database, type RootDatabase } from 'lmdb';

export const FORMAT_VERSION = 8;

/** The earliest version that this program reads: docs/snapshot-format.md, "Changes", says what files of that version lack. */
export const READABLE_VERSION_MIN = 6;

/** The first version whose sparse index has the keys of the blocks. */
export const KEYS_VERSION_MIN = 8;

/** The first version with details; its match index reads names from the details. */
export const DETAILS_VERSION_MIN = 8;

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

/** Number of blocks whose keys are in one row of the sparse index: a full row has 64 kB. */
export const KEYS_PER_ROW = 8192;

/** Maximum length of folded numbers in bytes; longer numbers are cut. The length is stored in one byte; no register has numbers as long. */
export const NUMBER_BYTES_MAX = 255;

/**
 * Size of a page: two pages of the operating system. With larger pages a look-up touches more memory; with smaller ones a block of 2 kB,
 * which registers with addresses have, would waste half a page.
 */
const PAGE_BYTES = 8 * 1024;

/** Address space in bytes that a build reserves: more than any disk has. */
const MAP_BYTES = 2 ** 42;

/** The scope of all companies; a country's scope is its two letters. */
export const ALL_COUNTRIES = '\0\0';

/** The tables of a snapshot, by their names in the file. */
export interface Tables {
  readonly env: RootDatabase<Buffer, Buffer>;
  /** metadata, dictionary, prefix filter */
  readonly metadata: Database<Buffer, Buffer>;
  /** scope, block number → the block, see block.ts */
  readonly rows: Database<Buffer, Buffer>;
  /** scope, row number → the keys of 8,192 blocks, see sparse-index.ts */
  readonly sparseIndex: Database<Buffer, Buffer>;
  /** scope, folded number … → ranks, see radix-tree.ts */
  readonly numbers: Database<Buffer, Buffer>;
  /** the 16 bytes of an id → state, row and identifiers of the record, see row.ts */
  readonly ids: Database<Buffer, Buffer>;
  /** block number of all companies → their officers, see company-block.ts and officer-block.ts */
  readonly officers: Database<Buffer, Buffer>;
  /** block number of all companies → their details, see company-block.ts and details.ts; undefined before version 8 */
  readonly details: Database<Buffer, Buffer> | undefined;
  /** hash of a folded address → ranks among all companies of those that have the address, see addresses.ts; undefined before version 8 */
  readonly addresses: Database<Buffer, Buffer> | undefined;
  /** hash of a folded number → ids of redirected and split records, see moved-numbers.ts; undefined in a file of version 6 */
  readonly movedNumbers: Database<Buffer, Buffer> | undefined;
  /** rank among all companies → former and further names, of the match index before version 8; undefined in other versions */
  readonly furtherNames: Database<Buffer, Buffer> | undefined;
  /** The match index; undefined in a snapshot that was built without one. */
  readonly match: MatchTables | undefined;
}

/** The tables of the match index. extras/matching/index/format.ts defines their rows. */
export interface MatchTables {
  /** block number → words in order, with the companies in whose names they are */
  readonly words: Database<Buffer, Buffer>;
  /** ordinal of a word → the companies, if they are many */
  readonly postings: Database<Buffer, Buffer>;
  /** bucket of hashes → the words that have them */
  readonly spellings: Database<Buffer, Buffer>;
}

export const METADATA_KEY = Buffer.from('metadata');
export const DICTIONARY_KEY = Buffer.from('dictionary');
export const PREFIX_FILTER_KEY = Buffer.from('prefix filter');
export const MATCH_INDEX_KEY = Buffer.from('match index');

/** The tables with content, in the order of the digest. */
export const TABLE_NAMES = [
  'rows',
  'sparseIndex',
  'numbers',
  'ids',
  'officers',
  'movedNumbers',
  'details',
  'addresses',
] as const;
/** The tables of the match index, which come after the others. */
export const MATCH_TABLE_NAMES = ['words', 'postings', 'spellings'] as const;
/** The tables of earlier versions, which are only verified. */
export const EARLIER_TABLE_NAMES = ['furtherNames'] as const;
export type TableName =
  | (typeof TABLE_NAMES)[number]
  | (typeof MATCH_TABLE_NAMES)[number]
  | (typeof EARLIER_TABLE_NAMES)[number];

export function tableNamesOf({ match, ...tables }: Tables): readonly TableName[] {
  const own = TABLE_NAMES.filter((name) => tables[name] !== undefined);
  const earlier = EARLIER_TABLE_NAMES.filter((name) => tables[name] !== undefined);
  return match === undefined ? own : [...own, ...MATCH_TABLE_NAMES, ...earlier];
}

/** Returns a table by its name. Throws if the snapshot has no table of this name. */
export function tableOf({ match, ...tables }: Tables, name: TableName): Database<Buffer, Buffer> {
  const all: { readonly [name in TableName]?: Database<Buffer, Buffer> | undefined } = { ...tables, ...match };
  const table = all[name];
  if (table === undefined) throw new Error(`the snapshot has no table "${name}"`);
  return table;
}

/**
 * Opens the LMDB file with the tables of a snapshot. With `isReadOnly` no byte of it ever changes.
 * @param hasMatch whether a new snapshot gets a match index; for a written snapshot, the metadata say so
 */
export function openTables(path: string, isReadOnly: boolean, hasMatch = false): Tables {
  const env = open<Buffer, Buffer>({
    path,
    noSubdir: true,
    readOnly: isReadOnly,
    maxDbs: TABLE_NAMES.length + MATCH_TABLE_NAMES.length + 1,
    encoding: 'binary',
    keyEncoding: 'binary',
    // A build syncs once, at its end: the file of a crashed build is removed anyway. Without `noMemInit` LMDB clears pages, so that
    // no memory of the process, such as restricted values, gets into their gaps.
    ...(isReadOnly ? {} : { pageSize: PAGE_BYTES, mapSize: MAP_BYTES, noSync: true }),
  });
  const table = (name: string): Database<Buffer, Buffer> =>
    env.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });
  // LMDB returns undefined for a table that is missing from a file opened for reading.
  const tableIfThere = (name: string): Database<Buffer, Buffer> | undefined => table(name);
  const metadata = table('metadata');
  const details = tableIfThere('details');
  const isMatched = isReadOnly ? metadata.get(MATCH_INDEX_KEY) !== undefined : hasMatch;
  return {
    env,
    metadata,
    rows: table('rows'),
    sparseIndex: table('sparseIndex'),
    numbers: table('numbers'),
    ids: table('ids'),
    officers: table('officers'),
    movedNumbers: tableIfThere('movedNumbers'),
    details,
    addresses: tableIfThere('addresses'),
    furtherNames: isReadOnly && details === undefined ? tableIfThere('furtherNames') : undefined,
    match: isMatched
      ? {
          words: table('words'),
          postings: table('postings'),
          spellings: table('spellings'),
        }
      : undefined,
  };
}

/** Returns the key of a block, or of a row of `sparseIndex`: scope and number. */
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
