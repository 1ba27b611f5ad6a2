import { companyIdOf } from '../../model/index.ts';
import { NAME_KEY_BYTES_MAX } from './format.ts';
import { decodeNames, encodeNames, firstNotBefore } from './front-coding.ts';
import { ID_BYTES } from './row.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/**
 * A block holds the folded names, ids and rows of consecutive companies of one scope:
 *
 *     u8 count · varint bytes of the names · the names, front-coded ·
 *     count × varint bytes of the row · count × 16 bytes of id · the rows
 *
 * A row is the compressed JSON of the fields that follow the lifecycle, see row.ts.
 */
const COUNT_BYTES = 1;

interface Entry {
  readonly name: Buffer;
  readonly id: Uint8Array;
  readonly row: Buffer;
}

/** Collects consecutive companies of one scope into blocks. */
export class BlockBuilder {
  readonly #entries: Entry[] = [];
  block = 0;

  get count(): number {
    return this.#entries.length;
  }

  /** The folded name of the last company: the key of the block in the sparse index. */
  get lastName(): Buffer {
    return this.#entries.at(-1)?.name ?? Buffer.alloc(0);
  }

  /** Adds the next company. Keeps `name`, which is folded, and `row` without a copy. */
  add(name: Buffer, id: Uint8Array, row: Buffer): void {
    this.#entries.push({ name: name.subarray(0, NAME_KEY_BYTES_MAX), id, row });
  }

  /** Encodes the current block and begins the next one. */
  take(): Buffer {
    const bytes = encodeBlock(this.#entries);
    this.#entries.length = 0;
    this.block++;
    return bytes;
  }
}

function encodeBlock(entries: readonly Entry[]): Buffer {
  const names = encodeNames(entries.map(({ name }) => name));
  const rowsBytes = entries.reduce((sum, { row }) => sum + row.length, 0);
  const bytes = Buffer.allocUnsafe(
    COUNT_BYTES + names.length + rowsBytes + (entries.length + 1) * (VARINT_BYTES_MAX + ID_BYTES),
  );
  bytes[0] = entries.length;
  let at = writeVarint(bytes, COUNT_BYTES, names.length);
  at += names.copy(bytes, at);
  for (const { row } of entries) at = writeVarint(bytes, at, row.length);
  for (const { id } of entries) {
    bytes.set(id, at);
    at += id.length;
  }
  for (const { row } of entries) at += row.copy(bytes, at);
  return bytes.subarray(0, at);
}

export function entryCount(block: Buffer): number {
  return block[0] ?? 0;
}

/** Finds the ids and rows in the bytes of a block. */
export class BlockRows {
  /** The offset of the first id; the others follow. */
  readonly idsStart: number;
  readonly #block: Buffer;
  readonly #lengths: VarintReader;
  #entry = 0;
  #rowStart: number;

  constructor(block: Buffer) {
    this.#block = block;
    const head = new VarintReader(block, COUNT_BYTES);
    const namesBytes = head.next();
    const count = entryCount(block);
    this.#lengths = new VarintReader(block, head.at + namesBytes);
    let idsStart = head.at + namesBytes;
    // The last byte of each varint is the one without the high bit.
    for (let left = count; left > 0; idsStart++) if ((block[idsStart] ?? 0) < 0x80) left--;
    this.idsStart = idsStart;
    this.#rowStart = idsStart + ID_BYTES * count;
  }

  idOf(entry: number): string {
    const start = this.idsStart + ID_BYTES * entry;
    return companyIdOf(this.#block.subarray(start, start + ID_BYTES));
  }

  /** The offsets of the row of an entry. Call it in ascending order of entries, once for each. */
  rowAt(entry: number): { readonly start: number; readonly end: number } {
    while (this.#entry < entry) {
      this.#rowStart += this.#lengths.next();
      this.#entry++;
    }
    const start = this.#rowStart;
    this.#rowStart += this.#lengths.next();
    this.#entry++;
    return { start, end: this.#rowStart };
  }
}

/** The entries of a block whose folded name starts with a prefix: `from` to `to`, `to` excluded. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
  /** Whether a later block may hold more: the last entry matches or is smaller than the prefix. */
  readonly isOpen: boolean;
}

export function matchingEntries(block: Buffer, prefix: Buffer): EntryRange {
  const count = entryCount(block);
  const reader = namesIn(block);
  const { entry: from, startsWithPrefix } = firstNotBefore(block, reader, count, prefix);
  if (!startsWithPrefix) return { from, to: from, isOpen: from === count };
  for (let entry = from + 1; entry < count; entry++) {
    const shared = reader.next();
    if (shared < prefix.length) return { from, to: entry, isOpen: false };
    const length = reader.next();
    reader.at += length;
  }
  return { from, to: count, isOpen: true };
}

export function namesOf(block: Buffer): Generator<Buffer, void, undefined> {
  return decodeNames(block, namesIn(block), entryCount(block));
}

export function foldedNameAt(block: Buffer, entry: number): string {
  const reader = namesIn(block);
  let name = '';
  for (let at = 0; at <= entry; at++) {
    const shared = reader.next();
    const length = reader.next();
    name = name.slice(0, shared) + block.toString('latin1', reader.at, reader.at + length);
    reader.at += length;
  }
  return name;
}

/** A reader at the first name. */
function namesIn(block: Buffer): VarintReader {
  const reader = new VarintReader(block, COUNT_BYTES);
  reader.next();
  return reader;
}
