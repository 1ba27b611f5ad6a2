import { BLOCK_COMPANIES, NAME_KEY_BYTES_MAX } from './format.ts';
import { encodeNames, firstNotBefore } from './front-coding.ts';
import { ID_BYTES } from './row.ts';
import { VARINT_BYTES_MAX, VarintReader, encodeCompanyId, writeVarint } from '../../model/index.ts';

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

function incomplete(part: string): RangeError {
  return new RangeError(`Cannot read a block: ${part} is longer than the block`);
}

export function entryCount(bytes: Uint8Array, at = 0): number {
  return bytes[at] ?? 0;
}

/** Reads blocks, one after the other, from memory that may change afterwards. Its fields describe the block of the last `open`. */
export class Block {
  bytes: Buffer = Buffer.alloc(1);
  count = 0;
  /** The offset of the first id; the others follow. */
  idsStart = 0;
  /** The start and end offsets of the row of the last `seek`. */
  rowStart = 0;
  rowEnd = 0;
  /** The range of entries of the last `match`: `from` to `to`, `to` excluded. */
  from = 0;
  to = 0;
  /** Whether the next block may hold more matches: the last entry matches, or is smaller than the prefix. */
  isOpen = false;
  readonly #names = new VarintReader();
  readonly #lengths = new VarintReader();
  #end = 0;
  #namesStart = 0;
  #lengthsStart = 0;
  /** The entry whose row the next length belongs to. */
  #entry = 0;

  /** Opens the block in the bytes `at` to `end`. @throws {RangeError} if its parts do not fit into them */
  open(bytes: Buffer, at = 0, end = bytes.length): this {
    this.bytes = bytes;
    this.#end = end;
    this.count = entryCount(bytes, at);
    const head = this.#names.open(bytes, at + COUNT_BYTES);
    const namesBytes = head.next();
    this.#namesStart = head.at;
    this.#lengthsStart = head.at + namesBytes;
    let idsStart = this.#lengthsStart;
    // The last byte of each varint is the one without the high bit.
    for (let left = this.count; left > 0; idsStart++) if ((bytes[idsStart] ?? 0) < 0x80) left--;
    this.idsStart = idsStart;
    this.#rewind();
    if (this.count > BLOCK_COMPANIES || this.rowEnd > end) throw incomplete('its head');
    return this;
  }

  decodeId(entry: number): string {
    const start = this.idsStart + ID_BYTES * entry;
    return encodeCompanyId(this.bytes.subarray(start, start + ID_BYTES));
  }

  /** Finds the row of an entry. */
  seek(entry: number): void {
    if (entry < this.#entry) this.#rewind();
    for (let left = entry - this.#entry; left >= 0; left--) {
      this.rowStart = this.rowEnd;
      this.rowEnd += this.#lengths.next();
    }
    if (entry >= this.count || this.rowEnd > this.#end) throw incomplete(`its row ${entry}`);
    this.#entry = entry + 1;
  }

  #rewind(): void {
    this.#lengths.open(this.bytes, this.#lengthsStart);
    this.rowEnd = this.idsStart + ID_BYTES * this.count;
    this.#entry = 0;
  }

  /** Finds the entries whose folded name starts with a prefix. */
  match(prefix: Uint8Array): void {
    const { bytes, count } = this;
    const names = this.#names.open(bytes, this.#namesStart);
    const first = firstNotBefore(bytes, names, count, prefix);
    if (names.at > this.#lengthsStart) throw incomplete('a name');
    this.from = first < 0 ? -1 - first : first;
    this.to = this.from;
    this.isOpen = this.from === count;
    if (first < 0) return;
    for (this.to++; this.to < count; this.to++) {
      const shared = names.next();
      if (shared < prefix.length) return;
      const length = names.next();
      names.at += length;
    }
    this.isOpen = true;
  }

  /** Returns the first `count` folded names, each byte as a character of Latin-1. */
  names(count = this.count): string[] {
    const names = this.#names.open(this.bytes, this.#namesStart);
    const all: string[] = [];
    for (let name = ''; all.length < count; all.push(name)) {
      const shared = names.next();
      const length = names.next();
      name = name.slice(0, shared) + this.bytes.toString('latin1', names.at, names.at + length);
      names.at += length;
    }
    return all;
  }
}
