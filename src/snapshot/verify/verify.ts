import { counted, encodeCompanyId, foldName } from '../../model/index.ts';
import { NEVER_YIELD, type YieldIfDue } from '../../files/index.ts';
import type { Block } from '../format/block.ts';
import { MATCH_TABLE_NAMES, tableNames, type TableName } from '../file/table-names.ts';
import { ALL_COUNTRIES, DICTIONARY_KEY, blockOf, entryOf, getTable } from '../format/format.ts';
import { SnapshotReader } from '../read/reader.ts';
import { ID_BYTES, decodeIdEntry, findRow, rankOfEntry, stateOfEntry, type IdEntry } from '../format/row.ts';
import { BlockReader } from '../index/block-reader.ts';
import { listMovedNumbers, movedNumberKey } from '../index/moved-numbers.ts';
import { queriesFor } from '../index/search-keys.ts';
import { countRecords } from '../format/metadata.ts';
import type { NameIndex } from '../name-index.ts';
import { TableDigest, contentDigest, digestOfDictionary } from '../file/table-writer.ts';
import { DamagedError } from '../file/page-sums.ts';
import { hashFile, readTrailer } from '../file/trailer.ts';
import { CompanySums } from './company-sums.ts';
import { BlocksThread } from './blocks-thread.ts';
import { failing, type Fail, type OnRow } from './fail.ts';
import { verifyBlocks } from './verify-blocks.ts';
import { verifyCompanyCounts } from './verify-counts.ts';

/** The extent of a verification: bytes of the file, records, and current companies. */
export interface Verified {
  readonly generation: string;
  readonly bytes: number;
  readonly records: number;
  readonly rows: number;
}

/** Receives the progress: bytes of the file while it is hashed, then rows of the tables. */
export type OnVerified = (done: number, total: number | undefined, note: string) => void;

export interface VerifyOptions {
  readonly onVerified?: OnVerified;
  readonly yieldIfDue?: YieldIfDue;
  /** Verifies the index of names, too. */
  readonly nameIndex?: NameIndex | undefined;
  /** Whether this program has written the file just now: then its checksum shows that the rows are those that were digested. */
  readonly isOwn?: boolean;
  /**
   * By rank: 1 if the company was copied from a snapshot that was verified. Of these companies the place in each table is verified, not again
   * what the parts hold.
   */
  readonly copied?: Uint8Array | undefined;
  /** Number of bytes from which a second thread verifies a part of a snapshot, until `signal` aborts; by default none does. */
  readonly parallelFrom?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Verifies a whole snapshot in constant memory: the checksum, which finds a flipped bit anywhere, then the invariants that a faulty
 * build would break.
 * @throws {InputError} that names the first fault
 */
export async function verifySnapshot(path: string, options: VerifyOptions = {}): Promise<Verified> {
  return await failing(path, (fail) => verifyAll(path, fail, options));
}

async function verifyAll(
  path: string,
  fail: Fail,
  {
    onVerified = () => undefined,
    yieldIfDue = NEVER_YIELD,
    nameIndex,
    isOwn = false,
    copied,
    parallelFrom = Infinity,
    signal,
  }: VerifyOptions,
): Promise<Verified> {
  const { dataBytes, sha256 } = readTrailer(path);
  const found = await hashFile(path, dataBytes, (done) => {
    onVerified(done, dataBytes, 'checksum');
    return yieldIfDue();
  });
  const reader = openedBy(path, fail);
  let thread: BlocksThread | undefined;
  try {
    if (!found.equals(sha256)) fail(`it is damaged: ${placeOfDamage(reader) ?? 'its checksum is wrong'}`);
    const isParallel = dataBytes >= parallelFrom;
    const total = countRows(reader, { isOwn, isParallel, nameIndex });
    let done = 0;
    const onRow = (table: string): Promise<void> | undefined => {
      onVerified(++done, total, `${counted(done, 'row')} checked, now ${table}`);
      return yieldIfDue();
    };
    if (!isOwn) await verifyDigests(reader, fail, onRow);
    const parts = { isOwn, copied };
    thread = isParallel ? new BlocksThread(path, parts, signal) : undefined;
    const { records, active, sums } = await verifyIds(reader, fail, onRow, { nameIndex, copied });
    await nameIndex?.verify(reader, fail, onRow);
    if (!isOwn && copied === undefined) await verifyCompanyCounts(reader, fail, onRow);
    const blocks = await (thread?.found ?? verifyBlocks(reader, fail, onRow, parts));
    if (!sums.equals(blocks.sums)) await findWrongRank(reader, fail, onRow);
    const { rows } = blocks;
    verifyCounts(reader, records, active, rows, fail);
    return { generation: reader.metadata.generation, bytes: dataBytes, records, rows };
  } finally {
    await thread?.close();
    await reader.close();
  }
}

/** Opens a snapshot. Without the advice to verify it, if it is damaged. */
function openedBy(path: string, fail: Fail): SnapshotReader {
  try {
    return SnapshotReader.open(path);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof DamagedError) fail(`it is damaged: ${error.cause.message}`);
    throw error;
  }
}

