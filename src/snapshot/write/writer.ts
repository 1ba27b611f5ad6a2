import { NEVER_YIELD, SHARED_MEMORY_BYTES, Sorter, type YieldIfDue } from '../../files/index.ts';
import { companyIdBytes, encodeBase32, extendRange, type CompanyRecord } from '../../model/index.ts';
import { DayCodes } from '../dictionary/day-codes.ts';
import { Dictionary } from '../dictionary/dictionary.ts';
import { TextSample, trainDictionary } from '../dictionary/training.ts';
import { BlockBuilder } from '../format/block.ts';
import { tableNames } from '../file/table-names.ts';
import {
  ALL_COUNTRIES,
  BLOCK_COMPANIES,
  DICTIONARY_KEY,
  MATCH_INDEX_KEY,
  METADATA_KEY,
  PREFIX_FILTER_KEY,
  blockKey,
  numberKey,
} from '../format/format.ts';
import { FORMAT_VERSION } from '../file/trailer.ts';
import { CompanyTally } from '../format/company-tally.ts';
import { detailsText } from '../format/details.ts';
import { TableWriter, contentDigest, digestOfDictionary } from '../file/table-writer.ts';
import { encodeCompanyBlock } from '../format/company-block.ts';
import { NO_COUNTRY, noRecords, type CountryCounts, type SnapshotMetadata } from '../format/metadata.ts';
import { officerTexts } from '../format/officer-block.ts';
import { encodeActiveEntry, encodeIdEntry } from '../format/row.ts';
import { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { orderKey, registrationCountry } from '../index/search-keys.ts';
import { SparseIndexWriter } from '../index/sparse-index.ts';
import type { NameIndex, NameIndexWriter } from '../name-index.ts';
import { AddressWriter } from './address-writer.ts';
import { inNameOrder } from './name-order.ts';
import { PLACE_BYTES } from './encoded-company.ts';
import { keptCompanies, type Kept, type KeptCompany } from './kept-companies.ts';
import { keptIds } from './kept-ids.ts';
import type { KeptNumbers } from './kept-numbers.ts';
import type { KeptRanks } from './kept-ranks.ts';
import type { NumberTrees } from './number-trees.ts';
import { IdWriter } from './id-writer.ts';
import { NumberWriter } from './number-writer.ts';
import { encodeStaged, stageCompany, toEntry, type DatedSources } from './staged-company.ts';

export interface WritingOptions {
  /** Called with the number of rows written, and the table. */
  readonly onRow?: (rows: number, table: string) => void;
  /** Names the key that the fingerprints of restricted records are hashed with; absent if no record is restricted. */
  readonly restrictionKey?: string | undefined;
  /** The facts of each register, by its id. */
  readonly registers?: SnapshotMetadata['registers'];
  readonly yieldIfDue?: YieldIfDue;
  /** Ends the wait for a thread with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Companies of the previous snapshot that stay as they are, and the dictionary that they are compressed with. */
  readonly kept?: Kept & KeptNumbers<KeptRanks> & { readonly dictionary: Uint8Array };
  /** Called for each company in name order: its rank, the key of its address, and its tag, or its entry if it is kept. */
  readonly onCompany?: (
    rank: number,
    address: Buffer,
    of: { readonly tag: Buffer } | Pick<KeptCompany, 'id' | 'entry'>,
  ) => void;
}

const EMPTY = Buffer.alloc(0);
const NOTHING = { branchRanks: EMPTY, dictionary: EMPTY };

/**
 * Writes a snapshot: takes companies in any order, sorts them on disk, and writes every table in the order of its keys. Memory is bounded,
 * except for four to eight bytes an identifier while the radix tree is built. `finish` uses a second thread if there are many companies.
 */
export class SnapshotWriter {
  readonly #directory: string;
  readonly #byName: Sorter;
  readonly #ids: IdWriter;
  readonly #numbers: NumberWriter;
  readonly #countryBlocks: Sorter;
  readonly #records = noRecords();
  readonly #countries = new Map<string, CountryCounts>();
  readonly #tally = new CompanyTally();
  readonly #prefixFilter = new PrefixFilterBuilder();
  readonly #addresses: AddressWriter;
  readonly #sample = new TextSample();
  readonly #nameIndex: NameIndexWriter | undefined;
  readonly #days: DayCodes;

  /**
   * @param directory a folder that belongs to this build, in which the writer creates and removes files
   * @param nameIndex by default none
   * @param days their codes replace the days of registers in the texts; by default none
   */
  constructor(directory: string, nameIndex?: NameIndex, days = new DayCodes()) {
    this.#directory = directory;
    this.#days = days;
    this.#nameIndex = nameIndex?.writer(directory);
    this.#byName = new Sorter({ directory, name: 'names' });
    this.#ids = new IdWriter(directory);
    this.#numbers = new NumberWriter(directory);
    this.#addresses = new AddressWriter(directory);
    this.#countryBlocks = new Sorter({ directory, name: 'blocks', memoryBytes: SHARED_MEMORY_BYTES });
  }

  /**
   * Adds a company. `finish` reports an id that was added twice.
   * @param tag what `onCompany` gets with the rank of an active company
   * @param sources the lines of its values with a day
   */
  add(record: CompanyRecord, tag: Buffer = EMPTY, sources?: DatedSources): void {
    this.#count(record);
    const { status } = record.lifecycle;
    if (status === 'active') {
      const staged = stageCompany(record, tag, this.#days, sources);
      const { classifications, details } = record;
      this.#tally.add({ ...details, countries: staged.countries, activity: classifications[0] });
      this.#sample.add(staged.id, () => [staged.text, detailsText(staged.details), ...officerTexts(staged.officers)]);
      this.#byName.add(orderKey(record), encodeStaged(staged));
      return;
    }
    this.#ids.add(companyIdBytes(record.id), encodeIdEntry(toEntry(record)));
  }

  /** Counts companies that are kept from the previous snapshot, by their country. */
  countKept(country: string, officers: number, day: string | undefined): void {
    const counts = this.#countsOf(country);
    this.#records.active++;
    counts.active++;
    counts.officers += officers;
    extendRange(counts, day);
  }

  /** The dictionary with codes, and what else the next build needs to take companies over, once `finish` has ended. */
  forNext: Pick<NumberTrees, 'branchRanks'> & { readonly dictionary: Uint8Array } = NOTHING;

  /** Writes the snapshot to `path`, which must not exist, and returns its metadata. */
  async finish(path: string, options: WritingOptions = {}): Promise<SnapshotMetadata> {
    const { onRow, restrictionKey, registers = {}, kept } = options;
    const yieldIfDue: YieldIfDue = () => options.yieldIfDue?.() ?? this.#numbers.whenReady();
    const dictionary =
      kept === undefined ? await trainDictionary(this.#sample.texts(), yieldIfDue) : new Dictionary(kept.dictionary);
    const stored = this.#days.expand(dictionary.bytes);
    if (kept !== undefined) this.#numbers.keep(kept);
    const writer = new TableWriter(path, this.#directory, onRow);
    try {
      const sparseIndex = new SparseIndexWriter((key, value) => writer.put('sparseIndex', key, value));
      await this.#writeCompanies(writer, sparseIndex, dictionary, { ...options, yieldIfDue });
      // Before other tables: a thread builds the trees.
      const numberTrees = this.#numbers.finish(options.signal);
      const ids = kept === undefined ? [] : keptIds(kept.reader, kept.ranks);
      await this.#ids.write(writer, ids, this.#prefixFilter, yieldIfDue);
      await this.#writeCountryBlocks(writer, sparseIndex, yieldIfDue);
      sparseIndex.finish();
      await this.#addresses.write(writer, yieldIfDue);
      const matchFacts = await this.#nameIndex?.write(writer, yieldIfDue);
      const trees = await numberTrees;
      await this.#numbers.write(writer, trees, this.#prefixFilter, yieldIfDue);
      this.forNext = { branchRanks: trees.branchRanks, dictionary: dictionary.bytes };
      const names = tableNames(matchFacts !== undefined);
      const digests = { ...writer.digests(names), dictionary: digestOfDictionary(stored) };
      const metadata = this.#createMetadata(digests, registers, restrictionKey);
      const prefixFilter = this.#prefixFilter.encode();
      writer.put('metadata', DICTIONARY_KEY, stored);
      if (matchFacts !== undefined) writer.put('metadata', MATCH_INDEX_KEY, Buffer.from(JSON.stringify(matchFacts)));
      writer.put('metadata', METADATA_KEY, Buffer.from(JSON.stringify(metadata)));
      if (prefixFilter !== undefined) writer.put('metadata', PREFIX_FILTER_KEY, prefixFilter);
      await writer.finish(yieldIfDue);
      return metadata;
    } finally {
      writer.close();
      await this.#numbers.close();
    }
  }

  #count(record: CompanyRecord): void {
    const { status } = record.lifecycle;
    const counts = this.#countsOf(countryOf(record));
    this.#records[status]++;
    counts[status]++;
    if (status !== 'active') return;
    counts.officers += record.officers.length;
    extendRange(counts, record.profile.as_of_date);
  }

  #countsOf(country: string): CountryCounts {
    let counts = this.#countries.get(country);
    if (counts === undefined) {
      counts = { ...noRecords(), officers: 0 };
      this.#countries.set(country, counts);
    }
    return counts;
  }

  async #writeCompanies(
    writer: TableWriter,
    sparseIndex: SparseIndexWriter,
    dictionary: Dictionary,
    { kept, onCompany, yieldIfDue = NEVER_YIELD }: WritingOptions,
  ): Promise<void> {
    const all = new BlockBuilder();
    const byCountry = new Map<string, BlockBuilder>();
    const officersOfBlock: Buffer[] = [];
    const detailsOfBlock: Buffer[] = [];
    const putParts = (table: 'officers' | 'details', parts: Buffer[]): void => {
      const block = encodeCompanyBlock(parts.splice(0));
      if (block !== undefined) writer.put(table, numberKey(all.block), block);
    };
    const closeBlock = (): void => {
      putParts('officers', officersOfBlock);
      putParts('details', detailsOfBlock);
      sparseIndex.add(ALL_COUNTRIES, all.lastName);
      writer.put('rows', blockKey(ALL_COUNTRIES, all.block), all.take());
    };
    const onOther = this.#numbers.noteBefore.bind(this.#numbers);
    const keptInOrder = (kept === undefined ? [] : keptCompanies(kept, this.#tally, onOther))[Symbol.iterator]();
    for (const company of inNameOrder(this.#byName.sorted(), keptInOrder, dictionary)) {
      const { id, name, countries, row, officers, details, address } = company;
      const rank = rankOfNext(all);
      onCompany?.(rank, address, company);
      this.#addresses.add(address, rank);
      this.#nameIndex?.add({ rank, countries, name: name.toString('latin1'), furtherNames: company.furtherNames() });
      const places = Buffer.allocUnsafe(PLACE_BYTES * countries.length);
      for (const [i, country] of countries.entries()) {
        const builder = byCountry.get(country) ?? new BlockBuilder();
        byCountry.set(country, builder);
        places.write(country, PLACE_BYTES * i, 'latin1');
        places.writeUInt32BE(rankOfNext(builder), PLACE_BYTES * i + 2);
        builder.add(name, id, row);
        if (builder.count === BLOCK_COMPANIES) this.#stageBlock(country, builder);
      }
      if ('entry' in company) {
        kept?.ranks.set({ rank: company.entry.rank, places: company.placesBefore }, rank, places);
      } else {
        const entry = encodeActiveEntry(rank, row, company.identifiers);
        this.#numbers.add(id, entry, places);
        this.#ids.add(id, entry);
      }
      all.add(name, id, row);
      officersOfBlock.push(officers);
      detailsOfBlock.push(details);
      if (all.count === BLOCK_COMPANIES) closeBlock();
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    if (all.count > 0) closeBlock();
    for (const [country, builder] of byCountry) if (builder.count > 0) this.#stageBlock(country, builder);
  }

  /** Stages a block of a country: the table is written one country after another. */
  #stageBlock(country: string, builder: BlockBuilder): void {
    const { block, lastName } = builder;
    const length = Buffer.allocUnsafe(2);
    length.writeUInt16LE(lastName.length, 0);
    this.#countryBlocks.add(blockKey(country, block), Buffer.concat([length, lastName, builder.take()]));
  }

  async #writeCountryBlocks(
    writer: TableWriter,
    sparseIndex: SparseIndexWriter,
    yieldIfDue: YieldIfDue,
  ): Promise<void> {
    for (const { key, value } of this.#countryBlocks.sorted()) {
      const nameEnd = 2 + value.readUInt16LE(0);
      sparseIndex.add(key.toString('latin1', 0, 2), value.subarray(2, nameEnd));
      writer.put('rows', key, value.subarray(nameEnd));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  }

  #createMetadata(
    tables: Readonly<Record<string, string>>,
    registers: SnapshotMetadata['registers'],
    restrictionKey: string | undefined,
  ): SnapshotMetadata {
    const digest = contentDigest(tables);
    return {
      format: FORMAT_VERSION,
      generation: encodeBase32(digest.subarray(0, 16)),
      digest: digest.toString('hex'),
      tables,
      records: this.#records,
      countries: Object.fromEntries([...this.#countries].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      registers,
      company_counts: this.#tally.finish(),
      ...(restrictionKey === undefined ? {} : { restriction_key: restrictionKey }),
    };
  }
}

/** Returns the rank in its scope of the next company that is added to a block. */
function rankOfNext({ block, count }: BlockBuilder): number {
  return block * BLOCK_COMPANIES + count;
}

/** Returns the country that a record is counted under. */
export function countryOf(record: Pick<CompanyRecord, 'lifecycle' | 'identifiers' | 'profile'>): string {
  const { status } = record.lifecycle;
  const isKept = status !== 'restricted' && status !== 'tombstoned';
  return (isKept ? (registrationCountry(record) ?? record.profile.country_code) : undefined) ?? NO_COUNTRY;
}
