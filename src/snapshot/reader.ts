import { close, closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { InputError, companyIdBytes, companyIdOf, foldName, foldNumber, isCompanyId } from '../model/index.ts';
import type { About } from './about.ts';
import { BlockRows, entryCount } from './block.ts';
import {
  ABOUT_KEY,
  ALL_COUNTRIES,
  BLOCK_COMPANIES,
  FORMAT_VERSION,
  NAME_KEY_BYTES_MAX,
  NUMBER_HEADS_KEY,
  officersKey,
  type Tables,
} from './format.ts';
import { BlockSource, NameMatches } from './name-matches.ts';
import { NumberHeads } from './number-heads.ts';
import { NumberMatches } from './number-matches.ts';
import { currentOfficers, dayNumber, type CurrentOfficers } from './officer-block.ts';
import { fileKey, openReadOnly } from './opening.ts';
import {
  ID_BYTES,
  ROW_HEAD_BYTES,
  STATES,
  decodeIdEntry,
  headOf,
  joinResource,
  writeActiveHead,
  type IdEntry,
} from './row.ts';
import { readTrailer } from './trailer.ts';

/** A page of companies as JSON joined by commas, and the rank at which the next page begins. */
export interface SearchPage {
  readonly json: Buffer;
  readonly next: number | undefined;
}

/** Officers and the company they belong to. */
export interface OfficersOf extends CurrentOfficers {
  readonly companyId: string;
}

/**
 * Answers from a snapshot file. The file is mapped into memory, shared with every other process that reads it, and
 * opens in the same time at any size. Every answer is a copy; that of a search is valid until the next search.
 */
export class SnapshotReader {
  readonly about: About;
  /** Tells this file from any other that lies or lay at its path. */
  readonly fileKey: string;
  readonly #tables: Tables;
  /** The file again: see `close`. */
  #descriptor: number | undefined;
  readonly #heads: NumberHeads;
  #page: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #pageLength = 0;

  private constructor(tables: Tables, about: About, key: string, descriptor: number) {
    this.#tables = tables;
    this.#descriptor = descriptor;
    this.fileKey = key;
    this.#heads = new NumberHeads(tables.about.get(NUMBER_HEADS_KEY));
    this.about = about;
  }

  /**
   * Opens a snapshot. Throws an InputError that says why where the file cannot be one. A lock file is made in the directory
   * `lockIn`, and removed at once; by default in the one for temporary files.
   */
  static open(path: string, lockIn?: string): SnapshotReader {
    for (let tries = 1; ; tries++) {
      const { fileKey: key } = readTrailer(path);
      const reader = SnapshotReader.#openSealed(path, key, lockIn);
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

  static #openSealed(path: string, key: string, lockIn: string | undefined): SnapshotReader {
    const descriptor = openSync(path, 'r');
    try {
      const tables = openReadOnly(path, lockIn);
      const about = tables.about.get(ABOUT_KEY);
      return new SnapshotReader(tables, JSON.parse(about?.toString('utf8') ?? '') as About, key, descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error instanceof InputError ? error : damaged(path, error);
    }
  }

  /** Finds the first and the last company by rank and by id. A single wrong byte is what `verifySnapshot` finds. */
  #check(): void {
    const { format, records } = this.about;
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
    const scope = country ?? ALL_COUNTRIES;
    const source = new BlockSource(this.#tables, scope);
    const number = Buffer.from(foldNumber(query));
    const numbers = new NumberMatches(this.#tables, scope, this.#heads.mayMatch(number) ? number : NO_PREFIX, start);
    const prefix = Buffer.from(foldName(query), 'latin1').subarray(0, NAME_KEY_BYTES_MAX);
    const names = prefix.length === 0 ? undefined : new NameMatches(this.#tables, scope, source, prefix, start);
    this.#pageLength = 0;
    const next =
      names !== undefined && numbers.rank === Infinity
        ? this.#collectNames(names, source, limit)
        : this.#collectBoth(names, numbers, source, limit);
    return { json: this.#page.subarray(0, this.#pageLength), next: next === Infinity ? undefined : next };
  }

  /** The Company resource under an id as JSON, identifiers included; undefined where the id was never published. */
  company(id: string): Buffer | undefined {
    const entry = this.#entry(id);
    if (entry === undefined) return undefined;
    switch (entry.state) {
      case 'active':
        return joinResource(headOf(id, { status: 'active' }), this.#row(entry.rank), entry.identifiers);
      case 'redirected':
        return this.#redirected(id, entry.canonicalId);
      case 'split': {
        const head = headOf(id, { status: 'split', successor_ids: [...entry.successorIds] });
        return joinResource(head, Buffer.from(entry.rest), entry.identifiers);
      }
      case 'tombstoned':
      case 'restricted':
        break;
    }
    return Buffer.from(`${headOf(id, { status: entry.state })}}`);
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
    const entry = this.#entry(id);
    if (entry === undefined) return undefined;
    const companyId = entry.state === 'redirected' ? entry.canonicalId : id;
    const canonical = entry.state === 'redirected' ? this.#entry(companyId) : entry;
    if (canonical?.state !== 'active') return { companyId, json: Buffer.alloc(0), hasMore: false };
    const block = this.#tables.officers.getBinaryFast(officersKey(Math.floor(canonical.rank / BLOCK_COMPANIES)));
    const entryInBlock = canonical.rank % BLOCK_COMPANIES;
    return { companyId, ...currentOfficers(block, entryInBlock, limit, dayNumber(today)) };
  }

  /** Takes runs of neighbours whole: a page is a slice or two. */
  #collectNames(names: NameMatches, source: BlockSource, limit: number): number {
    for (let left = limit; names.rank !== Infinity;) {
      if (left === 0) return names.rank;
      const count = Math.min(left, names.runEnd - names.rank);
      this.#append(source, names.rank, count);
      left -= count;
      if (names.rank + count < names.runEnd) return names.rank + count;
      names.skipRun();
    }
    return Infinity;
  }

  /** Merges matches by name and by number, which may lie anywhere, one by one; who matches twice is taken once. */
  #collectBoth(names: NameMatches | undefined, numbers: NumberMatches, source: BlockSource, limit: number): number {
    for (let left = limit; ; left--) {
      const nameRank = names?.rank ?? Infinity;
      const rank = Math.min(nameRank, numbers.rank);
      if (left === 0 || rank === Infinity) return rank;
      this.#append(source, rank, 1);
      if (nameRank === rank) names?.skipOne();
      if (numbers.rank === rank) numbers.next();
    }
  }

  /** Appends the resources of companies that are neighbours in one block. */
  #append(source: BlockSource, rank: number, count: number): void {
    const block = source.holding(rank);
    const from = rank % BLOCK_COMPANIES;
    const rows = new BlockRows(block);
    for (let entry = from; entry < from + count; entry++) {
      const { start, end } = rows.rowAt(entry);
      const needed = this.#pageLength + 1 + ROW_HEAD_BYTES + (end - start);
      if (needed > this.#page.length) {
        const grown = Buffer.allocUnsafeSlow(needed * 2);
        this.#page.copy(grown, 0, 0, this.#pageLength);
        this.#page = grown;
      }
      if (this.#pageLength > 0) this.#page[this.#pageLength++] = COMMA;
      this.#pageLength = writeActiveHead(this.#page, this.#pageLength, block, rows.idsStart + ID_BYTES * entry);
      this.#pageLength += block.copy(this.#page, this.#pageLength, start, end);
    }
  }

  #entry(id: string): IdEntry | undefined {
    if (!isCompanyId(id)) return undefined;
    const bytes = this.#tables.ids.getBinary(Buffer.from(companyIdBytes(id)));
    return bytes === undefined ? undefined : decodeIdEntry(bytes);
  }

  /** The row of a company; its bytes are valid until the next block is read. */
  #row(rank: number): Buffer {
    const block = new BlockSource(this.#tables, ALL_COUNTRIES).holding(rank);
    const { start, end } = new BlockRows(block).rowAt(rank % BLOCK_COMPANIES);
    return block.subarray(start, end);
  }

  #idAt(rank: number): string {
    const block = new BlockSource(this.#tables, ALL_COUNTRIES).holding(rank);
    return new BlockRows(block).idOf(rank % BLOCK_COMPANIES);
  }

  /** The profile of the canonical record under the requested id. */
  #redirected(id: string, canonicalId: string): Buffer {
    const head = headOf(id, { status: 'redirected', canonical_id: canonicalId });
    const canonical = this.#entry(canonicalId);
    if (canonical?.state === 'active') return joinResource(head, this.#row(canonical.rank), canonical.identifiers);
    if (canonical?.state === 'split') return joinResource(head, Buffer.from(canonical.rest), canonical.identifiers);
    return Buffer.from(`${head}}`);
  }

  /** The ids of the companies in rank order, for checking; from the rows of one scope. */
  *idsInOrder(scope = ALL_COUNTRIES): Generator<string, void, undefined> {
    const source = new BlockSource(this.#tables, scope);
    for (let block = 0; ; block++) {
      const bytes = source.read(block);
      if (bytes === undefined) return;
      const rows = new BlockRows(bytes);
      // All at once, for the bytes of the block are valid only until the next one is read.
      yield* Array.from({ length: entryCount(bytes) }, (_, entry) => rows.idOf(entry));
    }
  }
}

const closeAside = promisify(close);

function damaged(path: string, error: unknown): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(`Cannot open the snapshot "${path}": it is damaged (${reason}); "verify" says where`, {
    cause: error,
  });
}

/** A file that is replaced as often while it is opened has no time to be served. */
const OPENING_TRIES = 5;

const COMMA = 0x2c;
const NO_PREFIX = Buffer.alloc(0);
