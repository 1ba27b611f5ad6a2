import { Duplex } from 'node:stream';

/** Size in bytes of a piece of output: one block may hold up to 46 MB of repeated text. */
const PIECE_BYTES = 256 * 1024;

/** The marks of a stream, a block and the end of a stream. */
const STREAM = 0x42_5a_68;
const BLOCK = 0x31_41_59_26_53_59;
const END = 0x17_72_45_38_50_90;

/** The header of a stream has the maximum size of its blocks as a digit, in units of this many symbols. */
const LEVEL_SYMBOLS = 100_000;
const SYMBOLS_MAX = 9 * LEVEL_SYMBOLS;

const CODE_BITS_MAX = 20;
/** The number of symbols in a group, which is written in one of the codes of its block. */
const GROUP_SYMBOLS = 50;
const CODES_MAX = 6;

/** The maximum size of a block: each symbol in the longest code, and 200 kB for the codes. */
const BLOCK_BYTES_MAX = (SYMBOLS_MAX * CODE_BITS_MAX) / 8 + 200_000;

/** A run of this many equal bytes is followed by a byte with the number of further repeats. */
const REPEATS_BEFORE_COUNT = 4;

/** The error for data that is cut or damaged. The names are the error names of libbzip2. */
export class Bzip2Error extends Error {
  readonly code: 'BZ_UNEXPECTED_EOF' | 'BZ_DATA_ERROR';

