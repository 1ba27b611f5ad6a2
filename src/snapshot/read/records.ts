import { PROFILE_FIELDS, companyIdOf, type CompanyRecord, type Profile } from '../../model/index.ts';
import { Sorter } from '../../sort/index.ts';
import { Dictionary } from '../dictionary/dictionary.ts';
import { BlockRows } from '../format/block.ts';
import { ByteBuffer } from '../format/byte-buffer.ts';
import { ALL_COUNTRIES, DICTIONARY_KEY, blockKey } from '../format/format.ts';
import { decodeOfficers, decompressOfficers, officersOfEach } from '../format/officer-block.ts';
import { ID_BYTES, decodeIdEntry, lifecycleOf, rowIn, stateOfEntry, type State } from '../format/row.ts';
import type { SnapshotScanner } from './scanner.ts';

const NONE = Buffer.alloc(0);

/** The officers are sorted by id in so much memory; the rest lies in files. */
const OFFICERS_BYTES = 32 * 1024 * 1024;

/** What the records of one scan share. */
interface Shared {
  readonly dictionary: Dictionary;
  readonly scratch: ByteBuffer;
}

/** A record as a snapshot stores it, which can be compared without being decoded. It stays valid. */
export class StoredRecord {
  /** The 16 bytes of its id. */
  readonly key: Buffer;
  readonly #entry: Buffer;
  /** Compressed. */
  readonly #officers: Buffer;
  readonly #shared: Shared;

  constructor(key: Buffer, entry: Buffer, officers: Buffer, shared: Shared) {
    this.key = key;
    this.#entry = entry;
    this.#officers = officers;
    this.#shared = shared;
  }

  get status(): State {
    return stateOfEntry(this.#entry);
  }

  /** Whether both hold the same, whatever their ranks and the dictionaries of their snapshots. */
  equals(other: StoredRecord): boolean {
    if (this.status !== 'active' || other.status !== 'active') return this.#entry.equals(other.#entry);
    const [mine, theirs] = [rowIn(this.#entry), rowIn(other.#entry)];
    return (
      this.#entry.subarray(mine.end).equals(other.#entry.subarray(theirs.end)) &&
      this.#text(mine).equals(other.#text(theirs)) &&
      this.#plainOfficers().equals(other.#plainOfficers())
    );
  }

  /** The record that the snapshot was given, without former and other names, which it does not store. */
  decode(): CompanyRecord {
    const entry = decodeIdEntry(this.#entry);
    const { state } = entry;
    const text =
      state === 'active' ? this.#text(rowIn(this.#entry)).toString('utf8') : state === 'split' ? entry.profile : '}';
    const { identifiers = [], numberForms = [], keys = [] } = 'identifiers' in entry ? entry : {};
    return {
      id: companyIdOf(this.key),
      lifecycle: lifecycleOf(entry),
      ...valuesIn(text),
      identifiers,
      numberForms,
      formerNames: [],
      otherNames: [],
      ...decodeOfficers(this.#plainOfficers()),
      keys,
      fingerprints: 'fingerprints' in entry ? entry.fingerprints : [],
    };
  }

  /** The text of the row of an active record; valid until the next call of any record of the scan. */
  #text({ start, end }: { readonly start: number; readonly end: number }): Buffer {
    const { dictionary, scratch } = this.#shared;
    scratch.length = 0;
    dictionary.decode(this.#entry, start, end, scratch);
    return scratch.written();
  }

  #plainOfficers(): Buffer {
    const { dictionary, scratch } = this.#shared;
    return decompressOfficers(this.#officers, dictionary, scratch);
  }
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
 * Every record of a snapshot, in the order of the ids' bytes. Reads the tables from their first to their last row: officers, which
 * lie in the order of names, are sorted by id in files in `directory`, whose names begin with `name`.
 */
export function* recordsIn(
  scanner: SnapshotScanner,
  directory: string,
  name: string,
): Generator<StoredRecord, void, undefined> {
  const dictionary = new Dictionary(scanner.reader.tables.metadata.get(DICTIONARY_KEY) ?? NONE);
  const shared: Shared = { dictionary, scratch: new ByteBuffer(64 * 1024) };
  const officers = officersById(scanner, directory, name).sorted();
  try {
    let next = officers.next();
    for (const { key, value } of scanner.rows('ids')) {
      let own = NONE;
      // A record of the sorter is lent until the next one.
      if (next.done !== true && next.value.key.equals(key)) {
        own = Buffer.from(next.value.value);
        next = officers.next();
      }
      yield new StoredRecord(key, value, own, shared);
    }
  } finally {
    officers.return();
  }
}

function officersById(scanner: SnapshotScanner, directory: string, name: string): Sorter {
  const sorter = new Sorter({ directory, name, memoryBytes: OFFICERS_BYTES });
  for (const { key, value } of scanner.rows('officers')) {
    const block = scanner.reader.tables.rows.get(blockKey(ALL_COUNTRIES, key.readUInt32BE(0)));
    if (block === undefined) throw new RangeError('Cannot read officers: the block of their companies is missing');
    const rows = new BlockRows(block);
    for (const [entry, one] of officersOfEach(value).entries()) {
      const idStart = rows.idsStart + ID_BYTES * entry;
      if (one.length > 0) sorter.add(block.subarray(idStart, idStart + ID_BYTES), one);
    }
  }
  return sorter;
}
