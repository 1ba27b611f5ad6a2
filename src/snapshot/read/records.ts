import { PROFILE_FIELDS, companyIdOf, type CompanyRecord, type Profile } from '../../model/index.ts';
import { Sorter } from '../../sort/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { BlockRows } from '../format/block.ts';
import { ByteBuffer } from '../format/byte-buffer.ts';
import { ALL_COUNTRIES, blockKey, blockOf, entryOf } from '../format/format.ts';
import { decodeOfficers, decompressOfficers, officersOfEach } from '../format/officer-block.ts';
import { ID_BYTES, decodeIdEntry, lifecycleOf, rowIn, stateOfEntry, type State } from '../format/row.ts';
import { decompressNames, namesOf } from '../../../extras/matching/index/further-names.ts';
import type { SnapshotScanner } from './scanner.ts';

const NONE = Buffer.alloc(0);

/** The memory in which the tables in name order are sorted by id; the rest is in files. */
const SORTED_BYTES = 32 * 1024 * 1024;

/** The memory that the records of one scan share. */
interface Shared {
  readonly dictionary: Dictionary;
  readonly scratch: ByteBuffer;
}

/** The parts of a record outside of the table of ids, compressed. */
interface Beside {
  readonly officers: Buffer;
  /** Empty where the snapshot has no match index. */
  readonly furtherNames: Buffer;
}

/** A record as a snapshot stores it, which is compared without being decoded. It stays valid. */
export class StoredRecord {
  /** The 16 bytes of its id. */
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

