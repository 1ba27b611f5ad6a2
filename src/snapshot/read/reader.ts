import type { OpenedFile } from '../../files/index.ts';
import {
  InputError,
  NO_DETAILS,
  companyIdBytes,
  encodeCompanyId,
  isCompanyId,
  type ByteBuffer,
  type DetailsRecord,
} from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import type { Row, Table } from '../file/table.ts';
import type { TableName } from '../file/table-names.ts';
import { ALL_COUNTRIES, blockOf, entryOf, getTable, numberKey, type Tables } from '../format/format.ts';
import { appendIdentifiers } from '../format/identifiers.ts';
import type { SnapshotMetadata } from '../format/metadata.ts';
import { appendCurrentOfficers, dayNumber } from '../format/officer-block.ts';
import {
  ID_BYTES,
  STATES,
  decodeIdEntry,
  formatHead,
  toLifecycle,
  rankOfEntry,
  findRow,
  splitIdentifiersStart,
  findSplitProfile,
  appendActiveHead,
  type IdEntry,
} from '../format/row.ts';
import { openSnapshot } from '../file/trailer.ts';
import { WriteLease } from '../file/write-lease.ts';
import { BlockReader } from '../index/block-reader.ts';
import { numberHolders, type NumberHolders } from '../index/number-holders.ts';
import { detailsAt } from './details.ts';
import { damaged, openTables } from './opening.ts';
import { loadMemory, type InMemory } from './in-memory.ts';
import { sameAddress, type SameAddress } from './same-address.ts';
import { Search, type SearchCounts, type SearchPage } from './search.ts';

/**
 * Number of rows of a scan after which pages are released. Pages of a mapped file count as memory of the process until then. A row reads up
 * to 64 kB of its neighbourhood, and so does each look-up made for the row: 2048 rows keep a scan below some 400 MB.
 */
const ROWS_PER_RELEASE = 2048;

export interface OfficersOf {
  /** The company that the officers belong to: the canonical one if the id is redirected. */
  readonly companyId: string;
  /** CompanyOfficer resources joined by commas, owned by the caller. */
  readonly json: Buffer;
  readonly hasMore: boolean;
}

/**
 * Reads a snapshot file. It is mapped into memory, which all processes share, and opening takes the same time at any size. The caller owns
 * every result: JSON is appended to the memory that the caller passes, else returned as a copy.
 */
export class SnapshotReader {
  readonly metadata: SnapshotMetadata;
  /** The file, open until `close`. Once a program has written into it, results may be wrong. */
  readonly file: OpenedFile;
  /** Makes a program that opens the file for writing wait. Only a service takes the lease. */
  readonly lease: WriteLease;
  readonly tables: Tables;
  readonly dictionary: Dictionary;
  /** The parts in memory. */
  readonly memory: InMemory;
  readonly #search: Search;
  /** Scratch memory for the bytes of an id. */
  readonly #id = Buffer.alloc(ID_BYTES);

  private constructor(tables: Tables, memory: InMemory, file: OpenedFile) {
    this.tables = tables;
    this.dictionary = memory.dictionary;
    this.memory = memory;
    this.#search = new Search(tables, memory);
    this.file = file;
    this.lease = new WriteLease(file.descriptor);
    this.metadata = memory.metadata;
  }

  /**
   * Opens a snapshot.
   * @throws {InputError} if the file is not a snapshot
   */
  static open(path: string): SnapshotReader {
    const file = openSnapshot(path);
    let tables: Tables | undefined;
    try {
      tables = openTables(file.descriptor, path);
      return new SnapshotReader(tables, loadMemory(tables), file);
    } catch (error) {
      void tables?.file.close();
      void file.close();
      throw error instanceof InputError ? error : damaged(path, error);
    }
  }

  /**
   * Opens a snapshot and looks up a few companies, so that a file with damaged tables is refused before it is served.
   * @throws {InputError} if it is not a sound snapshot
   */
  static openChecked(path: string): SnapshotReader {
    const reader = SnapshotReader.open(path);
    try {
      reader.#check();
      return reader;
    } catch (error) {
      void reader.close();
      throw damaged(path, error);
    }
  }