/** Says which table is damaged, and where; undefined if all pages have their checksums. */
function placeOfDamage({ tables }: SnapshotReader): string | undefined {
  const page = tables.pages.firstDamaged();
  if (page === undefined) return undefined;
  const names = tableNames(tables.match !== undefined).filter((name) =>
    getTable(tables, name).overlaps(page.start, page.end),
  );
  const where = names.length === 0 ? '' : `the table ${names.map((name) => `"${name}"`).join(' or ')}, `;
  return `${where}bytes ${page.start} to ${page.end} of the file have a wrong checksum`;
}

/** Returns the number of rows that this thread reads. */
function countRows(
  { tables }: SnapshotReader,
  { isOwn, isParallel, nameIndex }: Pick<VerifyOptions, 'isOwn' | 'nameIndex'> & { readonly isParallel: boolean },
): number {
  const all = tableNames(tables.match !== undefined);
  const matched = nameIndex === undefined || tables.match === undefined ? [] : MATCH_TABLE_NAMES;
  const blocks: readonly TableName[] = isParallel ? [] : ['rows', 'details', 'addresses'];
  const read = [...(isOwn === true ? [] : all), 'ids' as const, ...blocks, ...matched];
  return read.reduce((sum, name) => sum + getTable(tables, name).count, 0);
}

/** Minimum number of bytes of a snapshot for a second thread: a smaller one is verified before it has started. */
export const PARALLEL_BYTES_MIN = 16 * 1024 * 1024;

/** The share of records that are searched for by their name and each of their numbers, if they are active: one in this number. */
const SEARCHED_ONE_IN = 64;
/** The same for copied companies: a search for one takes longer than to copy it. */
const COPIED_SEARCHED_ONE_IN = 512;

async function verifyDigests(reader: SnapshotReader, fail: Fail, onRow: OnRow): Promise<void> {
  const { metadata } = reader;
  const digests: Record<string, string> = {};
  for (const name of tableNames(reader.tables.match !== undefined)) {
    const digest = new TableDigest();
    let before: Buffer | undefined;
    for (const { key, value } of reader.scan(name)) {
      if (before !== undefined && before.compare(key) >= 0) fail(`the keys of the table "${name}" are not in order`);
      before = key;
      digest.add(key, value);
      await onRow(name);
    }
    digests[name] = digest.finish();
    if (digests[name] !== metadata.tables[name]) fail(`the digest of the table "${name}" differs from the stored one`);
  }
  digests['dictionary'] = digestOfDictionary(reader.tables.metadata.get(DICTIONARY_KEY) ?? Buffer.alloc(0));
  if (contentDigest(digests).toString('hex') !== metadata.digest)
    fail('the digest of its content differs from the stored one');
}

