import { lmdbFault } from '../../files/index.ts';
import { InputError, companyIdBytes, companyIdOf, encodeBase32 } from '../../model/index.ts';
import type { CompanyRecord } from '../../model/index.ts';
import { NEVER_YIELD, Sorter, type YieldIfDue } from '../../sort/index.ts';
import { NO_COUNTRY, noRecords, type SnapshotMetadata, type CountryCounts } from '../format/metadata.ts';
import { BlockBuilder } from '../format/block.ts';
import {
  ABOUT_KEY,
  ALL_COUNTRIES,
  BLOCK_COMPANIES,
  FORMAT_VERSION,
  NUMBER_HEADS_KEY,
  PHRASES_KEY,
  SEEK_TOPS_KEY,
  blockKey,
  officersKey,
  type Tables,
} from '../format/format.ts';
import { NumberHeadsBuilder } from '../index/prefix-filter.ts';
import { RadixTreeBuilder } from '../index/radix-tree.ts';
import { encodeOfficerBlock, encodeOfficers, compressOfficers, officerTexts } from '../format/officer-block.ts';
import { openForWriting } from '../read/opening.ts';
import { decodePacked, encodePacked, type Packed } from './staged-company.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { TextSample, trainDictionary } from '../dictionary/training.ts';
import { encodeActiveEntry, encodeIdEntry, restOf } from '../format/row.ts';
import { countriesOf, foldedNumbers, orderKey, registrationCountry } from '../index/search-keys.ts';
import { SeekWriter } from '../index/sparse-index.ts';
import { TableWriter, contentDigest, digestOfPhrases } from './table-writer.ts';
import { appendTrailer } from '../format/trailer.ts';

const NOTHING = Buffer.alloc(0);

export interface WritingOptions {
  /** Told how many rows are written, and of which table. */
  readonly onRow?: (rows: number, table: string) => void;
  /** Names the key that the fingerprints of restricted records are hashed with; absent where no record is restricted. */
  readonly restrictionKey?: string | undefined;
  readonly yieldIfDue?: YieldIfDue;
}

/**
 * Writes a snapshot: takes companies in any order, sorts them on disk, and writes every table once, in order. Memory
 * does not grow with their number but for four to eight bytes an identifier while the number tree is made.
 */
export class SnapshotWriter {
  readonly #directory: string;
  readonly #byName: Sorter;
  readonly #byId: Sorter;
  readonly #numbers: Sorter;
  readonly #countryBlocks: Sorter;
  readonly #records = noRecords();
  readonly #countries = new Map<string, CountryCounts>();
  readonly #heads = new NumberHeadsBuilder();
  readonly #sample = new TextSample();

  /** `directory` must exist and be private to this build: files are made and removed in it. */
  constructor(directory: string) {
    this.#directory = directory;
    const sorter = (name: string): Sorter => new Sorter({ directory, name });
    this.#byName = sorter('names');
    this.#byId = sorter('ids');
    this.#numbers = sorter('numbers');
    this.#countryBlocks = sorter('blocks');
  }

  /** Takes a company. Each id may be given once; a second one is found when the file is written. */
  add(record: CompanyRecord): void {
    this.#count(record);
    const { status } = record.lifecycle;
    if (status === 'active') {
      const { key, foldedLength } = orderKey(record);
      const packed = packedOf(record, foldedLength);
      this.#sample.add(packed.id, () => [packed.row, ...officerTexts(packed.officers)]);
      this.#byName.add(key, encodePacked(packed));
      return;
    }
    this.#byId.add(companyIdBytes(record.id), encodeIdEntry(entryOf(record)));
  }

