import { createHash } from 'node:crypto';
import { InputError, companyIdOf } from '../../model/index.ts';
import type { CompanyIdentifier } from '../../model/index.ts';
import { NEVER_YIELD, type YieldIfDue } from '../../sort/index.ts';
import { BlockRows, entryCount, matchingEntries, namesOf } from '../format/block.ts';
import {
  ALL_COUNTRIES,
  BLOCK_COMPANIES,
  PHRASES_KEY,
  SEEK_TOPS_KEY,
  TABLE_NAMES,
  type Tables,
} from '../format/format.ts';
import { SnapshotScanner } from '../read/scanner.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { ID_BYTES, decodeIdEntry, rankOfEntry, rowIn } from '../format/row.ts';
import { queriesFor } from '../index/search-keys.ts';
import { SeekWriter } from '../index/sparse-index.ts';
import { contentDigest, digestOfPhrases, digestRow } from '../write/table-writer.ts';
import { hashFile, readTrailer } from '../format/trailer.ts';

/** What a check went through. */
export interface Verified {
  readonly bytes: number;
  readonly records: number;
  readonly rows: number;
}

/** Told how far a check has come: bytes of the file while it is summed, then rows of the tables. */
export type OnVerified = (done: number, total: number | undefined, note: string) => void;

export interface VerifyOptions {
  readonly onVerified?: OnVerified;
  readonly yieldIfDue?: YieldIfDue;
  /** Where the snapshot's lock file is made, see `SnapshotReader.open`. */
  readonly lockIn?: string;
}

/**
 * Checks a snapshot from end to end: the checksum of the file, so that a flipped byte anywhere is found, then the
 * invariants that a wrong builder would break. Throws an InputError that names the first fault. Memory is constant.
 */
export async function verifySnapshot(
  path: string,
  { onVerified = () => undefined, yieldIfDue = NEVER_YIELD, lockIn }: VerifyOptions = {},
): Promise<Verified> {
  const fail = (what: string): never => {
    throw new InputError(`Cannot trust the snapshot "${path}": ${what}`);
  };
  const { dataBytes, sha256 } = readTrailer(path);
  const found = await hashFile(path, dataBytes, (done) => {
    onVerified(done, dataBytes, 'checksum');
    return yieldIfDue();
  });
  if (!found.equals(sha256))
    fail(`its checksum is ${found.toString('hex')}, but ${sha256.toString('hex')} was stored; bytes have changed`);
  const scanner = new SnapshotScanner(path, { lockIn });
  try {
    let done = 0;
    const onRow = (table: string): Promise<void> | undefined => {
      onVerified(++done, undefined, `${done} rows checked, now ${table}`);
      return yieldIfDue();
    };
    await verifyDigests(scanner, fail, onRow);
    const { records, active } = await verifyIds(scanner, fail, onRow);
    const rows = await verifyScopes(scanner, fail, onRow);
    verifyCounts(scanner.reader, { records, active, rows }, fail);
    return { bytes: dataBytes, records, rows };
  } finally {
    await scanner.close();
  }
}

const NOTHING = new Uint8Array(0);

type Fail = (what: string) => never;
type OnRow = (table: string) => Promise<void> | undefined;

/** Of so many active companies one is looked up by its name and by each of its numbers, at its own place. */
const SEARCHED_ONE_IN = 64;

/** For each block of companies sixteen ids are looked up, which lie anywhere: two hundred megabytes for so many blocks. */
const BLOCKS_PER_MAPPING = 256;

async function verifyDigests(scanner: SnapshotScanner, fail: Fail, onRow: OnRow): Promise<void> {
  const { metadata } = scanner.reader;
  const digests: Record<string, string> = {};
  for (const name of TABLE_NAMES) {
    const digest = createHash('sha256');
    for (const { key, value } of scanner.rows(name)) {
      digestRow(digest, key, value);
      const pause = onRow(name);
      if (pause !== undefined) await pause;
    }
    digests[name] = digest.digest('hex');
    if (digests[name] !== metadata.tables[name]) fail(`the table "${name}" is not the one that was written`);
  }
  digests['phrases'] = digestOfPhrases(scanner.reader.tables.about.getBinary(PHRASES_KEY) ?? NOTHING);
  if (contentDigest(digests).toString('hex') !== metadata.digest)
    fail('its digest does not follow from its tables and phrases');
}

/**
 * Every id can be read, and a redirected or split one leads to records that exist. That an active one leads to its own row is seen from
 * the rows, which lie in order where the ids do not: see `misplacedId`.
 */
async function verifyIds(
  scanner: SnapshotScanner,
  fail: Fail,
  onRow: OnRow,
): Promise<{ readonly records: number; readonly active: number }> {
  const exists = (id: string): boolean => scanner.reader.company(id) !== undefined;
  let records = 0;
  let active = 0;
  for (const { key, value } of scanner.rows('ids')) {
    const id = companyIdOf(key);
    const entry = decodeIdEntry(value);
    const { reader } = scanner;
    if (entry.state === 'active') {
      active++;
      if (records % SEARCHED_ONE_IN === 0) verifyFound(reader, id, entry.rank, fail);
    } else if (entry.state === 'redirected' && !exists(entry.canonicalId)) {
      fail(`"${id}" is redirected to "${entry.canonicalId}", which does not exist`);
    } else if (entry.state === 'split' && !entry.successorIds.every(exists)) {
      fail(`"${id}" is split into "${entry.successorIds.join('", "')}", which do not all exist`);
    }
    records++;
    const pause = onRow('ids');
    if (pause !== undefined) await pause;
  }
  return { records, active };
}

