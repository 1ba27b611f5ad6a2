import { Sorter, doubled } from '../../files/index.ts';

/** Memory for questions before they are spilled to disk, in bytes. */
const MEMORY_BYTES = 16 * 1024 * 1024;

/** Two bytes for the file and six for the line in it. */
const PLACE_BYTES = 8;

/**
 * Which answers are superseded: all but the newest to each question. Questions are sorted on disk; memory holds a bit for each
 * answer.
 */
export class Superseded {
  readonly #sorter: Sorter;
  readonly #bits: Uint8Array[] = [];

  /** @param directory where sorted runs are spilled; @param name the prefix of their names */
  constructor(directory: string, name: string) {
    this.#sorter = new Sorter({ directory, name, memoryBytes: MEMORY_BYTES });
  }

  /** Adds an answer with its time and its file and line, both from 0. All times have the same length. */
  add(question: string, askedAt: string, file: number, line: number): void {
    const key = Buffer.from(`${question}\0${askedAt}${' '.repeat(PLACE_BYTES)}`);
    key.writeUInt16BE(file, key.length - PLACE_BYTES);
    key.writeUIntBE(line, key.length - PLACE_BYTES + 2, 6);
    this.#sorter.add(key, Buffer.alloc(0));
  }

  /** Ends the input. An answer is superseded if another one to its question follows. */
  finish(): void {
    let before: { readonly question: string; readonly file: number; readonly line: number } | undefined;
    for (const { key } of this.#sorter.sorted()) {
      const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
      const question = bytes.toString('utf8', 0, bytes.indexOf(0));
      if (before?.question === question) this.#mark(before.file, before.line);
      const place = bytes.length - PLACE_BYTES;
      before = { question, file: bytes.readUInt16BE(place), line: bytes.readUIntBE(place + 2, 6) };
    }
  }

  has(file: number, line: number): boolean {
    return ((this.#bits[file]?.[line >> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }

  #mark(file: number, line: number): void {
    let bits = this.#bits[file] ?? new Uint8Array(1024);
    while (bits.length <= line >> 3) bits = doubled(bits);
    bits[line >> 3] = (bits[line >> 3] ?? 0) | (1 << (line & 7));
    this.#bits[file] = bits;
  }
}