  /** Writes the snapshot to `path`, which must not exist, and returns the page about it. */
  async finish(path: string, options: WritingOptions = {}): Promise<SnapshotMetadata> {
    try {
      const metadata = await this.#writeTables(path, options);
      await appendTrailer(path, options.yieldIfDue ?? NEVER_YIELD);
      return metadata;
    } catch (error) {
      throw lmdbFault(error, this.#directory);
    }
  }

  async #writeTables(
    path: string,
    { onRow = () => undefined, restrictionKey, yieldIfDue = NEVER_YIELD }: WritingOptions,
  ): Promise<SnapshotMetadata> {
    const tables = openForWriting(path);
    try {
      const phrases = await trainDictionary(this.#sample.take(), yieldIfDue);
      const writer = new TableWriter(tables, this.#directory, onRow);
      const seek = new SeekWriter((key, value) => writer.put('seek', key, value));
      await this.#writeCompanies(writer, seek, phrases, yieldIfDue);
      await this.#writeCountryBlocks(writer, seek, yieldIfDue);
      await this.#writeNumbers(writer, yieldIfDue);
      await this.#writeIds(writer, yieldIfDue);
      const kept = { phrases: Buffer.from(phrases.bytes), seekTops: seek.finish() };
      writer.flush();
      return this.#writeAbout(tables, kept, writer.digests(), restrictionKey);
    } finally {
      await tables.env.close();
    }
  }

  #count(record: CompanyRecord): void {
    const { status } = record.lifecycle;
    const isKept = status !== 'restricted' && status !== 'tombstoned';
    const country = isKept ? (registrationCountry(record) ?? record.profile.country_code) : undefined;
    const name = country ?? NO_COUNTRY;
    let counts = this.#countries.get(name);
    if (counts === undefined) {
      counts = { ...noRecords(), officers: 0 };
      this.#countries.set(name, counts);
    }
    this.#records[status]++;
    counts[status]++;
    if (status !== 'active') return;
    counts.officers += record.officers.length;
    const date = record.profile.as_of_date;
    if (date === undefined) return;
    if (counts.as_of_first === undefined || date < counts.as_of_first) counts.as_of_first = date;
    if (counts.as_of_last === undefined || date > counts.as_of_last) counts.as_of_last = date;
  }

  async #writeCompanies(
    writer: TableWriter,
    seek: SeekWriter,
    phrases: Dictionary,
    yieldIfDue: YieldIfDue,
  ): Promise<void> {
    const all = new BlockBuilder();
    const byCountry = new Map<string, BlockBuilder>();
    let officers: Buffer[] = [];
    const closeBlock = (): void => {
      const officerBlock = encodeOfficerBlock(officers);
      if (officerBlock !== undefined) writer.put('officers', officersKey(all.block), officerBlock);
      officers = [];
      seek.add(ALL_COUNTRIES, all.lastName);
      writer.put('rows', blockKey(ALL_COUNTRIES, all.block), all.take());
    };
    for (const { key, value } of this.#byName.sorted()) {
      const packed = decodePacked(value);
      const folded = Buffer.from(key.subarray(0, packed.foldedLength));
      const rank = all.block * BLOCK_COMPANIES + all.count;
      this.#addNumbers(ALL_COUNTRIES, packed, rank);
      const row = phrases.encode(packed.row);
      this.#byId.add(packed.id, encodeActiveEntry(rank, row, packed.known));
      for (const country of packed.countries) {
        const builder = byCountry.get(country) ?? new BlockBuilder();
        byCountry.set(country, builder);
        this.#addNumbers(country, packed, builder.block * BLOCK_COMPANIES + builder.count);
        builder.add(folded, packed.id, row);
        if (builder.count === BLOCK_COMPANIES) this.#keepBlock(country, builder);
      }
      all.add(folded, packed.id, row);
      officers.push(compressOfficers(packed.officers, phrases));
      if (all.count === BLOCK_COMPANIES) closeBlock();
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    if (all.count > 0) closeBlock();
    for (const [country, builder] of byCountry) if (builder.count > 0) this.#keepBlock(country, builder);
  }

  #addNumbers(scope: string, packed: Packed, rank: number): void {
    for (const number of packed.numbers) {
      const key = Buffer.allocUnsafe(2 + number.length + 5);
      key.write(scope, 0, 'latin1');
      number.copy(key, 2);
      key[2 + number.length] = 0;
      key.writeUInt32BE(rank, 3 + number.length);
      this.#numbers.add(key, NOTHING);
    }
  }