/** Verifies that every id can be read, and that the targets of redirects and splits exist. */
async function verifyIds(
  reader: SnapshotReader,
  fail: Fail,
  onRow: OnRow,
  { nameIndex, copied }: Pick<VerifyOptions, 'nameIndex' | 'copied'>,
): Promise<{ readonly records: number; readonly active: number; readonly sums: CompanySums }> {
  const sums = new CompanySums(reader.metadata.records.active);
  const exists = (id: string): boolean => reader.company(id) !== undefined;
  let records = 0;
  let active = 0;
  let movedNumbers = 0;
  for (const { key, value } of reader.scan('ids')) {
    const rank = rankOfEntry(value);
    const isCopied = rank !== undefined && copied?.[rank] === 1;
    const isSearched = records++ % (isCopied ? COPIED_SEARCHED_ONE_IN : SEARCHED_ONE_IN) === 0;
    if (rank !== undefined) {
      active++;
      const { start, end } = findRow(value);
      sums.add(rank, key, 0, value, start, end);
    }
    // Copied entries were verified in the snapshot that they are from.
    if (isSearched || !isCopied) {
      movedNumbers += verifyMovedNumbers(reader, key, value, fail);
      const id = encodeCompanyId(key);
      const entry = decodeIdEntry(value);
      if (entry.state === 'active' && isSearched) verifyFound(reader, id, entry, fail, nameIndex);
      if (entry.state === 'redirected' && !exists(entry.canonicalId))
        fail(`"${id}" is redirected to "${entry.canonicalId}", which does not exist`);
      if (entry.state === 'split' && !entry.successorIds.every(exists))
        fail(`"${id}" is split into "${entry.successorIds.join('", "')}", which do not all exist`);
    }
    await onRow('ids');
  }
  const { count: stored } = reader.tables.movedNumbers;
  if (stored !== movedNumbers)
    fail(`it has ${stored} moved numbers, but its redirected and split records have ${movedNumbers}`);
  return { records, active, sums };
}

/** Verifies that each number of a redirected or split record leads to the record. Returns the number of its numbers. */
function verifyMovedNumbers({ tables }: SnapshotReader, id: Buffer, entry: Buffer, fail: Fail): number {
  const numbers = listMovedNumbers(entry);
  for (const number of numbers) {
    if (!tables.movedNumbers.find(movedNumberKey(number, id)))
      fail(`a number of "${encodeCompanyId(id)}", which is ${stateOfEntry(entry)}, does not lead to it`);
  }
  return numbers.size;
}

/**
 * Verifies that a search for the name of a company, and for each of its numbers in all forms, finds it first, if it starts at the company's
 * rank.
 */
function verifyFound(
  reader: SnapshotReader,
  id: string,
  { rank, identifiers, numberForms }: Extract<IdEntry, { state: 'active' }>,
  fail: Fail,
  nameIndex: NameIndex | undefined,
): void {
  const { name } = JSON.parse(reader.company(id)?.toString('utf8') ?? '{}') as { name?: string };
  const numbers = [...identifiers, ...numberForms].map(({ value }) => value);
  nameIndex?.verifyName(reader, { id, rank, name: foldName(name ?? '') }, fail);
  for (const query of queriesFor(name, numbers)) {
    const { json } = reader.search(query, undefined, 1, rank);
    if (!json.toString('utf8').startsWith(`{"id":"${id}"`)) fail(`a search for "${query}" does not find "${id}"`);
  }
}

/** Names an active id whose entry does not lead to its company and row in the blocks of all companies. */
async function findWrongRank(reader: SnapshotReader, fail: Fail, onRow: OnRow): Promise<void> {
  const blocks = new BlockReader(reader.tables).begin(ALL_COUNTRIES);
  for (const { key, value } of reader.scan('ids')) {
    const rank = rankOfEntry(value);
    if (rank !== undefined && !(blocks.read(blockOf(rank)) && isCompanyAt(blocks.block, entryOf(rank), key, value)))
      fail(`the id "${encodeCompanyId(key)}" points to the wrong company, or to other data of it`);
    await onRow('ids');
  }
}

/** Whether a company of a block has an id and the row of its entry in `ids`. */
function isCompanyAt(block: Block, entry: number, id: Buffer, stored: Buffer): boolean {
  if (entry >= block.count) return false;
  block.seek(entry);
  const { bytes, idsStart, rowStart, rowEnd } = block;
  const { start, end } = findRow(stored);
  const idStart = idsStart + ID_BYTES * entry;
  return (
    bytes.compare(id, 0, ID_BYTES, idStart, idStart + ID_BYTES) === 0 &&
    bytes.compare(stored, start, end, rowStart, rowEnd) === 0
  );
}

function verifyCounts({ metadata }: SnapshotReader, records: number, active: number, rows: number, fail: Fail): void {
  const all = countRecords(metadata.records);
  if (all !== records) fail(`its metadata counts ${all} records, but it has ${records}`);
  if (metadata.records.active !== rows)
    fail(`its metadata counts ${metadata.records.active} current companies, but its blocks have ${rows}`);
  if (active !== rows) fail(`${active} ids are current, but its blocks have ${rows} companies`);
}
