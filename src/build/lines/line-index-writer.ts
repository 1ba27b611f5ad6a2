import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { SpooledBytes, doubled } from '../../files/index.ts';
import { DayCounts, type DayCodes, type DayCount } from '../../snapshot/index.ts';
import type { Interned } from './company-facts.ts';
import { DIGEST_BYTES, KEY_HASH_BYTES, digestLine, hashKey } from './line-digests.ts';
import { KIND, MAGIC, UNKNOWN, type LineIndex, type LineIndexHead } from './line-index.ts';

/** In place of the day of a line that was taken over from the index of the previous build. */
const TAKEN = 0xffff_ffff;

/** Collects a line index while a snapshot is built. */
export class LineIndexWriter {
  readonly #days: DayCodes;
  readonly #digests: SpooledBytes;
  readonly #keyHashes: SpooledBytes;
  readonly #addresses: SpooledBytes;
  readonly #facts: SpooledBytes;
  readonly #keyBytes = Buffer.alloc(KEY_HASH_BYTES);
  readonly #inputs: number[] = [];
  /** The days in the present input, and the most frequent ones in those before it. */
  #dayCounts = new DayCounts();
  readonly #inputDays: (readonly DayCount[])[] = [];
  /** The inputs with comments, rejected lines and the like. */
  readonly #mixed = new Set<number>();
  #places = new Uint32Array(1024);
  /** By line, the day that its digest leaves out, as a number; 0 for none. */
  #lineDays = new Uint32Array(1024);
  #lines = 0;
  #companies = 0;

  /** @param directory a folder of this build, in which the writer creates and removes files */
  constructor(directory: string, days: DayCodes) {
    this.#days = days;
    const spool = (name: string): SpooledBytes => new SpooledBytes(join(directory, `lines-${name}`));
    this.#digests = spool('digests');
    this.#keyHashes = spool('keys');
    this.#addresses = spool('addresses');
    this.#facts = spool('facts');
  }

  /** Number of lines. */
  get lines(): number {
    return this.#lines;
  }

  /** Number of lines of each input. */
  get inputs(): readonly number[] {
    return this.#inputs;
  }

  /** Begins the lines of the next input. */
  beginInput(): void {
    this.#inputs.push(0);
  }

  /** Ends the lines of an input. */
  endInput(): void {
    this.#inputDays.push(this.#dayCounts.most());
    this.#days.add(this.#dayCounts);
    this.#dayCounts = new DayCounts();
  }

  /** Notes that an input has comments, or rejected lines, which are reported each time. */
  noteOthers(input: number): void {
    this.#mixed.add(input);
  }

  /** Adds the next line. Returns its digest. */
  addLine(bytes: Buffer): Buffer {
    const { digest, day, register } = digestLine(bytes);
    this.#add(digest, dayNumber(day));
    if (day !== undefined && register !== undefined) this.#dayCounts.count(register, day);
    return digest;
  }

  /** Adds a line of the previous build, with its key, as the next one. */
  takeLine({ digests, keyHashes }: LineIndex, line: number): void {
    this.#add(digests.subarray(line * DIGEST_BYTES, (line + 1) * DIGEST_BYTES), TAKEN);
    this.#keyHashes.append(keyHashes.subarray(line * KEY_HASH_BYTES, (line + 1) * KEY_HASH_BYTES));
  }

  /** Adds the days of an unchanged input of the previous build. */
  takeDays(days: readonly DayCount[]): void {
    for (const [register, day, count] of days) this.#dayCounts.count(register, day, count);
  }

