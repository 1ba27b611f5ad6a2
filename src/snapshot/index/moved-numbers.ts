/**
 * The numbers of redirected and split records: a table whose keys are the first 8 bytes of the SHA-256 of a folded number and the 16
 * bytes of the record's id; its values are empty. Search does not find these records, so their numbers are not in the radix tree; the
 * prefix filter has them.
 */
import { encodeCompanyId, foldNumber, sha256Bytes, type CompanyIdentifier } from '../../model/index.ts';
import type { Tables } from '../format/format.ts';
import { ID_BYTES, decodeIdEntry, stateOfEntry } from '../format/row.ts';
import type { PrefixFilter } from './prefix-filter.ts';

const HASH_BYTES = 8;

/** Maximum number of records returned for one number; more are accidents of the data. */
const RECORDS_MAX = 25;

/** A redirected or split record. */
export interface MovedRecord {
  readonly id: string;
  /** Its identifiers, and other forms of them. They are not served. */
  readonly identifiers: readonly CompanyIdentifier[];
}

/** Returns the key of a folded number of a record in `movedNumbers`. */
export function movedNumberKey(number: string, id: Buffer): Buffer {
  return Buffer.concat([sha256Bytes(number, HASH_BYTES), id]);
}

/** Returns the folded numbers of a redirected or split record, from its entry in `ids`; an empty set for a record in another state. */
export function listMovedNumbers(entry: Buffer): ReadonlySet<string> {
  return new Set(decodeIdentifiers(entry).flatMap(({ value }) => foldNumber(value) || []));
}

/** Returns the redirected and split records that have at least one of the folded numbers exactly. */
export function movedRecords(
  { movedNumbers, ids }: Tables,
  filter: PrefixFilter,
  numbers: ReadonlySet<string>,
): MovedRecord[] {
  const found = new Map<string, MovedRecord>();
  for (const number of numbers) {
    if (!filter.mayMatch(number)) continue;
    const first = movedNumbers.firstFrom(movedNumberKey(number, FIRST_ID));
    const behind = movedNumbers.firstFrom(movedNumberKey(number, BEHIND_LAST_ID));
    for (let row = first; row < Math.min(behind, first + RECORDS_MAX - found.size); row++) {
      const { key } = movedNumbers.rowAt(row);
      const id = key.subarray(HASH_BYTES);
      const entry = ids.get(id);
      const identifiers = entry === undefined ? [] : decodeIdentifiers(entry);
      // Equal hashes do not prove equal numbers.
      if (identifiers.some(({ value }) => foldNumber(value) === number))
        found.set(encodeCompanyId(id), { id: encodeCompanyId(id), identifiers });
    }
  }
  return [...found.values()];
}

const FIRST_ID = Buffer.alloc(ID_BYTES);
const BEHIND_LAST_ID = Buffer.alloc(ID_BYTES + 1, 0xff);

function decodeIdentifiers(bytes: Buffer): CompanyIdentifier[] {
  const state = stateOfEntry(bytes);
  if (state !== 'redirected' && state !== 'split') return [];
  const entry = decodeIdEntry(bytes);
  return 'identifiers' in entry ? [...entry.identifiers, ...entry.numberForms] : [];
}
