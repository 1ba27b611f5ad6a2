import { ByteBuffer, encodeCompanyId, foldName } from '../../model/index.ts';
import { ALL_COUNTRIES, BLOCK_COMPANIES, NAME_KEY_BYTES_MAX, numberKey } from '../format/format.ts';
import { findPart } from '../format/company-block.ts';
import { decodeDetails, decompressDetails, haveNames, listFurtherNames } from '../format/details.ts';
import { ID_BYTES, parseResource } from '../format/row.ts';
import { BlockReader } from '../index/block-reader.ts';
import { orderKey } from '../index/search-keys.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { EncodedCompany } from './encoded-company.ts';

/** The companies of a snapshot that the next one takes over as they are. */
export interface Kept {
  readonly reader: SnapshotReader;
  /** In the order of their ranks. */
  readonly companies: Iterable<KeptEntry>;
}

/** A company to take over, with what a snapshot does not store of each company. */
export interface KeptEntry {
  /** The rank in the snapshot that it is taken from. */
  readonly rank: number;
  /** The key of its address, as in `addresses`; empty without one. */
  readonly address: Buffer;
  /** The country that it is counted under, and all its facts as the line index has them. */
  readonly facts: { readonly country: string };
  readonly bytes: Buffer;
}

/** A company as a snapshot has it: nothing is decoded that the next snapshot stores in the same bytes. */
export interface KeptCompany extends EncodedCompany {
  readonly entry: KeptEntry;
  /** Returns the key in the registry name order: only needed where another company has the same folded name. */
  readonly orderKey: () => Buffer;
}

const NONE = Buffer.alloc(0);

/** Yields the kept companies of a snapshot in name order. */
export function* keptCompanies({ reader, companies }: Kept): Generator<KeptCompany, void, undefined> {
  const { tables, dictionary } = reader;
  const { count } = tables.ids;
  const blocks = new BlockReader(tables).begin(ALL_COUNTRIES);
  const scopes = new ScopeCursors(reader);
  const scratch = new ByteBuffer(64 * 1024);
  const entries = companies[Symbol.iterator]();
  let wanted = entries.next();
  for (let number = 0; number * BLOCK_COMPANIES < count && blocks.read(number); number++) {
    if (number % BLOCKS_PER_RELEASE === 0) reader.release();
    const { block } = blocks;
    let names: string[] | undefined;
    const [officers, details] = [tables.officers, tables.details].map((table) => table.get(numberKey(number)));
    for (let entry = 0; entry < block.count; entry++) {
      const idStart = block.idsStart + ID_BYTES * entry;
      const id = Buffer.from(block.bytes.subarray(idStart, idStart + ID_BYTES));
      const countries = scopes.take(id);
      if (wanted.done === true || wanted.value.rank !== number * BLOCK_COMPANIES + entry) continue;
      const { value: kept } = wanted;
      wanted = entries.next();
      names ??= block.names();
      block.seek(entry);
      const row = Buffer.from(block.bytes.subarray(block.rowStart, block.rowEnd));
      const profile = (): ReturnType<typeof parseResource> => {
        scratch.length = 0;
        dictionary.decode(row, 0, row.length, scratch);
        return parseResource(scratch.written().toString('utf8'));
      };
      const part = details === undefined ? NONE : Buffer.from(findPart(details, entry));
      const cut = Buffer.from(names[entry] ?? '', 'latin1');
      const { country: own } = kept.facts;
      yield {
        entry: kept,
        id,
        name: cut.length < NAME_KEY_BYTES_MAX ? cut : Buffer.from(foldName(profile().name ?? '')),
        countries: countries.includes(own) ? [own, ...countries.filter((country) => country !== own)] : countries,
        row,
        officers: officers === undefined ? NONE : Buffer.from(findPart(officers, entry)),
        details: part,
        address: kept.address,
        furtherNames: () => {
          if (!haveNames(part)) return [];
          const all = decodeDetails(decompressDetails(part, dictionary, scratch));
          return listFurtherNames(all, profile().name).map(({ name }) => name);
        },
        orderKey: () => orderKey({ id: encodeCompanyId(id), profile: profile() }),
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

  /** Returns the countries of the next company of all countries. */
  take(id: Buffer): string[] {
    const name = id.toString('latin1');
    const scopes = this.#next.get(name);
    if (scopes === undefined) return [];
    this.#next.delete(name);
    for (const scope of scopes) this.#advance(scope);
    return scopes.map(({ country }) => country);
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