  constructor(code: Bzip2Error['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A stream that decompresses bzip2, also several concatenated streams, as parallel compressors write them. The checksums of blocks
 * and streams are checked.
 */
export function bunzip(): Duplex {
  return Duplex.from(decompressed);
}

async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new Bits(source);
  // Each element has a byte of the block in its lowest eight bits, and the position of the next byte above them.
  const links = new Uint32Array(SYMBOLS_MAX);
  try {
    while (await input.gather()) {
      const level = input.take(24) === STREAM ? input.take(8) - 0x30 : 0;
      if (level < 1 || level > 9) throw input.damage('a stream must start here');
      let sum = 0;
      for (;;) {
        await input.gather();
        const mark = input.take(24) * 2 ** 24 + input.take(24);
        const checksum = (input.take(16) << 16) | input.take(16);
        if (mark !== BLOCK && mark !== END) throw input.damage('a block must start here');
        const found = mark === END ? sum : yield* textOf(links, readBlock(input, links, level * LEVEL_SYMBOLS));
        if (found !== checksum) throw input.damage('a checksum differs');
        if (mark === END) break;
        sum = ((sum << 1) | (sum >>> 31)) ^ checksum;
      }
      input.endStream();
    }
  } finally {
    await input.close();
  }
}

/** Reads the compressed bytes as bits, the highest bit of each byte first. */
class Bits {
  readonly #source: AsyncIterator<Uint8Array>;
  #isEnded = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** The number of bytes before `#bytes`. */
  #before = 0;
  /** The bits that were read but not taken, at the low end. */
  #held = 0;
  #heldBits = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads until the next block is complete, or to the end. Returns whether any bytes are left. */
  async gather(): Promise<boolean> {
    let length = this.#bytes.length - this.#at;
    if (length < BLOCK_BYTES_MAX && !this.#isEnded) {
      const parts = [this.#bytes.subarray(this.#at)];
      // Twice the size, so that the rest is not copied for each block.
      while (length < 2 * BLOCK_BYTES_MAX && !this.#isEnded) {
        const next = await this.#source.next();
        if (next.done === true) this.#isEnded = true;
        else length += parts[parts.push(next.value) - 1]?.length ?? 0;
      }
      this.#before += this.#at;
      this.#at = 0;
      this.#bytes = Buffer.concat(parts);
    }
    return length > 0;
  }

  /** Returns the next bits as a number; at most 24 bits. */
  take(count: number): number {
    while (this.#heldBits < count) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) {
        if (this.#isEnded) throw new Bzip2Error('BZ_UNEXPECTED_EOF', 'unexpected end of file');
        throw this.damage('a block is too long');
      }
      this.#at++;
      this.#held = (this.#held << 8) | byte;
      this.#heldBits += 8;
    }
    this.#heldBits -= count;
    return (this.#held >>> this.#heldBits) & ((1 << count) - 1);
  }

  /** A stream fills its last byte. */
  endStream(): void {
    this.#heldBits = 0;
  }

  damage(what: string): Bzip2Error {
    return new Bzip2Error(
      'BZ_DATA_ERROR',
      `the bzip2 data is damaged: ${what}, before byte ${this.#before + this.#at}`,
    );
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** A prefix code, defined by the lengths of its symbols. */
class Code {
  readonly #symbols: number[] = [];
  /** By length: the end of its codes, and the offset from a code to its symbol. */
  readonly #ends = new Int32Array(CODE_BITS_MAX + 1);
  readonly #offsets = new Int32Array(CODE_BITS_MAX + 1);

  constructor(lengths: readonly number[]) {
    let code = 0;
    for (let bits = 1; bits <= CODE_BITS_MAX; bits++) {
      this.#offsets[bits] = this.#symbols.length - code;
      for (const [symbol, length] of lengths.entries()) if (length === bits) this.#symbols.push(symbol);
      code = this.#symbols.length - (this.#offsets[bits] ?? 0);
      this.#ends[bits] = code;
      code <<= 1;
    }
  }

  next(input: Bits): number {
    let code = 0;
    for (let bits = 1; bits <= CODE_BITS_MAX; bits++) {
      code = (code << 1) | input.take(1);
      if (code < (this.#ends[bits] ?? 0)) return this.#symbols[code + (this.#offsets[bits] ?? 0)] ?? 0;
    }
    throw input.damage('a symbol has no code');
  }
}

/** Reads a block into `links`. Returns the position of its first byte. */
function readBlock(input: Bits, links: Uint32Array, symbolsMax: number): { first: number; count: number } {
  if (input.take(1) === 1) throw input.damage('a block has the format of a version before 0.9.5');
  const origin = input.take(24);
  const front = bytesUsed(input);
  const end = front.length + 1;
  const nextCode = codesOf(input, end + 1);
  const starts = new Uint32Array(256);
  let count = 0;
  const add = (byte: number, times: number): void => {
    if (times > symbolsMax - count) throw input.damage('a block has more bytes than its stream allows');
    links.fill(byte, count, (count += times));
    starts[byte] = (starts[byte] ?? 0) + times;
  };
  let repeats = 0;
  let weight = 1;
  let code: Code | undefined;
  for (let number = 0; ; number++) {
    if (number % GROUP_SYMBOLS === 0) code = nextCode();
    const symbol = code?.next(input) ?? end;
    if (symbol < 2) {
      // The digits of a bijective number in base 2, the lowest first.
      repeats += weight << symbol;
      weight <<= 1;
      if (repeats > symbolsMax) throw input.damage('a block has more bytes than its stream allows');
      continue;
    }
    if (repeats > 0) add(front[0] ?? 0, repeats);
    repeats = 0;
    weight = 1;
    if (symbol === end) break;
    const byte = front[symbol - 1] ?? 0;
    // Most moves are short: a loop takes a third of the time of `copyWithin`.
    for (let at = symbol - 1; at > 0; at--) front[at] = front[at - 1] ?? 0;
    front[0] = byte;
    add(byte, 1);
  }
  if (origin >= count) throw input.damage('a block starts after its end');
  let place = 0;
  for (const [byte, times] of starts.entries()) {
    starts[byte] = place;
    place += times;
  }
  for (let at = 0; at < count; at++) {
    const byte = (links[at] ?? 0) & 0xff;
    const to = starts[byte] ?? 0;
    links[to] = (links[to] ?? 0) | (at << 8);
    starts[byte] = to + 1;
  }
  return { first: (links[origin] ?? 0) >>> 8, count };
}

/** The bytes that a block uses, in order: 16 bits for ranges of 16 bytes, then 16 bits for each used range. */
function bytesUsed(input: Bits): Uint8Array {
  const ranges = input.take(16);
  const bytes: number[] = [];
  for (let range = 0; range < 16; range++) {
    const used = (ranges & (0x8000 >> range)) === 0 ? 0 : input.take(16);
    for (let at = 0; at < 16; at++) if ((used & (0x8000 >> at)) !== 0) bytes.push(range * 16 + at);
  }
  if (bytes.length === 0) throw input.damage('a block uses no byte');
  return Uint8Array.from(bytes);
}

/** Reads the codes of a block. Returns a function that gives the code of the next group. */
function codesOf(input: Bits, symbols: number): () => Code {
  const count = input.take(3);
  if (count < 2 || count > CODES_MAX) throw input.damage(`a block has ${count} codes`);
  const front = Array.from({ length: count }, (_, code) => code);
  const groups = Uint8Array.from({ length: input.take(15) }, () => {
    let at = 0;
    while (input.take(1) === 1) if (++at === count) throw input.damage('a group has no code');
    front.unshift(...front.splice(at, 1));
    return front[0] ?? 0;
  });
  const codes = Array.from({ length: count }, () => {
    let bits = input.take(5);
    const lengths = Array.from({ length: symbols }, () => {
      while (input.take(1) === 1) bits += input.take(1) === 1 ? -1 : 1;
      if (bits < 1 || bits > CODE_BITS_MAX) throw input.damage(`a code has ${bits} bits`);
      return bits;
    });
    return new Code(lengths);
  });
  let group = 0;
  return () => {
    const code = codes[groups[group++] ?? count];
    if (code === undefined) throw input.damage('a block has more symbols than groups');
    return code;
  };
}

/** Yields the text of a block and returns its checksum. */
function* textOf(
  links: Uint32Array,
  { first, count }: { first: number; count: number },
): Generator<Uint8Array, number> {
  let checksum = -1;
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let length = 0;
  let place = first;
  let last = -1;
  let seen = 0;
  for (let left = count; left > 0; left--) {
    const link = links[place] ?? 0;
    place = link >>> 8;
    let times = 1;
    if (seen === REPEATS_BEFORE_COUNT) {
      times = link & 0xff;
      seen = 0;
    } else {
      seen = (link & 0xff) === last && seen > 0 ? seen + 1 : 1;
      last = link & 0xff;
    }
    for (; times > 0; times--) {
      checksum = (checksum << 8) ^ (CHECKSUMS[(checksum >>> 24) ^ last] ?? 0);
      piece[length++] = last;
      if (length < PIECE_BYTES) continue;
      yield piece;
      piece = Buffer.allocUnsafe(PIECE_BYTES);
      length = 0;
    }
  }
  yield piece.subarray(0, length);
  return ~checksum;
}

/** The table of CRC-32 with the highest bit first. */
const CHECKSUMS = Int32Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte << 24;
  for (let bit = 0; bit < 8; bit++) checksum = (checksum << 1) ^ (checksum < 0 ? 0x04_c1_1d_b7 : 0);
  return checksum;
});
