/**
 * The numbers of records that lead elsewhere, redirected and split ones: the first 8 bytes of the SHA-256 of each folded number, and the
 * 16 bytes of the id, in order. They are stored in up to 4,096 parts, by the first 12 bits, so that a look-up reads a kilobyte. Nobody
 * searches by them, so they are not in the radix tree; the prefix filter knows them.
 */
import { hash } from 'node:crypto';
import { companyIdOf, foldNumber, type CompanyIdentifier } from '../../model/index.ts';
import type { Tables } from '../format/format.ts';
import { ID_BYTES, decodeIdEntry, stateOfEntry } from '../format/row.ts';
import type { PrefixFilter } from './prefix-filter.ts';

const HASH_BYTES = 8;
const ENTRY_BYTES = HASH_BYTES + ID_BYTES;
const PART_BITS = 12;
const PARTS = 2 ** PART_BITS;
/** Records that one number leads to; more are accidents of the data. */
const RECORDS_MAX = 25;

/** A record that leads elsewhere. */
export interface MovedRecord {
  readonly id: string;
  /** Its identifiers, and other forms of them; nobody is served these. */
  readonly identifiers: readonly CompanyIdentifier[];
}

/** Where a part is stored in `metadata`. */
function movedNumbersKey(part: number): Buffer {
  return Buffer.from(`moved numbers ${part}`);
}

/** Collects the numbers of records that lead elsewhere. */
export class MovedNumbersBuilder {
  readonly #parts = new Map<number, { bytes: Buffer; length: number }>();

  /** Takes an entry of the table of ids; returns its folded numbers, none where it is in another state. */
  add(id: Buffer, entry: Buffer): ReadonlySet<string> {
    const numbers = new Set(numbersOf(entry).map(({ value }) => foldNumber(value)));
    numbers.delete('');
    for (const number of numbers) {
      const hashed = hashOf(number);
      const part = this.#parts.get(partOf(hashed)) ?? { bytes: Buffer.alloc(4 * ENTRY_BYTES), length: 0 };
      if (part.length === part.bytes.length) part.bytes = Buffer.concat([part.bytes, Buffer.alloc(part.length)]);
      hashed.copy(part.bytes, part.length, 0, HASH_BYTES);
      id.copy(part.bytes, part.length + HASH_BYTES, 0, ID_BYTES);
      part.length += ENTRY_BYTES;
      this.#parts.set(partOf(hashed), part);
    }
    return numbers;
  }

  /** The parts as they are stored, in their order; none that is empty. */
  *finish(): Generator<{ readonly key: Buffer; readonly value: Buffer }, void, undefined> {
    for (let part = 0; part < PARTS; part++) {
      const { bytes, length } = this.#parts.get(part) ?? { bytes: Buffer.alloc(0), length: 0 };
      if (length === 0) continue;
      const entries = Array.from({ length: length / ENTRY_BYTES }, (_, i) =>
        bytes.subarray(i * ENTRY_BYTES, (i + 1) * ENTRY_BYTES),
      );
      yield { key: movedNumbersKey(part), value: Buffer.concat(entries.toSorted((a, b) => Buffer.compare(a, b))) };
    }
  }
}

/** The parts that a snapshot has; none where it was built before there were any. */
export function* movedNumbersIn({ metadata }: Tables): Generator<{ readonly key: Buffer; readonly value: Buffer }> {
  for (let part = 0; part < PARTS; part++) {
    const key = movedNumbersKey(part);
    const value = metadata.get(key);
    if (value !== undefined) yield { key, value };
  }
}

/** The records that lead elsewhere and have one of some folded numbers exactly. */
export function movedRecords(
  { metadata, ids }: Tables,
  filter: PrefixFilter,
  numbers: ReadonlySet<string>,
): MovedRecord[] {
  const found = new Map<string, MovedRecord>();
  for (const number of numbers) {
    if (!filter.mayMatch(number)) continue;
    const hashed = hashOf(number);
    const part = metadata.get(movedNumbersKey(partOf(hashed)));
    if (part === undefined) continue;
    for (let at = firstAt(part, hashed); at < part.length && found.size < RECORDS_MAX; at += ENTRY_BYTES) {
      if (part.compare(hashed, 0, HASH_BYTES, at, at + HASH_BYTES) !== 0) break;
      const key = Buffer.from(part.subarray(at + HASH_BYTES, at + ENTRY_BYTES));
      const entry = ids.get(key);
      const identifiers = entry === undefined ? [] : numbersOf(entry);
      if (identifiers.some(({ value }) => foldNumber(value) === number))
        found.set(companyIdOf(key), { id: companyIdOf(key), identifiers });
    }
  }
  return [...found.values()];
}

function hashOf(number: string): Buffer {
  return hash('sha256', number, 'buffer').subarray(0, HASH_BYTES);
}

function partOf(hashed: Buffer): number {
  return hashed.readUInt16BE(0) >>> (16 - PART_BITS);
}

/** Where the first entry with a hash lies, or would. */
function firstAt(part: Buffer, hashed: Buffer): number {
  let [from, to] = [0, part.length / ENTRY_BYTES];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const start = middle * ENTRY_BYTES;
    if (part.compare(hashed, 0, HASH_BYTES, start, start + HASH_BYTES) < 0) from = middle + 1;
    else to = middle;
  }
  return from * ENTRY_BYTES;
}

function numbersOf(bytes: Buffer): CompanyIdentifier[] {
  const state = stateOfEntry(bytes);
  if (state !== 'redirected' && state !== 'split') return [];
  const entry = decodeIdEntry(bytes);
  return 'identifiers' in entry ? [...entry.identifiers, ...entry.numberForms] : [];
}