  /** Whether both have the same content; their ranks and dictionaries may differ. */
  equals(other: StoredRecord): boolean {
    if (this.status !== 'active' || other.status !== 'active') return this.#entry.equals(other.#entry);
    // Slices would take a third of the time of a comparison.
    const [entry, others] = [this.#entry, other.#entry];
    const [{ end }, { end: othersEnd }] = [rowIn(entry), rowIn(others)];
    if (entry.compare(others, othersEnd, others.length, end, entry.length) !== 0) return false;
    const [text, othersText] = [this.#text(), other.#text()];
    return (
      text.bytes.compare(othersText.bytes, 0, othersText.length, 0, text.length) === 0 &&
      this.#plainOfficers().equals(other.#plainOfficers()) &&
      this.#plainNames().equals(other.#plainNames())
    );
  }

  /** The record as it was written; former and further names only where the snapshot has a match index. */
  decode(): CompanyRecord {
    const entry = decodeIdEntry(this.#entry);
    const { state } = entry;
    const text = state === 'active' ? this.#text().written().toString('utf8') : state === 'split' ? entry.profile : '}';
    const { identifiers = [], numberForms = [], keys = [] } = 'identifiers' in entry ? entry : {};
    return {
      id: companyIdOf(this.key),
      lifecycle: lifecycleOf(entry),
      ...valuesIn(text),
      identifiers,
      numberForms,
      ...furtherNamesIn(this.#plainNames()),
      ...decodeOfficers(this.#plainOfficers()),
      keys,
      fingerprints: 'fingerprints' in entry ? entry.fingerprints : [],
    };
  }

  /** The text of the row of an active record; valid until the next call of any record of the scan. */
  #text(): ByteBuffer {
    const { dictionary, scratch } = this.#shared;
    const { start, end } = rowIn(this.#entry);
    scratch.length = 0;
    dictionary.decode(this.#entry, start, end, scratch);
    return scratch;
  }

  #plainOfficers(): Buffer {
    const { dictionary, scratch } = this.#shared;
    return decompressOfficers(this.#beside.officers, dictionary, scratch);
  }

  #plainNames(): Buffer {
    const { furtherNames } = this.#beside;
    return furtherNames.length === 0 ? furtherNames : decompressNames(furtherNames, this.#shared.dictionary);
  }
}

function furtherNamesIn(names: Buffer): Pick<CompanyRecord, 'formerNames' | 'otherNames'> {
  const list = (former: boolean, kind: string): CompanyRecord['formerNames'] =>
    Array.from(namesOf(names)).flatMap(({ name, isFormer }) => (isFormer === former ? [{ name, kind }] : []));
  return { formerNames: list(true, 'former'), otherNames: list(false, 'other') };
}

/** The values in the text of a row. */
function valuesIn(text: string): Pick<CompanyRecord, 'profile' | 'classifications'> {
  if (text === '}') return { profile: {}, classifications: [] };
  const resource = JSON.parse(`{${text.slice(1)}`) as Profile & Partial<Pick<CompanyRecord, 'classifications'>>;
  const profile = Object.fromEntries(
    PROFILE_FIELDS.flatMap((field) => (resource[field] === undefined ? [] : [[field, resource[field]]])),
  );
  return { profile, classifications: resource.classifications ?? [] };
}

/**
 * Every record of a snapshot, in the order of the ids' bytes. Reads each table from its first to its last row: the tables in name
 * order are sorted by id in files in `directory`, whose names begin with `name`.
 */
export function* recordsIn(
  scanner: SnapshotScanner,
  directory: string,
  name: string,
): Generator<StoredRecord, void, undefined> {
  const shared: Shared = { dictionary: scanner.reader.dictionary, scratch: new ByteBuffer(64 * 1024) };
  const sorter = (of: string): Sorter => new Sorter({ directory, name: `${name}-${of}`, memoryBytes: SORTED_BYTES });
  using officers = new ById(sortedOfficers(scanner, sorter('officers')));
  using furtherNames = new ById(sortedNames(scanner, sorter('names')));
  for (const { key, value } of scanner.rows('ids'))
    yield new StoredRecord(key, value, { officers: officers.take(key), furtherNames: furtherNames.take(key) }, shared);
}

/** Looks up sorted values, in ascending order of ids. */
class ById implements Disposable {
  readonly #sorted: ReturnType<Sorter['sorted']>;
  #next: ReturnType<ReturnType<Sorter['sorted']>['next']>;

  constructor(sorter: Sorter) {
    this.#sorted = sorter.sorted();
    this.#next = this.#sorted.next();
  }

  /** The value of an id; empty where there is none. */
  take(id: Buffer): Buffer {
    if (this.#next.done === true || !this.#next.value.key.equals(id)) return NONE;
    // The sorter lends its records until the next one.
    const value = Buffer.from(this.#next.value.value);
    this.#next = this.#sorted.next();
    return value;
  }

  [Symbol.dispose](): void {
    this.#sorted.return();
  }
}

function sortedOfficers(scanner: SnapshotScanner, sorter: Sorter): Sorter {
  for (const { key, value } of scanner.rows('officers')) {
    const idAt = idsOfBlock(scanner, key.readUInt32BE(0));
    for (const [entry, one] of officersOfEach(value).entries()) if (one.length > 0) sorter.add(idAt(entry), one);
  }
  return sorter;
}

function sortedNames(scanner: SnapshotScanner, sorter: Sorter): Sorter {
  if (scanner.reader.tables.match === undefined) return sorter;
  for (const { key, value } of scanner.rows('furtherNames')) {
    const rank = key.readUInt32BE(0);
    sorter.add(idsOfBlock(scanner, blockOf(rank))(entryOf(rank)), value);
  }
  return sorter;
}

/** The ids of the companies of a block of all companies. */
function idsOfBlock(scanner: SnapshotScanner, number: number): (entry: number) => Buffer {
  const block = scanner.reader.tables.rows.get(blockKey(ALL_COUNTRIES, number));
  if (block === undefined) throw new RangeError(`Cannot read the companies of block ${number}: it is missing`);
  const { idsStart } = new BlockRows(block);
  return (entry) => block.subarray(idsStart + ID_BYTES * entry, idsStart + ID_BYTES * (entry + 1));
}