  /** Blocks of countries fill side by side; they wait here until they can be written one country after the other. */
  #keepBlock(country: string, builder: BlockBuilder): void {
    const { block, lastName } = builder;
    const length = Buffer.allocUnsafe(2);
    length.writeUInt16LE(lastName.length, 0);
    this.#countryBlocks.add(blockKey(country, block), Buffer.concat([length, lastName, builder.take()]));
  }

  async #writeCountryBlocks(writer: TableWriter, seek: SeekWriter, yieldIfDue: YieldIfDue): Promise<void> {
    for (const { key, value } of this.#countryBlocks.sorted()) {
      const nameEnd = 2 + value.readUInt16LE(0);
      seek.add(key.toString('latin1', 0, 2), value.subarray(2, nameEnd));
      writer.put('rows', key, value.subarray(nameEnd));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  }

  async #writeNumbers(writer: TableWriter, yieldIfDue: YieldIfDue): Promise<void> {
    const rows = new Sorter({ directory: this.#directory, name: 'tree' });
    let scope: string | undefined;
    let builder: RadixTreeBuilder | undefined;
    for (const { key } of this.#numbers.sorted()) {
      const scopeOfKey = key.toString('latin1', 0, 2);
      if (builder === undefined || scopeOfKey !== scope) {
        builder?.finish();
        scope = scopeOfKey;
        const prefix = Buffer.from(key.subarray(0, 2));
        builder = new RadixTreeBuilder((row) => rows.add(Buffer.concat([prefix, row.key]), row.value));
      }
      const number = Buffer.from(key.subarray(2, key.length - 5));
      if (scope === ALL_COUNTRIES) this.#heads.add(number);
      builder.add(number, key.readUInt32BE(key.length - 4));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    builder?.finish();
    for (const { key, value } of rows.sorted()) {
      writer.put('numbers', key, value);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  }

  async #writeIds(writer: TableWriter, yieldIfDue: YieldIfDue): Promise<void> {
    let before: Buffer | undefined;
    for (const { key, value } of this.#byId.sorted()) {
      if (before?.equals(key) === true) {
        throw new InputError(
          `Cannot build: two companies have the id "${companyIdOf(key)}"; ` +
            'a line that carries an id must also carry what identifies its company, or nothing else that identifies',
        );
      }
      before = Buffer.from(key);
      writer.put('ids', before, value);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  }

  #writeAbout(
    tables: Tables,
    { phrases, seekTops }: { readonly phrases: Buffer; readonly seekTops: Buffer },
    digestsOfTables: Record<string, string>,
    restrictionKey: string | undefined,
  ): SnapshotMetadata {
    const digests = { ...digestsOfTables, phrases: digestOfPhrases(phrases) };
    const digest = contentDigest(digests);
    const metadata: SnapshotMetadata = {
      format: FORMAT_VERSION,
      generation: encodeBase32(digest.subarray(0, 16)),
      digest: digest.toString('hex'),
      tables: digests,
      records: this.#records,
      countries: Object.fromEntries([...this.#countries].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ...(restrictionKey === undefined ? {} : { restriction_key: restrictionKey }),
    };
    const heads = this.#heads.encode();
    tables.env.transactionSync(() => {
      tables.about.putSync(ABOUT_KEY, Buffer.from(JSON.stringify(metadata)));
      tables.about.putSync(PHRASES_KEY, phrases);
      tables.about.putSync(SEEK_TOPS_KEY, seekTops);
      if (heads !== undefined) tables.about.putSync(NUMBER_HEADS_KEY, heads);
    });
    return metadata;
  }
}

function packedOf(record: CompanyRecord, foldedLength: number): Parameters<typeof encodePacked>[0] {
  return {
    id: companyIdBytes(record.id),
    foldedLength,
    countries: countriesOf(record),
    row: Buffer.from(restOf(record)),
    numbers: foldedNumbers(record),
    officers: encodeOfficers(record),
    identifiers: record.identifiers,
    keys: record.keys,
  };
}

function entryOf(record: CompanyRecord): Parameters<typeof encodeIdEntry>[0] {
  const { lifecycle, identifiers, keys, fingerprints } = record;
  switch (lifecycle.status) {
    case 'redirected':
      return { state: 'redirected', canonicalId: lifecycle.canonical_id ?? '', identifiers, keys };
    case 'split':
      return { state: 'split', successorIds: lifecycle.successor_ids ?? [], rest: restOf(record), identifiers, keys };
    case 'tombstoned':
    case 'restricted':
      return { state: lifecycle.status, fingerprints };
    case 'active':
      break;
  }
  throw new Error('An active record has its place among the names');
}