  /** Looks up the first and the last company by rank and by id. */
  #check(): void {
    const { records } = this.metadata;
    for (const rank of records.active === 0 ? [] : [0, records.active - 1]) {
      const entry = this.#entry(this.idAt(rank) ?? '');
      if (entry?.state !== 'active' || entry.rank !== rank)
        throw new Error(`the id at rank ${rank} points to another rank`);
    }
  }

  /**
   * Returns the details of the company that an id leads to, with the lifecycle of the id; undefined if the id was never published. The
   * caller owns them.
   */
  details(id: string): DetailsRecord | undefined {
    const requested = this.#entry(id);
    if (requested === undefined) return undefined;
    const entry = requested.state === 'redirected' ? this.#entry(requested.canonicalId) : requested;
    const hasValues = entry?.state === 'active' || entry?.state === 'split';
    const nameBefore = requested.state === 'redirected' && hasValues ? requested.nameBefore : undefined;
    const head = { lifecycle: toLifecycle(requested), ...(nameBefore === undefined ? {} : { nameBefore }) };
    if (entry?.state !== 'active') return { ...head, details: NO_DETAILS };
    const details = detailsAt(this.tables, this.memory, entry.rank);
    const [number] = entry.identifiers;
    return number === undefined ? { ...head, details } : { ...head, number, details };
  }

  /** Returns the other current companies at the address of the company that an id leads to; undefined if that company is not current. */
  sameAddress(id: string, limit: number): SameAddress | undefined {
    const requested = this.#entry(id);
    const entry = requested?.state === 'redirected' ? this.#entry(requested.canonicalId) : requested;
    return entry?.state === 'active' ? sameAddress(this.tables, this.memory, entry.rank, limit) : undefined;
  }

  /**
   * Returns a copy of every row of a table, in the order of the keys. Releases pages that were read after every `limit` rows.
   * @param isWanted whether the row that the table has gone to is returned; by default every row is
   */
  *scan(name: TableName, limit = ROWS_PER_RELEASE, isWanted?: (table: Table) => boolean): Generator<Row, void> {
    const table = getTable(this.tables, name);
    for (let row = 0; row < table.count; row++) {
      if (row % limit === limit - 1) this.release();
      table.seek(row);
      if (isWanted?.(table) !== false) yield table.copyRow();
    }
  }

  /** Takes the pages that were read out of the memory of the process. */
  release(): void {
    this.tables.file.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Closes the file, in the thread pool: that takes milliseconds. Nothing may be read any more. */
  async close(): Promise<void> {
    await this.tables.file.close();
    await this.file.close();
  }

  /**
   * Returns at most `limit` companies whose folded name, or one of whose folded numbers, starts with the folded query, in name order from
   * the rank `start` on. `country` is two capital letters; undefined searches all companies.
   */
  search(query: string, country: string | undefined, limit: number, start: number, target?: ByteBuffer): SearchPage {
    const into = target ?? this.#scratch();
    const next = this.#search.page(query, country, limit, start, into);
    return { json: ownedBy(target, into), next };
  }

  /** Returns the number of companies that a search finds, over all pages. */
  counts(query: string): SearchCounts {
    return this.#search.counts(query);
  }

  /** Returns at most `limit` current companies that have at least one of the folded numbers exactly, in name order. */
  withNumbers(numbers: readonly string[], limit: number): NumberHolders {
    return numberHolders(this.tables, this.memory.prefixFilter, numbers, limit);
  }

  /** Returns the Company resource of an id as JSON, with identifiers; undefined if the id was never published. */
  company(id: string, target?: ByteBuffer): Buffer | undefined {
    const record = this.#findRecord(id);
    if (record === undefined) return undefined;
    const into = target ?? this.#scratch();
    if (rankOfEntry(record) !== undefined) {
      appendActiveHead(into, this.#id, 0);
      this.#appendProfile(record, into);
    } else {
      const entry = decodeIdEntry(record);
      into.appendAscii(formatHead(id, JSON.stringify(toLifecycle(entry))));
      this.#appendProfile(entry.state === 'redirected' ? this.#findRecord(entry.canonicalId) : record, into);
    }
    return ownedBy(target, into);
  }

  /** Whether a record, or its target, is restricted: then none of its values may be shown, not even from an earlier snapshot. */
  isRestricted(id: string): boolean {
    const entry = this.#entry(id);
    const canonical = entry?.state === 'redirected' ? this.#entry(entry.canonicalId) : entry;
    return canonical?.state === 'restricted';
  }

  /** Returns the ids of all restricted records, in order. Reads every record. */
  *restrictedIds(): Generator<string, void, undefined> {
    for (const { key, value } of this.scan('ids')) {
      if (STATES[value.readUInt8(0)] === 'restricted') yield encodeCompanyId(key);
    }
  }

  /** Returns at most `limit` officers who are current on a day (YYYY-MM-DD); undefined if the id was never published. */
  officers(id: string, limit: number, today: string, target?: ByteBuffer): OfficersOf | undefined {
    let record = this.#findRecord(id);
    if (record === undefined) return undefined;
    let companyId = id;
    if (rankOfEntry(record) === undefined) {
      const entry = decodeIdEntry(record);
      if (entry.state === 'redirected') {
        companyId = entry.canonicalId;
        record = this.#findRecord(companyId);
      }
    }
    const rank = record && rankOfEntry(record);
    const block = rank === undefined ? undefined : this.tables.officers.get(numberKey(blockOf(rank)));
    if (rank === undefined || block === undefined) return { companyId, json: NO_BYTES, hasMore: false };
    const into = target ?? this.#scratch();
    const selection = { entry: entryOf(rank), limit, today: dayNumber(today) };
    const hasMore = appendCurrentOfficers(block, selection, this.dictionary, into);
    return { companyId, json: ownedBy(target, into), hasMore };
  }

  /** Returns empty memory for a result that is then copied. */
  #scratch(): ByteBuffer {
    const { answer } = this.memory;
    answer.length = 0;
    return answer;
  }

  /** Returns the entry of an id in `ids`. */
  #findRecord(id: string): Buffer | undefined {
    if (!isCompanyId(id)) return undefined;
    companyIdBytes(id, this.#id);
    return this.tables.ids.get(this.#id);
  }

  #entry(id: string): IdEntry | undefined {
    const record = this.#findRecord(id);
    return record && decodeIdEntry(record);
  }

  /** Appends the fields after the lifecycle: the profile and the identifiers of an active or split record; nothing for other records. */
  #appendProfile(record: Buffer | undefined, target: ByteBuffer): void {
    const state = record && STATES[record.readUInt8(0)];
    let identifiersStart: number;
    if (record !== undefined && state === 'active') {
      const { start, end } = findRow(record);
      this.dictionary.decode(record, start, end, target);
      identifiersStart = end;
    } else if (record !== undefined && state === 'split') {
      identifiersStart = splitIdentifiersStart(record);
      target.append(findSplitProfile(record));
    } else {
      target.appendAscii('}');
      return;
    }
    // The identifiers come before the closing brace.
    target.length--;
    appendIdentifiers(record, identifiersStart, target);
  }

  /** Returns the id of the company at a rank of a scope; undefined after the last company. */
  idAt(rank: number, scope = ALL_COUNTRIES): string | undefined {
    const blocks = new BlockReader(this.tables).begin(scope);
    const isThere = blocks.read(blockOf(rank)) && entryOf(rank) < blocks.block.count;
    return isThere ? blocks.block.decodeId(entryOf(rank)) : undefined;
  }
}

const NO_BYTES = Buffer.alloc(0);
/** Returns a copy of the JSON for the caller; empty if the JSON was appended to the caller's memory. */
function ownedBy(target: ByteBuffer | undefined, written: ByteBuffer): Buffer {
  return target === undefined ? written.copy() : NO_BYTES;
}
