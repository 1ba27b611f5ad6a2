/**
 * The layout of the snapshot file, as docs/snapshot-format.md writes it. Whatever changes here changes the format:
 * raise FORMAT_VERSION and the page together.
 */
import { open, type Database, type RootDatabase } from 'lmdb';

/** The version of the format that this program writes, and the only one it reads. */
export const FORMAT_VERSION = 5;

/** Companies in a block of rows: names are shorter beside their neighbours, but all of a block are looked through. A power of two. */
export const BLOCK_COMPANIES = 16;
const BLOCK_BITS = Math.log2(BLOCK_COMPANIES);

/** The number of the block that holds the company of a rank. */
export function blockOf(rank: number): number {
  return rank >>> BLOCK_BITS;
}

/** Where in its block the company of a rank is. */
export function entryOf(rank: number): number {
  return rank & (BLOCK_COMPANIES - 1);
}

/** Numbers that share a leaf of the number tree: as many entries are scanned at most to find one. */
export const LEAF_ENTRIES_MAX = 128;

/** Ranks in one chunk of a posting list. */
export const CHUNK_RANKS = 256;

/** Folded names are stored up to this many bytes: longer than any query can be once folded. */
export const NAME_KEY_BYTES_MAX = 2048;

/** Bytes of the last folded name of a block that `seek` knows. */
export const SEEK_NAME_BYTES_MAX = 200;

/** Blocks in a row of `seek`: all their names are looked through at most, and as many fewer rows must be known. */
export const SEEK_BLOCKS = 128;

/** Bytes of a folded number that the number tree knows, as a length of one byte can say; no register has one as long. */
export const NUMBER_BYTES_MAX = 255;

/**
 * Two pages of the system's: a value is found in memory that it has at hand, where one of 32 KiB is looked for all over eight of its
 * pages. Smaller ones would have blocks of 2 kB, as registers with addresses have them, each waste half a page.
 */
const PAGE_BYTES = 8 * 1024;

/** Address space that a build may fill: far beyond any disk, and only reserved. */
const MAP_BYTES = 2 ** 42;

/** The scope of every country together; a country's scope is its two letters. */
export const ALL_COUNTRIES = '\0\0';

/** The five tables of a snapshot, and the page about it. */
export interface Tables {
  readonly env: RootDatabase<Buffer, Buffer>;
  /** The JSON document `about`, the phrases, the tops of `seek`, and the heads of all numbers. */
  readonly about: Database<Buffer, Buffer>;
  /** scope, block number → the block: names, ids and rows of 16 companies in name order. */
  readonly rows: Database<Buffer, Buffer>;
  /** scope, row number → the last folded names of 128 blocks; see sparse-index.ts. */
  readonly seek: Database<Buffer, Buffer>;
  /** scope, folded number … → ranks; see radix-tree.ts. */
  readonly numbers: Database<Buffer, Buffer>;
  /** the 16 bytes of an id → the record's state, its row and identifiers. */
  readonly ids: Database<Buffer, Buffer>;
  /** block number of all countries → the officers of its companies. */
  readonly officers: Database<Buffer, Buffer>;
}

/** The keys of `about`: the page about the snapshot, the phrases that its texts are written with, the tops of `seek`, the heads of numbers. */
export const ABOUT_KEY = Buffer.from('about');
export const PHRASES_KEY = Buffer.from('phrases');
export const SEEK_TOPS_KEY = Buffer.from('seek tops');
export const NUMBER_HEADS_KEY = Buffer.from('number heads');

/** The tables with content, in the order that the digest goes through them. */
export const TABLE_NAMES = ['rows', 'seek', 'numbers', 'ids', 'officers'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** Opens the LMDB file with the tables of a snapshot; `isReadOnly` never changes a byte of it. */
export function openTables(path: string, isReadOnly: boolean): Tables {
  const env = open<Buffer, Buffer>({
    path,
    noSubdir: true,
    readOnly: isReadOnly,
    maxDbs: TABLE_NAMES.length + 1,
    encoding: 'binary',
    keyEncoding: 'binary',
    // A build syncs once, at its end: what a crash leaves behind is thrown away anyway. Pages are cleared before they are
    // filled (no `noMemInit`): else the gaps in them carry whatever the process had in its memory, restricted values too.
    ...(isReadOnly ? {} : { pageSize: PAGE_BYTES, mapSize: MAP_BYTES, noSync: true }),
  });
  const table = (name: string): Database<Buffer, Buffer> =>
    env.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });
  return {
    env,
    about: table('about'),
    rows: table('rows'),
    seek: table('seek'),
    numbers: table('numbers'),
    ids: table('ids'),
    officers: table('officers'),
  };
}

/** The key of a block of rows, and of a row of `seek`: scope and number. */
export function blockKey(scope: string, block: number): Buffer {
  const key = Buffer.allocUnsafe(6);
  key.write(scope, 0, 'latin1');
  key.writeUInt32BE(block, 2);
  return key;
}

/** The key of a block of officers. */
export function officersKey(block: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(block, 0);
  return key;
}
