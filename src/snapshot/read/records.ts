import {
  companyIdBytes,
  encodeCompanyId,
  type CompanyRecord,
  type LineOfficer,
  type PreviousRecord,
  type PreviousSnapshot,
} from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { ByteBuffer } from '../../model/index.ts';
import type { Table } from '../file/table.ts';
import { blockOf, entryOf, numberKey } from '../format/format.ts';
import { findPart } from '../format/company-block.ts';
import { decodeDetails, decompressDetails } from '../format/details.ts';
import { decodeOfficers, decompressOfficers } from '../format/officer-block.ts';
import {
  decodeIdEntry,
  findRow,
  parseResource,
  rankOfEntry,
  stateOfEntry,
  toIdentity,
  toProfile,
  type State,
} from '../format/row.ts';
import { BATCH_MAX, batchesOfIds, inRankOrder, rowsOfIds } from './rank-order.ts';
import type { SnapshotReader } from './reader.ts';

const NONE = Buffer.alloc(0);

/** The memory that the records of one scan share. */
interface Shared {
  readonly dictionary: Dictionary;
  readonly scratch: ByteBuffer;
}

/** The parts of a record outside of the table of ids, compressed. */
interface Beside {
  readonly officers: Buffer;
  readonly details: Buffer;
}

/** A record as a snapshot stores it. Records are compared without being decoded. A record stays valid. */
export class StoredRecord {
  readonly key: Buffer;
  readonly #entry: Buffer;
  readonly #beside: Beside;
  readonly #shared: Shared;

  constructor(key: Buffer, entry: Buffer, beside: Beside, shared: Shared) {
    this.key = key;
    this.#entry = entry;
    this.#beside = beside;
    this.#shared = shared;
  }

  get status(): State {
    return stateOfEntry(this.#entry);
  }

  /** Whether both records have the same content; their ranks and dictionaries may differ. */
  equals(other: StoredRecord): boolean {
    if (this.status !== 'active' || other.status !== 'active') return this.#entry.equals(other.#entry);
    // Slices would take a third of the time of a comparison.
    const [entry, others] = [this.#entry, other.#entry];
    const [{ end }, { end: othersEnd }] = [findRow(entry), findRow(others)];
    if (entry.compare(others, othersEnd, others.length, end, entry.length) !== 0) return false;
    const [text, othersText] = [this.#text(), other.#text()];
    return (
      text.bytes.compare(othersText.bytes, 0, othersText.length, 0, text.length) === 0 &&
      this.#plainOfficers().equals(other.#plainOfficers()) &&
      this.#plainDetails().equals(other.#plainDetails())
    );
  }

  decode(): CompanyRecord {
    const entry = decodeIdEntry(this.#entry);
    const { state } = entry;
    const text = state === 'active' ? this.#text().written().toString('utf8') : state === 'split' ? entry.profile : '}';
    return {
      id: encodeCompanyId(this.key),
      ...toIdentity(entry),
      ...toProfile(parseResource(text)),
      details: decodeDetails(this.#plainDetails()),
      ...decodeOfficers(this.#plainOfficers()),
    };
  }

  /** Returns the text of the row of an active record, valid until the next call of any record of the scan. */
  #text(): ByteBuffer {
    const { dictionary, scratch } = this.#shared;
    const { start, end } = findRow(this.#entry);
    scratch.length = 0;
    dictionary.decode(this.#entry, start, end, scratch);
    return scratch;
  }

  #plainOfficers(): Buffer {
    const { dictionary, scratch } = this.#shared;
    return decompressOfficers(this.#beside.officers, dictionary, scratch);
  }

  #plainDetails(): Buffer {
    const { dictionary, scratch } = this.#shared;
    return decompressDetails(this.#beside.details, dictionary, scratch);
  }
}

/** The records of a snapshot, for the build of the next one. */
export interface Published extends PreviousSnapshot {
  /** @param isWanted whether the current company of a rank is returned, too; by default all are */
  records(isWanted?: (rank: number) => boolean): Iterable<PreviousRecord>;
  /** Returns the rank of a current company; undefined for any other id. */
  rankOf(id: string): number | undefined;
}

export function openPublished(reader: SnapshotReader): Published {
  return {
    *records(isWanted = () => true) {
      for (const { key, value } of rowsOfIds(reader, (rank) => rank === undefined || isWanted(rank))) {
        const entry = decodeIdEntry(value);
        yield { id: encodeCompanyId(key), ...toIdentity(entry) };
      }
    },
    has: (id) => reader.tables.ids.find(companyIdBytes(id)),
    rankOf: (id) => {
      const entry = reader.tables.ids.get(companyIdBytes(id));
      return entry && rankOfEntry(entry);
    },
    readValues: (id) => toProfile(JSON.parse(reader.company(id)?.toString('utf8') ?? '{}')),
  };
}

/**
 * Returns every record of a snapshot, in the order of the ids' bytes.
 * @param isLeftOut whether the current company of a rank is left out
 */
export function* scanRecords(
  reader: SnapshotReader,
  isLeftOut: (rank: number) => boolean = () => false,
): Generator<StoredRecord, void, undefined> {
  const shared: Shared = { dictionary: reader.dictionary, scratch: new ByteBuffer(64 * 1024) };
  for (const rows of batchesOfIds(reader, BATCH_MAX, (rank) => rank === undefined || !isLeftOut(rank))) {
    const records = Array.from<StoredRecord>({ length: rows.length });
    for (const { at, key, value } of inRankOrder(reader, rows))
      records[at] = new StoredRecord(key, value, readBeside(reader, value), shared);
    yield* records;
  }
}

/**
 * Reads the officers of an active company as the snapshot stores them, with the fields that are not served. Returns only officers who have
 * not resigned by a day (YYYY-MM-DD).
 */
export function createOfficersReader(reader: SnapshotReader): (id: string, today: string) => LineOfficer[] {
  const scratch = new ByteBuffer(1024);
  return (id, today) => {
    const { dictionary, tables } = reader;
    const entry = tables.ids.get(companyIdBytes(id));
    if (entry === undefined) return [];
    const { officers } = decodeOfficers(
      decompressOfficers(storedPart(tables.officers, rankOfEntry(entry)), dictionary, scratch),
    );
    return officers.filter(({ resigned_on: until }) => until === undefined || until > today);
  };
}

function readBeside({ tables }: SnapshotReader, entry: Buffer): Beside {
  const rank = rankOfEntry(entry);
  return { officers: storedPart(tables.officers, rank), details: storedPart(tables.details, rank) };
}

/** Returns a compressed copy of the part of the company at a rank in a table of blocks. */
function storedPart(table: Table, rank: number | undefined): Buffer {
  const block = rank === undefined ? undefined : table.get(numberKey(blockOf(rank)));
  return rank === undefined || block === undefined ? NONE : Buffer.from(findPart(block, entryOf(rank)));
}
