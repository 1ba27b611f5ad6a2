import { companyIdOf } from '../../model/index.ts';
import { NAME_KEY_BYTES_MAX } from './format.ts';
import { decodeNames, encodeNames, firstNotBefore } from './front-coding.ts';
import { ID_BYTES } from './row.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './varint.ts';

/**
 * A block holds the names, ids and rows of consecutive companies of one scope:
 *
 *     u8 count · varint bytes of the names · count × (varint bytes shared with the name before · varint bytes of the rest · the rest) ·
 *     count × varint bytes of the row · count × 16 bytes of id · the rows one behind the other
 *
 * Names are folded, so a name is also its own sort key. A row is JSON from behind the lifecycle on, written in phrases.
 */
const COUNT_BYTES = 1;

/** A company as a block holds it. */
interface Entry {
  readonly name: Buffer;
  readonly id: Uint8Array;
  readonly row: Buffer;
}

/** Collects consecutive companies of one scope into blocks. */
export class BlockBuilder {
  readonly #entries: Entry[] = [];
  /** The number of the block that is being collected. */
  block = 0;

  get count(): number {
    return this.#entries.length;
  }

  /** The folded name of the last company, which leads a search to this block. */
  get lastName(): Buffer {
    return this.#entries.at(-1)?.name ?? Buffer.alloc(0);
  }

  /** Adds the next company; `name` is folded and all bytes are kept. */
  add(name: Buffer, id: Uint8Array, row: Buffer): void {
    this.#entries.push({ name: name.subarray(0, NAME_KEY_BYTES_MAX), id, row });
  }

  /** The bytes of the block; the next one is begun. */
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

/** The number of companies in a block. */
export function entryCount(block: Buffer): number {
  return block[0] ?? 0;
}

/** Where the ids and the rows of the entries of a block lie. */
export class BlockRows {
  /** Where the first id lies; the others follow. */
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
    // The last byte of each length is the one without the high bit.
    for (let left = count; left > 0; idsStart++) if ((block[idsStart] ?? 0) < 0x80) left--;
    this.idsStart = idsStart;
    this.#rowStart = idsStart + ID_BYTES * count;
  }

  /** The id of an entry. */
  idOf(entry: number): string {
    const start = this.idsStart + ID_BYTES * entry;
    return companyIdOf(this.#block.subarray(start, start + ID_BYTES));
  }

  /** Where the row of an entry lies; entries are asked for in ascending order, each once. */
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

/** The companies of a block whose folded name starts with a prefix: entries `from` to `to`, `to` excluded. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
  /** Whether a later block may hold more: every entry from `from` on matches, or all are before the prefix. */
  readonly isOpen: boolean;
}

/** Finds the entries whose name starts with `prefix` in one pass over the front-coded names. */
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

/** The folded names of a block, for checking it. */
export function namesOf(block: Buffer): Generator<Buffer, void, undefined> {
  return decodeNames(block, namesIn(block), entryCount(block));
}

/** Stands where the first name begins. */
function namesIn(block: Buffer): VarintReader {
  const reader = new VarintReader(block, COUNT_BYTES);
  reader.next();
  return reader;
}
