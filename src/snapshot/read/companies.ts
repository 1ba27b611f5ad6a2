import { ByteBuffer } from '../../model/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import type { TalliedCompany } from '../format/company-tally.ts';
import { decompressDetails, detailsText } from '../format/details.ts';
import { ALL_COUNTRIES, BLOCK_COMPANIES, numberKey } from '../format/format.ts';
import { findPart } from '../format/company-block.ts';
import { ID_BYTES } from '../format/row.ts';
import { BlockReader } from '../index/block-reader.ts';
import type { SnapshotReader } from './reader.ts';

/** A country in whose scope a company is, and its rank there. */
export interface Place {
  readonly country: string;
  readonly rank: number;
}

/** A current company of a scan. Its functions return copies, until the scan continues. */
export interface ScannedCompany {
  readonly rank: number;
  readonly id: Buffer;
  /** The countries in whose scopes it is, and its places there. */
  readonly countries: readonly string[];
  readonly places: readonly Place[];
  /** The folded name, cut to `NAME_KEY_BYTES_MAX`. */
  readonly name: () => Buffer;
  /** Its row, officers and details, compressed. */
  readonly row: () => Buffer;
  readonly officers: () => Buffer;
  readonly details: () => Buffer;
}

const NONE = Buffer.alloc(0);

/**
 * The first activity in the text of a row; the days in the text of details. Quotes inside values have a backslash, so only keys match.
 * Parsing all of both texts takes ten times as long.
 */
const ACTIVITY = /"classifications":\[\{"scheme":("(?:[^"\\]|\\.)*"),"code":("(?:[^"\\]|\\.)*")/;
const REGISTERED = /"registered_on":"([^"]*)"/;
const CLOSED = /"closed_on":"([^"]*)"/;

/** Returns a function that decodes what is counted of a company. */
export function talliedCompanies({ dictionary }: SnapshotReader): (company: ScannedCompany) => TalliedCompany {
  const scratch = new ByteBuffer(64 * 1024);
  return ({ countries, row, details }) => {
    const [, scheme, code] = ACTIVITY.exec(rowText(row(), dictionary, scratch)) ?? [];
    const dates = detailsText(decompressDetails(details(), dictionary, scratch)).toString('latin1');
    return {
      countries,
      activity: scheme === undefined || code === undefined ? undefined : { scheme: parse(scheme), code: parse(code) },
      registered_on: REGISTERED.exec(dates)?.[1],
      closed_on: CLOSED.exec(dates)?.[1],
    };
  };
}

/** Decompresses a row. */
export function rowText(row: Buffer, dictionary: Dictionary, scratch: ByteBuffer): string {
  scratch.length = 0;
  dictionary.decode(row, 0, row.length, scratch);
  return scratch.written().toString('utf8');
}

function parse(text: string): string {
  return JSON.parse(text) as string;
}

/** Yields all current companies in name order. */
export function* scanCompanies(reader: SnapshotReader): Generator<ScannedCompany, void, undefined> {
  const { tables, metadata } = reader;
  const blocks = new BlockReader(tables).begin(ALL_COUNTRIES);
  const scopes = new ScopeCursors(reader);
  for (let number = 0; number * BLOCK_COMPANIES < metadata.records.active && blocks.read(number); number++) {
    if (number % BLOCKS_PER_RELEASE === 0) reader.release();
    const { block } = blocks;
    let names: string[] | undefined;
    const [officers, details] = [tables.officers, tables.details].map((table) => table.get(numberKey(number)));
    const part = (of: Buffer | undefined, entry: number): Buffer =>
      of === undefined ? NONE : Buffer.from(findPart(of, entry));
    for (let entry = 0; entry < block.count; entry++) {
      const idStart = block.idsStart + ID_BYTES * entry;
      const id = Buffer.from(block.bytes.subarray(idStart, idStart + ID_BYTES));
      const places = scopes.take(id);
      yield {
        rank: number * BLOCK_COMPANIES + entry,
        id,
        places,
        countries: places.map(({ country }) => country),
        name: () => Buffer.from((names ??= block.names())[entry] ?? '', 'latin1'),
        row: () => {
          block.seek(entry);
          return Buffer.from(block.bytes.subarray(block.rowStart, block.rowEnd));
        },
        officers: () => part(officers, entry),
        details: () => part(details, entry),
      };
    }
  }
}

/** Number of blocks after which pages are released: a scan of the whole file would count as memory. */
const BLOCKS_PER_RELEASE = 64;

/** Reads the blocks of all countries at once, as far as the companies of all countries have been read. */
class ScopeCursors {
  /** The country scopes by the id of their next company, as latin1. */
  readonly #next = new Map<string, Scope[]>();

  constructor(reader: SnapshotReader) {
    for (const { key } of reader.scan('sparseIndex')) {
      const country = key.toString('latin1');
      if (country === ALL_COUNTRIES) continue;
      const blocks = new BlockReader(reader.tables).begin(country);
      this.#advance({ country, blocks, rank: 0 });
    }
  }

  /** Returns the places of the next company of all countries. */
  take(id: Buffer): Place[] {
    const name = id.toString('latin1');
    const scopes = this.#next.get(name);
    if (scopes === undefined) return [];
    this.#next.delete(name);
    return scopes.map((scope) => {
      const { country, rank } = scope;
      this.#advance(scope);
      return { country, rank: rank - 1 };
    });
  }

  #advance(scope: Scope): void {
    const { blocks, rank } = scope;
    const entry = rank % BLOCK_COMPANIES;
    if (!blocks.read(Math.floor(rank / BLOCK_COMPANIES)) || entry >= blocks.block.count) return;
    scope.rank++;
    const { bytes, idsStart } = blocks.block;
    const id = bytes.toString('latin1', idsStart + ID_BYTES * entry, idsStart + ID_BYTES * (entry + 1));
    const others = this.#next.get(id);
    if (others === undefined) this.#next.set(id, [scope]);
    else others.push(scope);
  }
}

interface Scope {
  readonly country: string;
  readonly blocks: BlockReader;
  rank: number;
}
