import { NAME_KEY_BYTES_MAX } from './format.ts';

/**
 * A block holds the names and rows of consecutive companies of one scope:
 *
 *     u8 count · u32 start of the rows · count × u32 end of each row (from that start) ·
 *     count × (u16 bytes shared with the name before · u16 bytes of the rest · the rest) · rows joined by commas
 *
 * All numbers are little-endian. Names are folded, so a name is also its own sort key.
 */
const COUNT_BYTES = 1;
const HEAD_BYTES = COUNT_BYTES + 4;

/** Collects consecutive companies of one scope into blocks. */
export class BlockBuilder {
  readonly #names: Buffer[] = [];
  readonly #rows: Buffer[] = [];
  /** The number of the block that is being collected. */
  block = 0;

  get count(): number {
    return this.#rows.length;
  }

  /** The folded name of the last company, which leads a search to this block. */
  get lastName(): Buffer {
    return this.#names.at(-1) ?? Buffer.alloc(0);
  }

  /** Adds the next company; `name` is folded and both buffers are kept. */
  add(name: Buffer, row: Buffer): void {
    this.#names.push(name.subarray(0, NAME_KEY_BYTES_MAX));
    this.#rows.push(row);
  }

  /** The bytes of the block; the next one is begun. */
  take(): Buffer {
    const bytes = encodeBlock(this.#names, this.#rows);
    this.#names.length = 0;
    this.#rows.length = 0;
    this.block++;
    return bytes;
  }
}

function encodeBlock(names: readonly Buffer[], rows: readonly Buffer[]): Buffer {
  const keys = names.map((name, i) => encodeName(names[i - 1], name));
  const keysBytes = keys.reduce((sum, key) => sum + key.length, 0);
  const rowsStart = HEAD_BYTES + 4 * rows.length + keysBytes;
  const rowsBytes = rows.reduce((sum, row) => sum + row.length + 1, -1);
  const block = Buffer.alloc(rowsStart + rowsBytes, ',');
  block[0] = rows.length;
  block.writeUInt32LE(rowsStart, COUNT_BYTES);
  let at = HEAD_BYTES + 4 * rows.length;
  for (const key of keys) at += key.copy(block, at);
  let end = 0;
  for (const [i, row] of rows.entries()) {
    row.copy(block, rowsStart + end);
    end += row.length;
    block.writeUInt32LE(end, HEAD_BYTES + 4 * i);
    end++;
  }
  return block;
}

function encodeName(before: Buffer | undefined, name: Buffer): Buffer {
  let shared = 0;
  if (before !== undefined) while (shared < before.length && before[shared] === name[shared]) shared++;
  if (shared > name.length) shared = name.length;
  const key = Buffer.allocUnsafe(4 + name.length - shared);
  key.writeUInt16LE(shared, 0);
  key.writeUInt16LE(name.length - shared, 2);
  name.copy(key, 4, shared);
  return key;
}

/** The companies of a block whose folded name starts with a prefix: entries `from` to `to`, `to` excluded. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
  /** Whether a later block may hold more: every entry from `from` on matches, or all are before the prefix. */
  readonly isOpen: boolean;
}

/** The number of companies in a block. */
export function entryCount(block: Buffer): number {
  return block[0] ?? 0;
}

/** The end of the row of an entry, and with -1 for the one before the first: rows are separated by one comma. */
function rowEnd(block: Buffer, entry: number): number {
  return entry < 0 ? -1 : block.readUInt32LE(HEAD_BYTES + 4 * entry);
}

/** Where the JSON of the entries `from` to `to` (excluded) lies in the block, commas between them included. */
export function rowSpan(block: Buffer, from: number, to: number): { start: number; end: number } {
  const rowsStart = block.readUInt32LE(COUNT_BYTES);
  return { start: rowsStart + rowEnd(block, from - 1) + 1, end: rowsStart + rowEnd(block, to - 1) };
}

/**
 * Finds the entries whose name starts with `prefix` in one pass over the front-coded names, comparing every byte of
 * the prefix at most once per run of smaller names.
 */
export function matchingEntries(block: Buffer, prefix: Buffer): EntryRange {
  const count = entryCount(block);
  let at = HEAD_BYTES + 4 * count;
  // How many bytes of the prefix the current name begins with.
  let matched = 0;
  let from = -1;
  for (let entry = 0; entry < count; entry++) {
    const shared = block.readUInt16LE(at);
    const length = block.readUInt16LE(at + 2);
    const rest = at + 4;
    at = rest + length;
    if (from >= 0) {
      if (shared < prefix.length) return { from, to: entry, isOpen: false };
      continue;
    }
    // The name before was smaller than the prefix at byte `matched`: sharing more keeps it so, sharing less means
    // that this name is larger at a byte where the other equalled the prefix.
    if (shared > matched) continue;
    if (shared < matched) return { from: entry, to: entry, isOpen: false };
    let i = 0;
    while (i < length && matched < prefix.length && block[rest + i] === prefix[matched]) {
      i++;
      matched++;
    }
    if (matched === prefix.length) from = entry;
    else if (i < length && (block[rest + i] ?? 0) > (prefix[matched] ?? 0)) {
      return { from: entry, to: entry, isOpen: false };
    }
  }
  return from >= 0 ? { from, to: count, isOpen: true } : { from: count, to: count, isOpen: true };
}

/** The folded names of a block, for checking it. */
export function* namesOf(block: Buffer): Generator<Buffer, void, undefined> {
  let at = HEAD_BYTES + 4 * entryCount(block);
  let name: Buffer = Buffer.alloc(0);
  for (let entry = 0; entry < entryCount(block); entry++) {
    const shared = block.readUInt16LE(at);
    const length = block.readUInt16LE(at + 2);
    name = Buffer.concat([name.subarray(0, shared), block.subarray(at + 4, at + 4 + length)]);
    at += 4 + length;
    yield name;
  }
}
