import { close, closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { InputError, companyIdBytes, companyIdOf, isCompanyId } from '../../model/index.ts';
import type { SnapshotMetadata } from '../format/metadata.ts';
import { BlockRows, entryCount } from '../format/block.ts';
import {
  ABOUT_KEY,
  ALL_COUNTRIES,
  FORMAT_VERSION,
  NUMBER_HEADS_KEY,
  PHRASES_KEY,
  SEEK_TOPS_KEY,
  blockOf,
  entryOf,
  officersKey,
  type Tables,
} from '../format/format.ts';
import { GrowingBytes } from '../format/byte-buffer.ts';
import { appendIdentifiers } from '../format/identifiers.ts';
import { BlockSource } from '../index/name-matches.ts';
import { NumberHeads } from '../index/prefix-filter.ts';
import { appendCurrentOfficers, dayNumber } from '../format/officer-block.ts';
import { fileKey, openReadOnly } from './opening.ts';
import { PhraseBook } from '../dictionary/dictionary.ts';
import {
  ID_BYTES,
  STATES,
  decodeIdEntry,
  headOf,
  lifecycleOf,
  rankOfEntry,
  rowIn,
  splitKnownStart,
  writeActiveHead,
  type IdEntry,
} from '../format/row.ts';
import { Search, type InMemory, type SearchPage } from './search.ts';
import { SeekTops } from '../index/sparse-index.ts';
import { readTrailer } from '../format/trailer.ts';

/** Officers as JSON joined by commas, whether the register lists more of them, and the company they belong to. */
export interface OfficersOf {
  readonly companyId: string;
  readonly json: Buffer;
  readonly hasMore: boolean;
}

/**
 * Answers from a snapshot file. The file is mapped into memory, shared with every other process that reads it, and
 * opens in the same time at any size. The caller owns every answer.
 */
export class SnapshotReader {
  readonly metadata: SnapshotMetadata;
  /** Tells this file from any other that lies or lay at its path. */
  readonly fileKey: string;
  readonly #tables: Tables;
  /** The file again: see `close`. */
  #descriptor: number | undefined;
  readonly #memory: InMemory;
  readonly #search: Search;
  /** The bytes of the id that was asked for last. */
  readonly #id = Buffer.alloc(ID_BYTES);

  private constructor(tables: Tables, { metadata, memory, key }: Opened, descriptor: number) {
    this.#tables = tables;
    this.#memory = memory;
    this.#search = new Search(tables, memory);
    this.#descriptor = descriptor;
    this.fileKey = key;
    this.metadata = metadata;
  }

  /**
   * Opens a snapshot. Throws an InputError that says why where the file cannot be one. A lock file is made in the directory
   * `lockIn`, and removed at once; by default in the one for temporary files. Where `before` is a reader of the same file that nobody
   * asks any more, what it kept in memory is taken over.
   */
  static open(path: string, lockIn?: string, before?: SnapshotReader): SnapshotReader {
    for (let tries = 1; ; tries++) {
      const { fileKey: key } = readTrailer(path);
      const reader = SnapshotReader.#openSealed(path, key, lockIn, before?.fileKey === key ? before : undefined);
      // Replaced meanwhile, what is open is perhaps not what was looked at.
      if (fileKey(path) === key) return reader;
      void reader.close();
      if (tries === OPENING_TRIES) throw new InputError(`Cannot open the snapshot "${path}": it is being replaced`);
    }
  }

  /** Opens a snapshot and asks it a little, so that one whose tables are not there never answers anybody. Throws as `open`. */
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

  static #openSealed(
    path: string,
    key: string,
    lockIn: string | undefined,
    before: SnapshotReader | undefined,
  ): SnapshotReader {
    const descriptor = openSync(path, 'r');
    try {
      const tables = openReadOnly(path, lockIn);
      const opened = before === undefined ? openedOf(tables) : { metadata: before.metadata, memory: before.#memory };
      return new SnapshotReader(tables, { ...opened, key }, descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error instanceof InputError ? error : damaged(path, error);
    }
  }

  /** Finds the first and the last company by rank and by id. A single wrong byte is what `verifySnapshot` finds. */
  #check(): void {
    const { format, records } = this.metadata;
    if (format !== FORMAT_VERSION) throw new Error(`its tables are of format ${format}`);
    for (const rank of records.active === 0 ? [] : [0, records.active - 1]) {
      const entry = this.#entry(this.#idAt(rank));
      if (entry?.state !== 'active' || entry.rank !== rank)
        throw new Error(`the company at rank ${rank} is another one`);
    }
  }

  /** The tables themselves, for checking them. */
  get tables(): Tables {
    return this.#tables;
  }

  /**
   * Releases the file. Where it has been replaced, whoever lets go last removes its bytes from the disk, which takes a quarter of
   * a second for every gigabyte: the descriptor goes last, and is closed by another thread.
   */
  async close(): Promise<void> {
    await this.#tables.env.close();
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) await closeAside(descriptor);
  }

  /**
   * The companies whose folded name or one of whose folded numbers starts with the query, in name order from the rank
   * `start` on, at most `limit`. `country` is a scope: two capital letters; undefined searches all.
   */
  search(query: string, country: string | undefined, limit: number, start: number): SearchPage {
    return this.#search.page(query, country, limit, start);
  }

  /** The Company resource under an id as JSON, identifiers included; undefined where the id was never published. */
  company(id: string): Buffer | undefined {
    const record = this.#recordOf(id);
    if (record === undefined) return undefined;
    const { answer } = this.#memory;
    answer.length = 0;
    if (rankOfEntry(record) !== undefined) {
      answer.length = writeActiveHead(answer.bytes, 0, this.#id, 0);
      this.#appendProfile(record);
    } else {
      const entry = decodeIdEntry(record);
      answer.appendAscii(headOf(id, JSON.stringify(lifecycleOf(entry))));
      this.#appendProfile(entry.state === 'redirected' ? this.#recordOf(entry.canonicalId) : record);
    }
    return answer.copy();
  }

  /**
   * Whether nothing may be shown of a record, whatever an earlier snapshot shows: it, or the one that it is redirected to,
   * is restricted.
   */
  isRestricted(id: string): boolean {
    const entry = this.#entry(id);
    const canonical = entry?.state === 'redirected' ? this.#entry(entry.canonicalId) : entry;
    return canonical?.state === 'restricted';
  }

  /** The ids of all restricted records, in order. Goes through every record. */
  *restrictedIds(): Generator<string, void, undefined> {
    for (const { key, value } of this.#tables.ids.getRange({})) {
      if (STATES[value.readUInt8(0)] === 'restricted') yield companyIdOf(key);
    }
  }

  /** The officers who are current on a day (YYYY-MM-DD); undefined where the id was never published. */
  officers(id: string, limit: number, today: string): OfficersOf | undefined {
    let record = this.#recordOf(id);
    if (record === undefined) return undefined;
    let companyId = id;
    if (rankOfEntry(record) === undefined) {
      const entry = decodeIdEntry(record);
      if (entry.state === 'redirected') {
        companyId = entry.canonicalId;
        record = this.#recordOf(companyId);
      }
    }
    const rank = record && rankOfEntry(record);
    const block = rank === undefined ? undefined : this.#tables.officers.getBinaryFast(officersKey(blockOf(rank)));
    if (rank === undefined || block === undefined) return { companyId, json: Buffer.alloc(0), hasMore: false };
    this.#memory.answer.length = 0;
    const which = { entry: entryOf(rank), limit, today: dayNumber(today) };
    const hasMore = appendCurrentOfficers(block, which, this.#memory.phrases, this.#memory.answer);
    return { companyId, json: this.#memory.answer.copy(), hasMore };
  }

  /** What `ids` holds of an id, valid until the next read of any table. */
  #recordOf(id: string): Buffer | undefined {
    if (!isCompanyId(id)) return undefined;
    companyIdBytes(id, this.#id);
    return this.#tables.ids.getBinaryFast(this.#id);
  }

  #entry(id: string): IdEntry | undefined {
    const record = this.#recordOf(id);
    return record && decodeIdEntry(record);
  }

  /** Appends what follows the head of a Company resource: the profile and the identifiers of a record that has such. */
  #appendProfile(record: Buffer | undefined): void {
    const { answer, phrases } = this.#memory;
    let knownStart: number;
    if (record !== undefined && rankOfEntry(record) !== undefined) {
      const { start, end } = rowIn(record);
      phrases.decode(record, start, end, answer);
      knownStart = end;
    } else {
      const entry = record && decodeIdEntry(record);
      if (record === undefined || entry?.state !== 'split') {
        answer.appendAscii('}');
        return;
      }
      answer.append(Buffer.from(entry.rest));
      knownStart = splitKnownStart(record);
    }
    // The identifiers stand before the closing brace.
    answer.length--;
    appendIdentifiers(record, knownStart, answer);
  }

  #idAt(rank: number): string {
    const block = new BlockSource(this.#tables, this.#memory.block).begin(ALL_COUNTRIES).holding(rank);
    return new BlockRows(block).idOf(entryOf(rank));
  }

  /** The ids of the companies in rank order, for checking; from the rows of one scope. */
  *idsInOrder(scope = ALL_COUNTRIES): Generator<string, void, undefined> {
    const source = new BlockSource(this.#tables, this.#memory.block).begin(scope);
    for (let block = 0; ; block++) {
      const bytes = source.read(block);
      if (bytes === undefined) return;
      const rows = new BlockRows(bytes);
      // All at once, for the bytes of the block are valid only until the next one is read.
      yield* Array.from({ length: entryCount(bytes) }, (_, entry) => rows.idOf(entry));
    }
  }
}

/** What a reader has read of its file besides the tables. */
interface Opened {
  readonly metadata: SnapshotMetadata;
  readonly memory: InMemory;
  readonly key: string;
}

function openedOf({ about }: Tables): Omit<Opened, 'key'> {
  return {
    metadata: JSON.parse(mustHave(about.get(ABOUT_KEY), 'page about it').toString('utf8')) as SnapshotMetadata,
    memory: {
      phrases: PhraseBook.read(mustHave(about.get(PHRASES_KEY), 'phrases')),
      tops: new SeekTops(mustHave(about.get(SEEK_TOPS_KEY), 'tops of its ways to blocks')),
      heads: new NumberHeads(about.get(NUMBER_HEADS_KEY)),
      answer: new GrowingBytes(64 * 1024),
      block: new GrowingBytes(16 * 1024),
    },
  };
}

const closeAside = promisify(close);

function mustHave(stored: Buffer | undefined, what: string): Buffer {
  if (stored === undefined) throw new Error(`it has no ${what}`);
  return stored;
}

function damaged(path: string, error: unknown): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(`Cannot open the snapshot "${path}": it is damaged (${reason}); "verify" says where`, {
    cause: error,
  });
}

/** A file that is replaced as often while it is opened has no time to be served. */
const OPENING_TRIES = 5;