/** A company is the first answer to its own name and numbers, in all countries, from its own place on. */
function verifyFound(reader: SnapshotReader, id: string, rank: number, fail: Fail): void {
  const { name, identifiers } = JSON.parse(reader.company(id)?.toString('utf8') ?? '{}') as {
    name?: string;
    identifiers?: CompanyIdentifier[];
  };
  for (const query of queriesFor(name, identifiers)) {
    const { json } = reader.search(query, undefined, 1, rank);
    if (!json.toString('utf8').startsWith(`{"id":"${id}"`)) fail(`a search for "${query}" does not find "${id}"`);
  }
}

/**
 * The first id of a block of all countries that does not lead back to its place in the block and to the same row; undefined where all do.
 * As many ids are active as there are rows, so no id leads anywhere else.
 */
export function misplacedId(
  block: Buffer,
  blockNumber: number,
  entryOf: (id: Buffer) => Buffer | undefined,
): string | undefined {
  const rows = new BlockRows(block);
  for (let entry = 0; entry < entryCount(block); entry++) {
    const idStart = rows.idsStart + ID_BYTES * entry;
    const id = block.subarray(idStart, idStart + ID_BYTES);
    const { start, end } = rows.rowAt(entry);
    const known = entryOf(id);
    if (known === undefined || rankOfEntry(known) !== blockNumber * BLOCK_COMPANIES + entry) return companyIdOf(id);
    const row = rowIn(known);
    if (Buffer.compare(known.subarray(row.start, row.end), block.subarray(start, end)) !== 0) return companyIdOf(id);
  }
  return undefined;
}

/** In every scope, blocks are numbered without a gap, full but for the last, in name order, and a seek leads to each. */
async function verifyScopes(scanner: SnapshotScanner, fail: Fail, onRow: OnRow): Promise<number> {
  let rows = 0;
  let scope = '';
  let block = 0;
  let before: Buffer = Buffer.alloc(0);
  let wasFull = true;
  let seeks = 0;
  // The ways to the blocks, made once more.
  const seek = new SeekWriter((key, value) => {
    seeks++;
    const written = scanner.reader.tables.seek.getBinary(key);
    if (written === undefined || !value.equals(written)) fail(`row ${seeks - 1} of the ways to blocks leads elsewhere`);
  });
  for (const { key, value } of scanner.rows('rows', BLOCKS_PER_MAPPING)) {
    const scopeOfKey = key.toString('latin1', 0, 2);
    if (scopeOfKey !== scope) {
      scope = scopeOfKey;
      block = 0;
      before = Buffer.alloc(0);
      wasFull = true;
    }
    const name = `block ${block} of ${scope === ALL_COUNTRIES ? 'all countries' : `"${scope}"`}`;
    if (key.readUInt32BE(2) !== block || !wasFull) fail(`there is a gap before ${name}`);
    for (const folded of namesOf(value)) {
      if (Buffer.compare(before, folded) > 0) fail(`${name} is not in name order at "${folded.toString()}"`);
      before = folded;
    }
    if (scope === ALL_COUNTRIES) {
      rows += entryCount(value);
      const misplaced = misplacedId(value, block, (id) => scanner.reader.tables.ids.getBinaryFast(id));
      if (misplaced !== undefined) fail(`the id "${misplaced}" leads to another company, or to another row of it`);
    }
    if (matchingEntries(value, before).from >= entryCount(value))
      fail(`the last name of ${name} cannot be found in it`);
    seek.add(scope, before);
    wasFull = entryCount(value) === BLOCK_COMPANIES;
    block++;
    const pause = onRow('rows');
    if (pause !== undefined) await pause;
  }
  const tops = scanner.reader.tables.about.getBinary(SEEK_TOPS_KEY);
  if (tops === undefined || !seek.finish().equals(tops)) fail('the tops of its ways to blocks are others');
  const written = rowsOf(scanner.reader.tables.seek);
  if (written !== seeks) fail(`it has ${written} rows of ways to blocks instead of ${seeks}`);
  return rows;
}

/** How many rows a table has, as it keeps count itself: to go through them would bring the whole file into memory. */
function rowsOf(table: Tables[keyof Tables]): number {
  return (table.getStats() as { readonly entryCount: number }).entryCount;
}

function verifyCounts(
  { metadata }: SnapshotReader,
  { records, active, rows }: { readonly records: number; readonly active: number; readonly rows: number },
  fail: Fail,
): void {
  const counted = Object.values(metadata.records).reduce((sum, count) => sum + count, 0);
  if (counted !== records) fail(`it says it has ${counted} records but has ${records}`);
  if (metadata.records.active !== rows)
    fail(`it says it has ${metadata.records.active} active companies but lists ${rows}`);
  if (active !== rows) fail(`${active} ids are active but ${rows} companies are listed`);
}