  #add(digest: Buffer, day: number): void {
    this.#digests.append(digest);
    if (this.#lines === this.#places.length) {
      this.#places = doubled(this.#places);
      this.#lineDays = doubled(this.#lineDays);
    }
    this.#places[this.#lines] = UNKNOWN;
    this.#lineDays[this.#lines] = day;
    this.#lines++;
    this.#inputs[this.#inputs.length - 1] = (this.#inputs.at(-1) ?? 0) + 1;
  }

  /** Whether a line was taken over, so that its day is the one that it had. */
  isTaken(line: number): boolean {
    return this.#lineDays[line] === TAKEN;
  }

  /** Notes the day of a line that was taken over and is read after all. */
  setDay(line: number, day: string | undefined): void {
    this.#lineDays[line] = dayNumber(day);
  }

  /** Adds the key of the last line, or its hash. */
  addKey(key: string | number | undefined): void {
    const hashed = typeof key === 'string' ? hashKey(key) : (key ?? 0);
    this.#keyBytes.writeUIntLE(hashed, 0, KEY_HASH_BYTES);
    this.#keyHashes.append(this.#keyBytes);
  }

  /** Whether the digest of a line leaves out this day; for undefined, whether it leaves out none. */
  hasDay(line: number, day: string | undefined): boolean {
    return this.#lineDays[line] === dayNumber(day);
  }

  place(line: number, rank: number): void {
    this.#places[line] = rank;
  }

  /** Adds the next company in name order: its facts if it is plain. */
  addCompany(address: Buffer, facts: Buffer | undefined): void {
    this.#companies++;
    const hasAddress = address.length > 0;
    this.#facts.append(Buffer.of(facts === undefined ? KIND.notPlain : hasAddress ? KIND.withAddress : KIND.plain));
    if (facts === undefined) return;
    this.#facts.append(facts);
    if (hasAddress) this.#addresses.append(address);
  }

  /** Writes the file. */
  finish(
    path: string,
    its: Pick<LineIndexHead, 'generation'> &
      Partial<Pick<LineIndexHead, 'program' | 'trainedOn' | 'inputDigests' | 'hasRestricted'>> & {
        readonly texts: Interned;
        readonly dictionary: Uint8Array;
        readonly branchRanks: Uint8Array;
      },
  ): void {
    const { texts, dictionary, branchRanks, inputDigests, ...more } = its;
    const places = this.#places.subarray(0, this.#lines);
    const digests = this.#digests.readAll();
    // Nothing of a line is kept whose company is withheld.
    for (let line = 0; line < places.length; line++)
      if (places[line] === UNKNOWN) digests.fill(0, line * DIGEST_BYTES, (line + 1) * DIGEST_BYTES);
    const keys = this.#keyHashes.readAll();
    for (let line = 0; line < places.length; line++)
      if (places[line] === UNKNOWN) keys.fill(0, line * KEY_HASH_BYTES, (line + 1) * KEY_HASH_BYTES);
    const parts = [
      digests,
      keys,
      zstdCompressSync(Buffer.from(places.buffer, places.byteOffset, places.byteLength)),
      this.#addresses.readAll(),
      zstdCompressSync(this.#facts.readAll()),
      zstdCompressSync(dictionary),
      zstdCompressSync(branchRanks),
    ];
    const head: LineIndexHead = {
      trainedOn: this.#companies,
      ...more,
      inputs: this.#inputs,
      inputDigests: inputDigests?.map((digest, input) => (this.#mixed.has(input) ? null : digest)),
      inputDays: this.#inputDays,
      registers: this.#days.registers,
      days: this.#days.days.map((day) => day ?? null),
      texts: texts.texts,
      companies: this.#companies,
      parts: parts.map(({ length }) => length),
    };
    const json = Buffer.from(JSON.stringify(head));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(json.length);
    const sum = createHash('sha256');
    const descriptor = openSync(path, 'wx');
    for (const part of [MAGIC, size, json, ...parts]) {
      writeFileSync(descriptor, part);
      sum.update(part);
    }
    writeFileSync(descriptor, sum.digest());
    closeSync(descriptor);
  }

  /** Removes the files of the writer. Safe to call again. */
  close(): void {
    for (const spool of [this.#digests, this.#keyHashes, this.#addresses, this.#facts]) spool.remove();
  }
}

/** The last day and its number: most lines have the day of the line before. */
let last = { day: '', number: 0 };

const LAST_DAY = 9999_12_31;

/** Returns a day as the number YYYYMMDD; 1 for any other text, 0 for none. */
function dayNumber(day: string | undefined): number {
  if (day === undefined) return 0;
  if (day === last.day) return last.number;
  const number = Number(day.replaceAll('-', ''));
  last = { day, number: number <= LAST_DAY ? number : 1 };
  return last.number;
}
